import { type Command, type Option, globalOptions } from './command.ts'

/** What may follow after some words: other words, or after an option its values. */
type Place = { after: string; words: { word: string; says: string }[] }

/** Every place of a command line, by the table of commands. */
function placesIn(commands: readonly Command[]): Place[] {
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

/**
 * Every script finds the words so far that name a command, then what may follow them; or, right after an option that takes
 * a value, the values there are.
 */
const scripts: Record<Shell, (places: Place[]) => string> = {
  bash: places => `# trilho: source <(trilho completion bash)
_trilho() {
  local word path="" previous="\${COMP_WORDS[COMP_CWORD-1]}" current="\${COMP_WORDS[COMP_CWORD]}" choices=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "${knownNames(places)}" in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac
  done
  case "$path $previous" in
${cases(places.filter(isValue), words => `choices=${quoted(line(words))}`)}
    *) case "$path" in
${cases(places.filter(isWord), words => `choices=${quoted(line(words))}`)}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -F _trilho trilho
`,
  zsh: places => `#compdef trilho
# trilho: source <(trilho completion zsh), after compinit
_trilho() {
  local word names="" previous="\${words[CURRENT-1]}"
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "${knownNames(places)}" in *"|\${names:+$names }$word|"*) names="\${names:+$names }$word" ;; esac
  done
  case "$names $previous" in
${cases(places.filter(isValue), words => `choices=(${line(words)})`)}
    *) case "$names" in
${cases(places.filter(isWord), words => `choices=(${words.map(described).join(' ')})`)}
    esac ;;
  esac
  _describe trilho choices
}
if [[ "\${funcstack[1]}" == _trilho ]]; then _trilho "$@"; else compdef _trilho trilho; fi
`,
  fish: places => `# trilho: trilho completion fish | source
function __trilho_at
  set -l names
  for word in (commandline -opc)[2..-1]
    contains -- (string join ' ' -- $names $word) ${namesIn(places).map(quoted).join(' ')}; and set names $names $word
  end
  test "$names" = "$argv[1]"
end
complete -c trilho -f
${places
  .filter(isWord)
  .flatMap(({ after, words }) => words.map(({ word, says }) => fishLine(places, after, word, says)))
  .join('\n')}
`,
}

function fishLine(places: Place[], after: string, word: string, says: string): string {
  const description = says === '' ? '' : ` -d ${quoted(says)}`
  const values = places.find(place => place.after === `${after} ${word}`)
  const taken = values === undefined ? '' : ` -x -a ${quoted(line(values.words))}`
  const choice = word.startsWith('--') ? `-l ${word.slice(2)}${taken}` : `-a ${quoted(word)}`
  return `complete -c trilho -n ${quoted(`__trilho_at ${quoted(after)}`)} ${choice}${description}`
}

const isValue = ({ after }: Place) => after.includes(' --')
const isWord = (place: Place) => !isValue(place)
const namesIn = (places: Place[]) => places.filter(isWord).flatMap(({ after }) => (after === '' ? [] : [after]))
const knownNames = (places: Place[]) => `|${namesIn(places).join('|')}|`
const cases = (places: Place[], then: (words: Place['words']) => string) =>
  places.map(({ after, words }) => `    ${quoted(after)}) ${then(words)} ;;`).join('\n')
const line = (words: Place['words']) => words.map(({ word }) => word).join(' ')
const described = ({ word, says }: Place['words'][number]) => quoted(says === '' ? word : `${word}:${says}`)
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
