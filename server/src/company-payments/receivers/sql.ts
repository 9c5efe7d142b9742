import { type Sql, type Tx, rows } from '../../lib/db.ts'
import type { ReceiverStatus } from './states.ts'

export type Receiver = {
  merchantId: string
  id: string
  status: ReceiverStatus
  fantasyName: string
  cnpj: string
  reviewNote: string | null
  createdAt: Date
}

export type ReceiverAccount = {
  merchantId: string
  id: string
  receiverId: string
  bankCode: string
  bankName: string
  agency: string
  number: string
  ownerCnpj: string
  pixKey: string
  createdAt: Date
}

export const insertReceiver = (sql: Sql, receiver: Receiver) => sql`
  insert into receivers select * from json_populate_recordset(null::receivers, ${rows([receiver])}::text::json)`

export const insertAccount = (sql: Sql, account: ReceiverAccount) => sql`
  insert into receiver_accounts
  select * from json_populate_recordset(null::receiver_accounts, ${rows([account])}::text::json)`

export const selectReceiver = async (sql: Sql, merchantId: string, id: string): Promise<Receiver | undefined> => {
  const [receiver] = await sql<Receiver[]>`select * from receivers where merchant_id = ${merchantId} and id = ${id}`
  return receiver
}

export const lockReceiver = async (tx: Tx, merchantId: string, id: string): Promise<Receiver | undefined> => {
  const [receiver] = await tx<Receiver[]>`
    select * from receivers where merchant_id = ${merchantId} and id = ${id} for update`
  return receiver
}

export const updateReview = (tx: Tx, { merchantId, id, status, reviewNote }: Receiver) => tx`
  update receivers set status = ${status}, review_note = ${reviewNote} where merchant_id = ${merchantId} and id = ${id}`

export const selectAccount = async (sql: Sql, merchantId: string, id: string): Promise<ReceiverAccount | undefined> => {
  const [account] = await sql<ReceiverAccount[]>`
    select * from receiver_accounts where merchant_id = ${merchantId} and id = ${id}`
  return account
}

export const selectAccounts = (sql: Sql, merchantId: string, receiverId: string, limit: number, offset: number) =>
  sql<ReceiverAccount[]>`
    select * from receiver_accounts where merchant_id = ${merchantId} and receiver_id = ${receiverId}
     order by id limit ${limit} offset ${offset}`

type Filter = { merchantId: string; status: ReceiverStatus | undefined }

const matching = (sql: Sql, { merchantId, status }: Filter) => sql`
  merchant_id = ${merchantId} ${status === undefined ? sql`` : sql`and status = ${status}`}`

export const selectReceivers = (sql: Sql, filter: Filter, limit: number, offset: number) => sql<Receiver[]>`
  select * from receivers where ${matching(sql, filter)} order by id desc limit ${limit} offset ${offset}`

export const countReceivers = async (sql: Sql, filter: Filter): Promise<number> => {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from receivers where ${matching(sql, filter)}`
  return row?.total ?? 0
}
