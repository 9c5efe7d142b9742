import { formatAmountShort } from '../../platform/brazil/money.ts'
import type { BatchRow } from './batch.ts'
import type { WrittenRow } from './written-row.ts'

/** A row as it would be written for another batch. The order id of one that had a transaction is used up. */
export const writtenAgain = (row: BatchRow): WrittenRow => {
  const both = { amount: formatAmountShort(row.amount), description: row.description ?? undefined }
  if (row.receiverId !== null) return { ...both, receiver: row.receiverId, account: row.accountId ?? undefined }
  return {
    ...both,
    name: row.name,
    taxNumber: row.taxNumber,
    keyType: row.keyType ?? undefined,
    key: row.pixKey ?? undefined,
    orderId: row.transactionId === null ? (row.orderId ?? undefined) : undefined,
  }
}
