import { type Sql, type Tx, rows } from '../db/db.ts'
import type { Dispute } from './dispute.ts'
import type { DisputeState } from './states.ts'

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, transaction_id, connection_id, bank_reference, opened_by, reason, details, asked_amount,
  blocked_amount, returned_amount, state, answer_until, refund_id, defence, defence_files, defended_at,
  cause, created_at, ended_at`

export const insertDispute = (tx: Tx, dispute: Dispute) => tx`
  insert into disputes (${columns(tx)})
  select ${columns(tx)} from json_populate_recordset(null::disputes, ${rows([dispute])}::text::json)`

export const selectDispute = async (sql: Sql, merchantId: string, id: string): Promise<Dispute | undefined> => {
  const [dispute] = await sql<Dispute[]>`
    select ${columns(sql)} from disputes where merchant_id = ${merchantId} and id = ${id}`
  return dispute
}

type BankCase = Pick<Dispute, 'merchantId' | 'connectionId' | 'bankReference'>

export const selectByReference = async (sql: Sql | Tx, { merchantId, connectionId, bankReference }: BankCase) => {
  const [dispute] = await sql<Dispute[]>`
    select ${columns(sql)} from disputes
     where merchant_id = ${merchantId} and connection_id = ${connectionId} and bank_reference = ${bankReference}`
  return dispute
}

/** Locks the row until commit. Whoever moves its money has locked its transaction before. */
export const lockDispute = async (tx: Tx, merchantId: string, id: string): Promise<Dispute | undefined> => {
  const [dispute] = await tx<Dispute[]>`
    select ${columns(tx)} from disputes where merchant_id = ${merchantId} and id = ${id} for update`
  return dispute
}

type OfTransaction = { merchantId: string; transactionId: string }

export const lockByRefund = async (tx: Tx, { merchantId, transactionId }: OfTransaction, refundId: string) => {
  const [dispute] = await tx<Dispute[]>`
    select ${columns(tx)} from disputes
     where merchant_id = ${merchantId} and transaction_id = ${transactionId} and refund_id = ${refundId} for update`
  return dispute
}

/** The oldest that nobody has decided. */
export const lockUndecidedOf = async (tx: Tx, { merchantId, transactionId }: OfTransaction) => {
  const [dispute] = await tx<Dispute[]>`
    select ${columns(tx)} from disputes
     where merchant_id = ${merchantId} and transaction_id = ${transactionId} and state in ('Open', 'Defended')
     order by id limit 1 for update`
  return dispute
}

/** Writes what can change. */
export const updateDispute = (tx: Tx, dispute: Dispute) => tx`
  update disputes d
     set state = n.state, returned_amount = n.returned_amount, refund_id = n.refund_id, defence = n.defence,
         defence_files = n.defence_files, defended_at = n.defended_at, cause = n.cause, ended_at = n.ended_at
    from json_populate_recordset(null::disputes, ${rows([dispute])}::text::json) n
   where d.merchant_id = ${dispute.merchantId} and d.id = ${dispute.id}`

type Filter = {
  merchantId: string
  states?: readonly DisputeState[] | undefined
  transactionId?: string | undefined
  beforeId: string | undefined
}

export const selectDisputes = (sql: Sql, filter: Filter, limit: number) => sql<Dispute[]>`
  select ${columns(sql)} from disputes
   where merchant_id = ${filter.merchantId}
     ${filter.states === undefined ? sql`` : sql`and state = any(${[...filter.states]})`}
     ${filter.transactionId === undefined ? sql`` : sql`and transaction_id = ${filter.transactionId}`}
     ${filter.beforeId === undefined ? sql`` : sql`and id < ${filter.beforeId}`}
   order by id desc limit ${limit}`

export type NamedDispute = Dispute & { merchantName: string }

/** Of all merchants: what is under way comes by its clock, what is over by its age. */
export const selectAll = (sql: Sql, filter: { isOver: boolean; beforeId: string | undefined }, limit: number) => sql<
  NamedDispute[]
>`
  select d.*, m.name as merchant_name from disputes d join merchants m on m.id = d.merchant_id
   where ${filter.isOver ? sql`d.ended_at is not null` : sql`d.ended_at is null`}
     ${filter.beforeId === undefined ? sql`` : sql`and d.id < ${filter.beforeId}`}
   order by d.id desc limit ${limit}`

/** Open ones whose time to answer ends between two moments. */
export const selectUnanswered = (sql: Sql, { from, until }: { from: Date; until: Date }, most: number) => sql<
  Dispute[]
>`
  select ${columns(sql)} from disputes
   where ended_at is null and state = 'Open' and answer_until > ${from} and answer_until <= ${until}
   order by answer_until limit ${most}`
