import type { State } from './states.ts'

/** Every state as reads spell it, and as everything else does. */
export const readStates = ['Created', 'Registered', 'Completed', 'Canceled', 'Reversed', 'Refunded', 'Error'] as const
export const spelledStates = [
  'Created',
  'Registered',
  'Completed',
  'Cancelled',
  'Reversed',
  'Refunded',
  'Error',
] as const

type SpelledState = (typeof spelledStates)[number]

/** What the contract has no state for: a payment that waits for approval, and a bill whose boleto is paid and not settled. */
const outside: Partial<Record<State, SpelledState>> = { Requested: 'Created', ToSettle: 'Registered' }

/** Reads spell `Canceled`, all else `Cancelled`. */
export const formatState = (state: State): SpelledState => outside[state] ?? (state as SpelledState)
/** The same in the words of a refusal. */
export const stateInRefusal = (state: State): string =>
  state === 'ToSettle' ? 'paid by boleto, and the money is on its way,' : formatState(state)
export const formatStateInReads = (state: State): (typeof readStates)[number] =>
  state === 'Cancelled' ? 'Canceled' : (formatState(state) as Exclude<SpelledState, 'Cancelled'>)

/** Filters understand both. */
export const statesInFilters = [
  'Created',
  'Registered',
  'Completed',
  'Canceled',
  'Cancelled',
  'Reversed',
  'Refunded',
  'Error',
] as const

export const readSpelledState = (state: (typeof statesInFilters)[number]): State[] => {
  if (state === 'Created') return ['Requested', 'Created']
  if (state === 'Registered') return ['Registered', 'ToSettle']
  return [state === 'Canceled' ? 'Cancelled' : state]
}
