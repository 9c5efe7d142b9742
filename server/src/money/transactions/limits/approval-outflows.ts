import type { Tx } from '../../../platform/db/db.ts'
import type { ApiError } from '../../../platform/http/errors.ts'
import { readMerchantNow } from '../../../tenancy/merchants/read-merchant.ts'
import type { Change } from '../change-of-state.ts'
import type { TransactionEvent } from '../event.ts'
import type { Transaction, TransactionId } from '../transaction.ts'
import { limitsOf } from './limits.ts'
import { openOutflows } from './open-outflows.ts'
import { openSummedLimits } from './summed-limits.ts'

type ApprovedOutflow = TransactionId & { event: TransactionEvent }

/** What merchants may still send, for payments whose money is held when they are approved. */
export type Outflows = {
  beyond(change: Change): ApiError | null
  add(change: Change): void
  close(): Promise<unknown>
}

const nothing: Outflows = { beyond: () => null, add: () => {}, close: async () => {} }

/** By the limits of this moment. To be called with the books open, which lets one payment of a merchant through at a time. */
export async function approvalOutflows(
  tx: Tx,
  input: ApprovedOutflow[],
  current: Map<string, Transaction>,
  atOf: (merchantId: string) => Date,
): Promise<Outflows> {
  const approved = input.flatMap(({ event, merchantId, id }) =>
    event.kind === 'approved' ? (current.get(`${merchantId} ${id}`) ?? []) : [],
  )
  if (approved.length === 0) return nothing
  const limited = await Promise.all(
    approved.map(async transaction => {
      const createdAt = atOf(transaction.merchantId)
      const merchant = await readMerchantNow({ sql: tx }, transaction.merchantId)
      return {
        transaction: { ...transaction, createdAt },
        limits: limitsOf(merchant, transaction.operation, createdAt),
        // People have approved it: the limits of its key do not count.
        keyLimits: [],
      }
    }),
  )
  const outflows = await openOutflows(tx, limited)
  const summed = await openSummedLimits(tx, limited)
  const found = ({ row, before }: Change) =>
    row?.event === 'approved' ? limited.find(one => one.transaction.id === before.id) : undefined
  return {
    beyond(change) {
      const one = found(change)
      return one === undefined ? null : (outflows.beyond(one.transaction, one.limits) ?? summed.beyond(one))
    },
    add(change) {
      const one = found(change)
      if (one === undefined) return
      outflows.add(one.transaction)
      summed.add(one)
    },
    close: () => outflows.close(),
  }
}
