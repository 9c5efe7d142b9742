import { type Operation, type State, birthOf, operations, transitions } from '../../money/transactions/states.ts'

/**
 * Which postings a transaction in a state must have, in order: a pattern for each state, found by walking the table of
 * states from where a life starts. So the audit cannot forget what the table allows.
 */
export function expectedPostings(operation: Operation): Map<State, string> {
  const patterns = new Map<State, Set<string>>()
  const walk = (state: State, pattern: string) => {
    const steps = transitions.filter(row => row.type === operations[operation].type && row.from === state)
    const repeated = new Set(steps.flatMap(row => (row.to === state && row.posting !== null ? ` ${row.posting}` : [])))
    const here = repeated.size === 0 ? pattern : `${pattern}(${[...repeated].join('|')})*`
    patterns.set(state, (patterns.get(state) ?? new Set()).add(here))
    for (const { to, posting } of steps) if (to !== state) walk(to, posting === null ? here : `${here} ${posting}`)
  }
  const birth = birthOf(operation)
  walk(birth.to, birth.posting === null ? '' : ` ${birth.posting}`)
  return new Map([...patterns].map(([of, ways]) => [of, `^(${[...ways].join('|')})$`]))
}
