import type { State } from './states.ts'

/**
 * The one place where a state is spelled. Reads say `Canceled`, everything else `Cancelled`; and a company payment that
 * waits for approval is `Created` to the outside, though its money is not held yet.
 */
export const spellState = (state: State) => (state === 'Requested' ? 'Created' : state)
export const spellStateInReads = (state: State) => (state === 'Cancelled' ? 'Canceled' : spellState(state))

export const statesInReads = [
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
export const readSpelledState = (state: (typeof statesInReads)[number]): State[] => {
  if (state === 'Created') return ['Requested', 'Created']
  return [state === 'Canceled' ? 'Cancelled' : state]
}
