import { type Command, type Option, globalOptions } from './command.ts'

/** What may follow after some words: other words, or after an option its values. */
type Place = { after: string; words: { word: string; says: string }[] }

/** Every place of a command line, by the table of commands. */
export function placesIn(commands: readonly Command[]): Place[] {
  const groups = [
    ...new Set(commands.map(({ name }) => name.split(' ')).flatMap(([group = '', second]) => (second ? [group] : []))),
  ]
  const top = commands.map(({ name, says }) => ({
    word: name.split(' ')[0] ?? '',
    says: name.includes(' ') ? '' : says,
  }))
  const first = [
    ...new Map(top.map(choice => [choice.word, choice])).values(),
    { word: 'help', says: 'explain a command' },
  ]
  return [
    { after: '', words: first },
    ...groups.map(group => ({
      after: group,
      words: commands.flatMap(({ name, says }) =>
        name.startsWith(`${group} `) ? [{ word: name.slice(group.length + 1), says }] : [],
      ),
    })),
    ...commands.flatMap(placesOf),
  ]
}

function placesOf({ name, args, options }: Command): Place[] {
  const known = Object.entries<Option>({ ...options, ...globalOptions })
  const values = Object.values(args).flatMap(({ choices = [] }) => choices.map(word => ({ word, says: '' })))
  return [
    { after: name, words: [...values, ...known.map(([option, { says }]) => ({ word: `--${option}`, says }))] },
    ...known.flatMap(([option, { value, choices = [] }]) =>
      value === undefined ? [] : [{ after: `${name} --${option}`, words: choices.map(word => ({ word, says: '' })) }],
    ),
  ]
}

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A script for a shell. It knows all by itself: no program is started while somebody types. */
export const completionScript = (shell: Shell, commands: readonly Command[]): string =>
  scripts[shell](placesIn(commands))

/** The words so far that name a command, then the option before the cursor: `transactions list --state`. */
const scripts: Record<Shell, (places: Place[]) => string> = {
  bash: places => `# trilho: source <(trilho completion bash)
_trilho() {
  local word path="" previous="\${COMP_WORDS[COMP_CWORD-1]}" current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${namesOf(places).join(' | ')} " in *" \${path:+$path }$word "*) path="\${path:+$path }$word" ;; esac
  done
  [[ "$previous" == --* ]] && case "$path $previous" in
${places
  .filter(isOption)
  .map(
    ({ after, words }) =>
      `    '${after}') COMPREPLY=(${words.length === 0 ? '$(compgen -f -- "$current")' : `$(compgen -W '${line(words)}' -- "$current")`}); return ;;`,
  )
  .join('\n')}
  esac
  case "$path" in
${places
  .filter(place => !isOption(place))
  .map(({ after, words }) => `    '${after}') COMPREPLY=($(compgen -W '${line(words)}' -- "$current")) ;;`)
  .join('\n')}
  esac
}
complete -F _trilho trilho
`,
  zsh: places => `#compdef trilho
# trilho: source <(trilho completion zsh)
_trilho() {
  local word names="" previous="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case " ${namesOf(places).join(' | ')} " in *" \${names:+$names }$word "*) names="\${names:+$names }$word" ;; esac
  done
  local -a choices
  [[ "$previous" == --* ]] && case "$names $previous" in
${places
  .filter(isOption)
  .map(
    ({ after, words }) => `    '${after}') ${words.length === 0 ? '_files' : `compadd -- ${line(words)}`}; return ;;`,
  )
  .join('\n')}
  esac
  case "$names" in
${places
  .filter(place => !isOption(place))
  .map(
    ({ after, words }) =>
      `    '${after}') choices=(${words.map(({ word, says }) => quoted(says === '' ? word : `${word}:${says}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe trilho choices
}
if [[ "\${funcstack[1]}" == _trilho ]]; then _trilho "$@"; else compdef _trilho trilho; fi
`,
  fish: places => `# trilho: trilho completion fish | source
function __trilho_at
  set -l names
  for word in (commandline -opc)[2..-1]
    set -l next (string join ' ' -- $names $word)
    contains -- "$next" ${namesOf(places).map(quoted).join(' ')}; and set names $names $word
  end
  test (string join ' ' -- $names) = "$argv[1]"
end
complete -c trilho -f
${places
  .filter(place => !isOption(place))
  .flatMap(({ after, words }) => words.map(({ word, says }) => fishLine(places, after, word, says)))
  .join('\n')}
`,
}

function fishLine(places: Place[], after: string, word: string, says: string): string {
  const condition = `complete -c trilho -n ${quoted(`__trilho_at ${quoted(after)}`)}`
  const told = says === '' ? '' : ` -d ${quoted(says)}`
  if (!word.startsWith('--')) return `${condition} -a ${quoted(word)}${told}`
  const values = places.find(place => place.after === `${after} ${word}`)
  const taken = values === undefined ? '' : values.words.length === 0 ? ' -rF' : ` -x -a ${quoted(line(values.words))}`
  return `${condition} -l ${word.slice(2)}${taken}${told}`
}

const isOption = ({ after }: Place) => after.includes(' --')
const namesOf = (places: Place[]) =>
  places.filter(place => !isOption(place) && place.after !== '').map(({ after }) => after)
const line = (words: Place['words']) => words.map(({ word }) => word).join(' ')
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
