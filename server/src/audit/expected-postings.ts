import { type State, type TransactionType, transitions } from '../transactions/states.ts'

/** What is posted when a transaction is opened, before anything happens to it. */
const opening = {
  Credit: { state: 'Registered', posting: null },
  Debit: { state: 'Created', posting: 'cashOutHeld' },
} as const

/**
 * Which postings a transaction in a state must have, in order: a pattern for each state, found by walking the table of
 * states from where a life starts. So the audit cannot forget what the table allows.
 */
export function expectedPostings(type: TransactionType): Map<State, string> {
  const patterns = new Map<State, Set<string>>()
  const walk = (state: State, pattern: string) => {
    const steps = transitions.filter(row => row[0] === type && row[1] === state)
    const repeated = steps.filter(row => row[3] === state).map(row => (row[4] === null ? '' : `( ${row[4]})*`))
    const here = pattern + repeated.join('')
    patterns.set(state, (patterns.get(state) ?? new Set()).add(here))
    for (const [, , , to, posting] of steps) if (to !== state) walk(to, posting === null ? here : `${here} ${posting}`)
  }
  const { state, posting } = opening[type]
  walk(state, posting === null ? '' : ` ${posting}`)
  return new Map([...patterns].map(([of, ways]) => [of, `^(${[...ways].join('|')})$`]))
}
