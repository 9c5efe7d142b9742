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

/**
 * The one place where a state is spelled. Reads say `Canceled`, everything else `Cancelled`; and a company payment that
 * waits for approval is `Created` to the outside, though its money is not held yet.
 */
export const formatState = (state: State): SpelledState => (state === 'Requested' ? 'Created' : state)
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

/** The states that a spelled one stands for. */
export const readSpelledState = (state: (typeof statesInFilters)[number]): State[] => {
  if (state === 'Created') return ['Requested', 'Created']
  return [state === 'Canceled' ? 'Cancelled' : state]
}
