import type { Tx } from '../../platform/db/db.ts'
import type { Notify } from '../webhooks/event.ts'
import type { Applied, Needs, ApplyInput } from './apply-events.ts'
import { unmatchedHolder } from './hold-unmatched.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { type Opened, holdingOf, openHolding, openPlain } from './open-transactions.ts'
import { lockTransactions } from './sql.ts'
import { birthOf } from './states.ts'
import type { Unmatched } from './unmatched.ts'
import type { Transaction, TransactionId } from './transaction.ts'

/** What a use case may write in one commit with rows of its own. Each refusal is thrown, and undoes the whole commit. */
export type Write = {
  tx: Tx
  /** Locks a transaction until commit; undefined: there is none. */
  lock: (id: TransactionId) => Promise<Transaction | undefined>
  open: (input: NewTransaction) => Promise<Opened>
  apply: (input: ApplyInput) => Promise<Applied>
  /** Keeps money that came for no charge of ours, in the platform's books, for a person to look at. */
  holdUnmatched: (connectionId: string, unmatched: Unmatched) => Promise<void>
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
  open: async input =>
    birthOf(input.operation).posting === null
      ? only(await openPlain(tx, [toRow(input)]))
      : only(await openHolding(tx, [await holdingOf(needs, input, tx)])),
  apply: async input => only(await applyEach([input])),
  applyEach,
  notify,
  holdUnmatched: async (connectionId, unmatched) => {
    const holder = unmatchedHolder(tx, needs, needs.clock())
    await holder.keep({ connectionId, charge: null, unmatched })
    await holder.write()
  },
})

function only<Made>([made]: Array<Made | Error>): Made {
  if (made === undefined || made instanceof Error) throw made ?? new Error('nothing was written')
  return made
}
