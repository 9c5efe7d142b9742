import { type Total, countRows } from '../../../platform/db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { AccountStatus, ReceiverStatus } from './states.ts'

export type Receiver = {
  merchantId: string
  id: string
  status: ReceiverStatus
  fantasyName: string
  cnpj: string
  reviewNote: string | null
  reviewedAt: Date | null
  /** Grows with every change of the receiver or its accounts. */
  revision: number
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
  status: AccountStatus
  reviewNote: string | null
  reviewedAt: Date | null
  createdAt: Date
}

export const insertReceiver = (sql: Sql | Tx, receiver: Receiver) => sql`
  insert into receivers (merchant_id, id, status, fantasy_name, cnpj, review_note, reviewed_at, revision, created_at)
  select merchant_id, id, status, fantasy_name, cnpj, review_note, reviewed_at, revision, created_at
    from json_populate_recordset(null::receivers, ${rows([receiver])}::text::json)`

export const insertAccount = (sql: Sql | Tx, account: ReceiverAccount) => sql`
  insert into receiver_accounts (merchant_id, id, receiver_id, bank_code, bank_name, agency, number, owner_cnpj,
                                 pix_key, status, created_at)
  select merchant_id, id, receiver_id, bank_code, bank_name, agency, number, owner_cnpj, pix_key, status, created_at
    from json_populate_recordset(null::receiver_accounts, ${rows([account])}::text::json)`

export const selectReceiver = async (sql: Sql, merchantId: string, id: string): Promise<Receiver | undefined> => {
  const [receiver] = await sql<Receiver[]>`select * from receivers where merchant_id = ${merchantId} and id = ${id}`
  return receiver
}

export const lockReceiver = async (tx: Tx, merchantId: string, id: string): Promise<Receiver | undefined> => {
  const [receiver] = await tx<Receiver[]>`
    select * from receivers where merchant_id = ${merchantId} and id = ${id} for update`
  return receiver
}

export const updateReview = (tx: Tx, { merchantId, id, status, reviewNote, reviewedAt }: Receiver) => tx`
  update receivers set status = ${status}, review_note = ${reviewNote}, reviewed_at = ${reviewedAt}
   where merchant_id = ${merchantId} and id = ${id}`

export const updateReceiver = (tx: Tx, { merchantId, id, fantasyName, cnpj, revision }: Receiver) => tx`
  update receivers set fantasy_name = ${fantasyName}, cnpj = ${cnpj}, revision = ${revision}
   where merchant_id = ${merchantId} and id = ${id}`

export const updateAccountOwners = (tx: Tx, { merchantId, id, cnpj }: Receiver) => tx`
  update receiver_accounts set owner_cnpj = ${cnpj}, pix_key = ${cnpj}
   where merchant_id = ${merchantId} and receiver_id = ${id}`

export const selectAccount = async (
  sql: Sql | Tx,
  merchantId: string,
  id: string,
): Promise<ReceiverAccount | undefined> => {
  const [account] = await sql<ReceiverAccount[]>`
    select * from receiver_accounts where merchant_id = ${merchantId} and id = ${id}`
  return account
}

export const selectReceiversLike = (sql: Sql, merchantId: string, { ids, cnpjs }: { ids: string[]; cnpjs: string[] }) =>
  sql<Receiver[]>`
    select * from receivers where merchant_id = ${merchantId} and (id = any(${ids}) or cnpj = any(${cnpjs})) order by id`

export const selectAccountsOfMany = (sql: Sql, merchantId: string, receiverIds: string[]) => sql<ReceiverAccount[]>`
  select * from receiver_accounts where merchant_id = ${merchantId} and receiver_id = any(${receiverIds}) order by id`

type AccountsReview = {
  from: AccountStatus[]
  to: AccountStatus
  note: string | null
  at: Date
  /** One of them; otherwise all of the receiver's that wait. */
  accountId?: string
}

export const reviewAccounts = (
  tx: Tx,
  { merchantId, id }: Receiver,
  { from, to, note, at, accountId }: AccountsReview,
) =>
  tx<ReceiverAccount[]>`
    update receiver_accounts set status = ${to}, review_note = ${note}, reviewed_at = ${at}
     where merchant_id = ${merchantId} and receiver_id = ${id} and status = any(${from})
       ${accountId === undefined ? tx`` : tx`and id = ${accountId}`}
    returning *`

export const selectAccounts = (sql: Sql, merchantId: string, receiverId: string, limit: number, offset: number) =>
  sql<ReceiverAccount[]>`
    select * from receiver_accounts where merchant_id = ${merchantId} and receiver_id = ${receiverId}
     order by id limit ${limit} offset ${offset}`

type Filter = { merchantId: string; status: ReceiverStatus | undefined }

const matching = (sql: Sql, { merchantId, status }: Filter) => sql`
  merchant_id = ${merchantId} ${status === undefined ? sql`` : sql`and status = ${status}`}`

export const selectReceivers = (sql: Sql, filter: Filter, limit: number, offset: number) => sql<Receiver[]>`
  select * from receivers where ${matching(sql, filter)} order by id desc limit ${limit} offset ${offset}`

export const countReceivers = (sql: Sql, filter: Filter): Promise<Total> =>
  countRows(sql, sql`select 1 from receivers where ${matching(sql, filter)}`)

export type ReceiverFilter = { merchantId: string; status: ReceiverStatus | undefined; search: string | undefined }

/** `search` is part of the name, or the beginning of the number. */
export const selectReceiverPage = (
  sql: Sql,
  { merchantId, status, search }: ReceiverFilter,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
) => sql<Receiver[]>`
  select * from receivers
   where ${matching(sql, { merchantId, status })} ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
     ${
       search === undefined
         ? sql``
         : sql`and (strpos(lower(fantasy_name), lower(${search})) > 0 or starts_with(cnpj, ${normalizeTaxNumber(search)}))`
     }
   order by id desc limit ${limit}`

export type WaitingReceiver = Receiver & { merchantName: string }

/** Of all merchants, the longest waiting first. */
export const selectWaiting = (sql: Sql, { limit, afterId }: { limit: number; afterId: string | undefined }) =>
  sql<WaitingReceiver[]>`
    select r.*, m.name as merchant_name from receivers r join merchants m on m.id = r.merchant_id
     where r.status = 'Pending' ${afterId === undefined ? sql`` : sql`and r.id > ${afterId}`}
     order by r.id limit ${limit}`

export type WaitingAccount = ReceiverAccount & { receiverName: string; merchantName: string }

/** Accounts that came after the review of their receivers, of all merchants; whichever has waited longest comes first. */
export const selectWaitingAccounts = (sql: Sql, { limit, afterId }: { limit: number; afterId: string | undefined }) =>
  sql<WaitingAccount[]>`
    select a.*, r.fantasy_name as receiver_name, m.name as merchant_name
      from receiver_accounts a
      join receivers r on r.merchant_id = a.merchant_id and r.id = a.receiver_id
      join merchants m on m.id = a.merchant_id
     where a.status = 'Pending' and r.status = 'Approved' ${afterId === undefined ? sql`` : sql`and a.id > ${afterId}`}
     order by a.id limit ${limit}`

/** All accounts of some receivers, of whichever merchants, in the order they were added. */
export const selectAccountsOf = (sql: Sql, receivers: Receiver[]) => sql<ReceiverAccount[]>`
  select a.* from receiver_accounts a
    join unnest(${receivers.map(r => r.merchantId)}::uuid[], ${receivers.map(r => r.id)}::uuid[])
      as requested(merchant_id, receiver_id) using (merchant_id, receiver_id)
   order by a.id limit 1000`
