import { type Operation, type State, operations, transitions } from '../transactions/states.ts'

/**
 * Which postings a transaction in a state must have, in order: a pattern for each state, found by walking the table of
 * states from where a life starts. So the audit cannot forget what the table allows.
 */
export function expectedPostings(operation: Operation): Map<State, string> {
  const [type, , , initial] = operations[operation]
  const patterns = new Map<State, Set<string>>()
  const walk = (state: State, pattern: string) => {
    const steps = transitions.filter(row => row[0] === type && row[1] === state)
    const repeated = steps.filter(row => row[3] === state).map(row => (row[4] === null ? '' : `( ${row[4]})*`))
    const here = pattern + repeated.join('')
    patterns.set(state, (patterns.get(state) ?? new Set()).add(here))
    for (const [, , , to, posting] of steps) if (to !== state) walk(to, posting === null ? here : `${here} ${posting}`)
  }
  // Money that starts as Created is held from the start.
  walk(initial, initial === 'Created' ? ' cashOutHeld' : '')
  return new Map([...patterns].map(([of, ways]) => [of, `^(${[...ways].join('|')})$`]))
}
