import type { Tx } from '../../platform/db/db.ts'
import type { Notify } from '../webhooks/event.ts'
import type { Applied, Needs, ApplyInput } from './apply-events.ts'
import { lockWithoutCharge } from './booked-payments.ts'
import { unmatchedHolder } from './hold-unmatched.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { type Opened, holdingOf, insertNew, openHolding, openUnseen } from './open-transactions.ts'
import { lockTransactions, updateConnection } from './sql.ts'
import { birthOf } from './operations.ts'
import type { Unmatched } from './unmatched.ts'
import type { Transaction, TransactionId } from './transaction.ts'

/** What a use case may write in one commit with rows of its own. Each refusal is thrown, and undoes the whole commit. */
export type Write = {
  tx: Tx
  /** Locks a transaction until commit; undefined: there is none. */
  lock: (id: TransactionId) => Promise<Transaction | undefined>
  /** A charge that is registered at two banks is paid at this one; a payment that was approved goes by this one. */
  moveToBank: (id: TransactionId, connectionId: string) => Promise<void>
  open: (input: NewTransaction) => Promise<Opened>
  /** Many at once that hold no money and are new, as far as is known: fails if one is not. */
  openNew: (input: NewTransaction[]) => Promise<Opened[]>
  /** Many at once that hold no money; a refusal is returned in its place. */
  openEach: (input: NewTransaction[]) => Promise<Array<Opened | Error>>
  apply: (input: ApplyInput) => Promise<Applied>
  /**
   * Keeps money that no charge takes, in the platform's books: for a person to look at, or on its way back if its charge
   * is given.
   */
  holdUnmatched: (connectionId: string, unmatched: Unmatched, charge?: Transaction) => Promise<void>
  /** Many at once; a refusal is answered in its place, and undoes nothing. */
  applyEach: (input: ApplyInput[]) => Promise<Array<Applied | Error>>
  /** Writes webhook events of the use case's own rows. They are sent after the commit, like those of transactions. */
  notify: Notify
}

/** What `door.commit` hands out, within its database transaction. */
export const writeWithin = (
  tx: Tx,
  needs: Needs,
  { applyEach, notify }: Pick<Write, 'applyEach' | 'notify'>,
): Write => ({
  tx,
  lock: async id => (await lockTransactions(tx, [id]))[0],
  moveToBank: async (id, connectionId) => void (await updateConnection(tx, id, connectionId)),
  open: async input =>
    birthOf(input.operation, input.isAsked).posting === null
      ? only(await openUnseen(tx, [toRow(input)]))
      : only(await openHolding(needs, tx, [await holdingOf(needs, input, tx)])),
  openNew: input => insertNew(tx, input.map(toRow)),
  openEach: input => openUnseen(tx, input.map(toRow)),
  apply: async input => only(await applyEach([input])),
  applyEach,
  notify,
  holdUnmatched: async (connectionId, unmatched, charge) => {
    const holder = unmatchedHolder(tx, needs, needs.clock())
    // Its bank names the charge only now.
    const waiting = charge === undefined ? null : await lockWithoutCharge(tx, unmatched.endToEndId)
    if (charge !== undefined && waiting !== null) await holder.release(waiting, charge)
    await holder.keep({ connectionId, charge: charge ?? null, unmatched })
    await holder.write()
  },
})

function only<Made>([made]: Array<Made | Error>): Made {
  if (made === undefined || made instanceof Error) throw made ?? new Error('nothing was written')
  return made
}
