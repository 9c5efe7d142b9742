import { type Tx, rows } from '../db/db.ts'
import type { Micros } from '../brazil/money.ts'

export type Refund = {
  merchantId: string
  transactionId: string
  id: string
  amount: Micros
  askedAmount: Micros | null
  createdAt: Date
}

export const selectRefund = async (tx: Tx, refund: Pick<Refund, 'merchantId' | 'transactionId' | 'id'>) => {
  const [found] = await tx<Refund[]>`
    select * from refunds
     where merchant_id = ${refund.merchantId} and transaction_id = ${refund.transactionId} and id = ${refund.id}`
  return found
}

export const insertRefund = (tx: Tx, refund: Refund) => tx`
  insert into refunds select * from json_populate_recordset(null::refunds, ${rows([refund])}::text::json)`
