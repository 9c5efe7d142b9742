import type { Micros } from '../../platform/brazil/money.ts'
import type { Change } from './change-of-state.ts'

const between = (least: Micros, value: Micros, most: Micros): Micros =>
  value < least ? least : value > most ? most : value

/**
 * Charges never take a balance below zero. Where money goes back that is not covered, the charges of its payment are
 * given back with it, as far as is missing; a payout that a bank has paid after all is charged what is left beside it.
 */
export function chargesWithin(change: Change, available: Micros): Change {
  const { movement, after, needsCover } = change
  if (movement?.name === 'cashInReturned') {
    const charges = between(0n, movement.amount - available, after.charges)
    return {
      ...change,
      after: { ...after, charges: after.charges - charges },
      movement: { ...movement, charges },
      needsCover: needsCover === null ? null : needsCover - charges,
    }
  }
  if (movement?.name === 'cashOutPaidLate') {
    const charges = between(0n, available - movement.amount, after.charges)
    return { ...change, after: { ...after, charges }, movement: { ...movement, charges } }
  }
  return change
}

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
