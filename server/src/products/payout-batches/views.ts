import { formatAmount } from '../../platform/brazil/money.ts'
import { csvLine, notFormula } from '../../platform/http/file-formats.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import type { Batch } from './batch.ts'
import type { ReadRow } from './sql.ts'

export const batchView = (b: Batch) => ({
  id: b.id,
  orderId: b.orderId,
  name: b.name,
  kind: b.kind,
  state: b.state,
  rows: { count: b.rowCount, amount: formatAmount(b.amount) },
  charges: formatAmount(b.charges),
  made: { count: b.madeCount, amount: formatAmount(b.madeAmount) },
  refused: { count: b.refusedCount, amount: formatAmount(b.refusedAmount) },
  waiting: {
    count: b.rowCount - b.madeCount - b.refusedCount,
    amount: formatAmount(b.amount - b.madeAmount - b.refusedAmount),
  },
  creationDate: b.createdAt.toISOString(),
  decisionDate: b.decidedAt?.toISOString() ?? null,
  completionDate: b.completedAt?.toISOString() ?? null,
})

export const rowView = (r: ReadRow) => ({
  number: r.number,
  state: r.state,
  amount: formatAmount(r.amount),
  charges: formatAmount(r.charges),
  orderId: r.orderId,
  description: r.description,
  name: r.name,
  taxNumber: r.taxNumber,
  keyType: r.keyType,
  key: r.pixKey,
  receiver: r.receiverId,
  account: r.accountId,
  transactionId: r.transactionId,
  transactionState: r.transactionState && formatState(r.transactionState),
  reason: r.reason,
  message: r.message,
  stateErrorCause: r.errorCause,
})

const resultColumns = [
  'number',
  'state',
  'amount',
  'charges',
  'orderId',
  'name',
  'taxNumber',
  'keyType',
  'key',
  'receiver',
  'account',
  'description',
  'transactionId',
  'transactionState',
  'reason',
  'message',
  'stateErrorCause',
] as const satisfies (keyof ReturnType<typeof rowView>)[]

/** The result file of the API: one line a row, in the words of the API. */
export const resultHeader = csvLine(resultColumns, ',')
export function resultLine(row: ReadRow): string {
  const view = rowView(row)
  return csvLine(
    resultColumns.map(column => notFormula(String(view[column] ?? ''))),
    ',',
  )
}
