import type { Tx } from '../../platform/db/db.ts'
import type { Change } from './change-of-state.ts'

/**
 * What the door asks for in the commit in which money goes back to a payer, or does not: a dispute that waited for it ends
 * with it. Answers what the merchant is told of the dispute, after the transaction.
 */
export type FollowReturn = (tx: Tx, change: Change, at: Date) => Promise<object[]>
