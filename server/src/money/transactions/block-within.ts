import type { Micros } from '../../platform/brazil/money.ts'
import type { Change } from './change-of-state.ts'

/** A dispute blocks what is available, and never takes a balance below zero. What comes later is not blocked. */
export function blockWithin(change: Change, available: Micros): Change {
  const { movement, before, after } = change
  if (movement?.name !== 'disputeBlocked') return change
  const free = available < 0n ? 0n : available
  const amount = movement.amount < free ? movement.amount : free
  return {
    ...change,
    after: { ...after, disputedAmount: before.disputedAmount + amount },
    movement: amount === 0n ? null : { ...movement, amount },
  }
}
