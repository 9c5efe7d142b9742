import type { Line } from '../../../platform/archive/csv-records.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { wordsOfRow } from './index-transactions.ts'
import { deleteWords } from './sql.ts'

/** What leaves the database for the archive is found by its exact ids only. */
export async function purgeWords(tx: Tx, merchantId: string, lines: Line[]): Promise<void> {
  const words = lines.flatMap(line => wordsOfRow(namedOf(line), merchantId, line['id'] ?? ''))
  await deleteWords(tx, merchantId, words)
}

const amountOf = (text: string | null | undefined) => (text === null || text === undefined ? null : BigInt(text))

const namedOf = (line: Line) => ({
  amount: BigInt(line['amount'] ?? 0),
  paidAmount: amountOf(line['paid_amount']),
  counterparty: JSON.parse(line['counterparty'] ?? 'null') as { name: string | null } | null,
  participant: JSON.parse(line['participant'] ?? 'null') as { name: string | null } | null,
  orderId: line['order_id'] ?? null,
  endToEndId: line['end_to_end_id'] ?? null,
})
