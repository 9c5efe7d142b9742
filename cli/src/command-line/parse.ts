import { parseArgs } from 'node:util'
import { type Command, type GivenWords, type Options, type Values, globalOptions } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { wrongUsage } from './failure.ts'

export type Parsed =
  | { kind: 'help'; topic: string }
  | { kind: 'version' }
  | ({ kind: 'run'; command: Command; globals: Globals } & GivenWords)

type Globals = { profile: string | undefined; json: boolean }

/** What the words of a command line ask for, by the table of commands. */
export function parse(commands: readonly Command[], typed: readonly string[]): Parsed {
  const { leading, words } = withoutLeadingOptions(typed)
  const [first, second] = words
  if (first === undefined) return withoutCommand(typed)
  if (first === 'help') return { kind: 'help', topic: words.slice(1).join(' ') }
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  if (command !== undefined) return parseFor(command, [...leading, ...words.slice(command.name.split(' ').length)])
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `))
  if (isGroup && (second === undefined || second.startsWith('-'))) return { kind: 'help', topic: first }
  throw unknownCommand(commands, isGroup ? `${first} ${second}` : first)
}

function withoutCommand(typed: readonly string[]): Parsed {
  if (typed.includes('--version')) return { kind: 'version' }
  if (typed.length === 0 || typed.includes('--help') || typed.includes('-h')) return { kind: 'help', topic: '' }
  throw wrongUsage('A command is missing.', 'trilho --help lists them all.')
}

/** `trilho --profile shop balance` is `trilho balance --profile shop`. */
function withoutLeadingOptions(typed: readonly string[]): { leading: string[]; words: string[] } {
  let at = 0
  while (typed[at]?.startsWith('-') === true) at += typed[at] === '--profile' ? 2 : 1
  const leading = typed.slice(0, at).filter(word => word !== '--version')
  return { leading, words: typed.slice(at) }
}

function unknownCommand(commands: readonly Command[], typed: string): Error {
  const known = new Set([...commands.flatMap(({ name }) => [name, name.split(' ')[0] ?? '']), 'help'])
  const near = didYouMean(typed, known)
  return wrongUsage(
    `There is no command "${typed}".`,
    near === undefined ? 'trilho --help lists them all.' : `Did you mean: trilho ${near}`,
  )
}

function parseFor(command: Command, typed: string[]): Parsed {
  const known: Options = { ...command.options, ...globalOptions }
  const { tokens, positionals } = parseArgs({
    args: typed,
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(name === 'help' ? { short: 'h' } : {}) },
      ]),
    ),
  })
  const values: Values = {}
  for (const token of tokens) if (token.kind === 'option') values[token.name] = valueOf(command, known, token)
  if (values.help === true) return { kind: 'help', topic: command.name }
  const { profile, json, help: _, ...options } = values
  return {
    kind: 'run',
    command,
    args: argumentsOf(command, positionals),
    options: { ...flagsOff(command), ...options },
    globals: { profile: typeof profile === 'string' ? profile : undefined, json: json === true },
  }
}

type OptionToken = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function valueOf(command: Command, known: Options, { name, rawName, value, inlineValue }: OptionToken) {
  const option = known[name]
  const hint = `trilho ${command.name} --help explains it.`
  if (option === undefined) {
    const near = didYouMean(name, Object.keys(known))
    throw wrongUsage(`There is no option ${rawName} here.`, near === undefined ? hint : `Did you mean: --${near}`)
  }
  if (option.value === undefined) {
    if (value !== undefined) throw wrongUsage(`--${name} takes no value.`, hint)
    return true
  }
  const isNextOption = inlineValue === false && value !== undefined && /^--?[a-z]/.test(value)
  if (value === undefined || isNextOption) throw wrongUsage(`--${name} needs a value: --${name} ${option.value}`, hint)
  checkChoice(`--${name}`, value, option.choices)
  return value
}

function argumentsOf(command: Command, positionals: string[]): Record<string, string | undefined> {
  const names = Object.entries(command.args)
  const missing = names.find(([, { isOptional }], at) => isOptional !== true && positionals[at] === undefined)
  const example = `For example: ${command.examples[0] ?? `trilho ${command.name}`}`
  if (missing !== undefined) throw wrongUsage(`<${missing[0]}> is missing: ${missing[1].says}.`, example)
  const surplus = positionals[names.length]
  if (surplus !== undefined) throw wrongUsage(`"${surplus}" is one word too many.`, example)
  for (const [at, [name, { choices }]] of names.entries())
    if (positionals[at] !== undefined) checkChoice(`<${name}>`, positionals[at], choices)
  return Object.fromEntries(names.map(([name], at) => [name, positionals[at]]))
}

function checkChoice(name: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return
  const near = didYouMean(value, choices)
  throw wrongUsage(
    `${name} cannot be "${value}".`,
    near === undefined ? `It is one of: ${choices.join(', ')}` : `Did you mean: ${near}`,
  )
}

const flagsOff = ({ options }: Command): Values =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, { value }]) => (value === undefined ? [[name, false]] : [])),
  )
