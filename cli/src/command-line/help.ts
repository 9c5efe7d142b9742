import type { Paint } from '../terminal/terminal.ts'
import { type Command, type Options, globalOptions } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { exits, wrongUsage } from './failure.ts'

/** The commands, under the words a newcomer looks for. */
export type Chapter = { title: string; commands: readonly Command[] }

export function help(chapters: readonly Chapter[], topic: string, paint: Paint): string {
  const commands = chapters.flatMap(chapter => chapter.commands)
  if (topic === '') return overview(chapters, paint)
  const command = commands.find(({ name }) => name === topic)
  if (command !== undefined) return helpOf(command, paint)
  const group = commands.filter(({ name }) => name.startsWith(`${topic} `))
  if (group.length > 0) return `${paint('bold', `trilho ${topic}`)}\n\n${list(group, paint)}\n\n${closing(paint)}`
  const near = didYouMean(
    topic,
    commands.map(({ name }) => name),
  )
  throw wrongUsage(
    `There is no command "${topic}".`,
    near === undefined ? 'trilho --help' : `Did you mean: trilho help ${near}`,
  )
}

const overview = (
  chapters: readonly Chapter[],
  paint: Paint,
) => `${paint('bold', 'trilho')}: payments, webhooks and the sandbox from a terminal

${paint('bold', 'A first payment')}, beside a server started with npm start
  ${paint('cyan', 'trilho login --sandbox')}                              once
  ${paint('cyan', 'trilho listen --forward http://localhost:4000/hook')}  in a second terminal: your webhooks, live
  ${paint('cyan', 'trilho cash-in 10.50 --qr')}                           a charge, and its QR code
  ${paint('cyan', 'trilho pay <id>')}                                     as if the customer had paid

${chapters.map(({ title, commands }) => `${paint('bold', title)}\n${list(commands, paint)}`).join('\n\n')}

${paint('bold', 'Options of every command')}
${optionList(globalOptions, paint)}

${paint('bold', 'Exit codes')}
${pairs(
  Object.values(exits).map(([code, says]) => [String(code), says]),
  paint,
)}

${closing(paint)}`

const closing = (paint: Paint) => paint('dim', 'trilho <command> --help explains a command, with examples.')

function helpOf(command: Command, paint: Paint): string {
  const { name, says, more, args, options, examples } = command
  const parts = [`${paint('bold', `trilho ${name}`)}: ${says}`, `  ${paint('cyan', usageOf(command))}`]
  if (more !== undefined) parts.push(more)
  const shownArgs = Object.entries(args).map(([arg, { says, choices }]): [string, string] => [
    `<${arg}>`,
    withChoices(says, choices),
  ])
  if (shownArgs.length > 0) parts.push(`${paint('bold', 'Arguments')}\n${pairs(shownArgs, paint)}`)
  parts.push(`${paint('bold', 'Options')}\n${optionList({ ...options, ...globalOptions }, paint)}`)
  parts.push(`${paint('bold', 'Examples')}\n${examples.map(example => `  ${paint('dim', '$')} ${example}`).join('\n')}`)
  return parts.join('\n\n')
}

function usageOf({ name, args }: Command): string {
  const words = Object.entries(args).map(([arg, { isOptional }]) => (isOptional === true ? `[${arg}]` : `<${arg}>`))
  return ['trilho', name, ...words, '[options]'].join(' ')
}

const list = (commands: readonly Command[], paint: Paint) =>
  pairs(
    commands.map(({ name, says }) => [name, says]),
    paint,
  )

const withChoices = (says: string, choices: readonly string[] | undefined) =>
  choices === undefined ? says : `${says}: ${choices.join(', ')}`

const optionList = (options: Options, paint: Paint) =>
  pairs(
    Object.entries(options).map(([name, { value, says, choices }]) => [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      withChoices(says, choices),
    ]),
    paint,
  )

function pairs(rows: [string, string][], paint: Paint): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, says]) => `  ${paint('cyan', name.padEnd(width))}  ${says}`).join('\n')
}
