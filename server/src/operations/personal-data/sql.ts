import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Person } from './person.ts'
import { type PersonalTable, type TableName, rowOf } from './register.ts'
import { type DataRequest, requestMove } from './states.ts'

type Column = { name: string; type: string }
export type Fields = Record<string, never>

/** A row of a table of the register. `key`: its primary key as text, in order. */
export type FoundRow = {
  key: string[]
  data: Fields
  merchantId: string | null
  transactionId: string | null
  /** Since when the law requires that it is kept; null: it does not. */
  keptFrom: Date | null
  inUse: boolean
  /** Of the account of the person. */
  isOwn: boolean
}

/** The primary key of a table, and whether its rows belong to merchants. */
export const selectKey = async (sql: Sql | Tx, table: string): Promise<{ key: Column[]; hasMerchant: boolean }> => {
  const key = await sql<Column[]>`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = ${table}::text::regclass and i.indisprimary order by k.place`
  const [owner] = await sql`
    select 1 as found from pg_attribute where attrelid = ${table}::text::regclass and attname = 'merchant_id' and not attisdropped`
  return { key: [...key], hasMerchant: owner !== undefined }
}

type Key = Awaited<ReturnType<typeof selectKey>>
type Place = { table: string; key: Key['key']; hasMerchant: boolean; merchantId: string | null }

const names = (columns: readonly Column[], of = '') => columns.map(({ name }) => `${of}${name}`).join(', ')

/** A stored key as a row of values of the right types. */
const asRow = (sql: Sql | Tx, key: readonly Column[], values: readonly string[]) => {
  const json = JSON.stringify(values)
  const items = key.map(({ type }, i) => sql`(${json}::text::jsonb ->> ${sql.unsafe(String(i))})::${sql.unsafe(type)}`)
  return sql`(${items.reduce((one, next) => sql`${one}, ${next}`)})`
}

const ofMerchant = (sql: Sql | Tx, { hasMerchant, merchantId }: Pick<Place, 'hasMerchant' | 'merchantId'>) =>
  merchantId === null ? sql`` : hasMerchant ? sql`and merchant_id = ${merchantId}` : sql`and false`

/** The last key of the next range; undefined: there are no more rows. */
export const selectRangeEnd = async (
  sql: Sql | Tx,
  place: Place & { after: string[] | null; rows: number },
): Promise<string[] | undefined> => {
  const { table, key, after, rows } = place
  const [last] = await sql<{ key: string[] }[]>`
    select to_jsonb(array[${sql.unsafe(key.map(({ name }) => `${name}::text`).join(', '))}]) as key from (
      select ${sql.unsafe(names(key))} from ${sql.unsafe(table)}
       where true ${ofMerchant(sql, place)}
         ${after === null ? sql`` : sql`and (${sql.unsafe(names(key))}) > ${asRow(sql, key, after)}`}
       order by ${sql.unsafe(names(key))} limit ${rows}) range
     order by ${sql.unsafe(key.map(({ name }) => `range.${name} desc`).join(', '))} limit 1`
  return last?.key
}

const textOf = (columns: readonly string[]) => `concat_ws(' ', ${columns.map(column => `${column}::text`).join(', ')})`

/** Asked of rows that are locked only. */
const inUse = (sql: Sql | Tx, row: PersonalTable, merchantId: string | null) => {
  const parts = (row.inUse ?? 'false').split('$merchant').map(part => sql`${sql.unsafe(part)}`)
  return parts.reduce((one, next) => sql`${one}${merchantId}::uuid${next}`)
}

const selected = (
  sql: Sql | Tx,
  { key, hasMerchant }: Pick<Place, 'key' | 'hasMerchant'>,
  row: PersonalTable,
  { person, locks, merchantId }: { person: Person; locks: boolean; merchantId: string | null },
) => {
  const columns = Object.keys(row.columns)
  const pairs = columns.map(column => `'${column}', ${column}`).join(', ')
  const transaction =
    row.ofTransaction === 'id' ? 'id' : row.ofTransaction === 'transaction_id' ? 'transaction_id' : 'null'
  return sql`
    to_jsonb(array[${sql.unsafe(key.map(({ name }) => `${name}::text`).join(', '))}]) as key,
    jsonb_build_object(${sql.unsafe(pairs)}) as data,
    ${sql.unsafe(hasMerchant ? 'merchant_id' : 'null::uuid')} as merchant_id,
    ${sql.unsafe(transaction)}::text as transaction_id,
    ${sql.unsafe(row.keptFrom ?? 'null')}::timestamptz as kept_from,
    ${locks ? inUse(sql, row, merchantId) : sql`false`} as in_use,
    ${row.ofPerson === undefined ? sql`false` : sql`${sql.unsafe(row.ofPerson)}::text = any(${person.personIds}::text[])`} as is_own`
}

/** By an identifier in any of the columns, by the account, or by the name of somebody who works with the portal. */
export const selectMatches = (
  sql: Sql | Tx,
  place: Place & { table: TableName; after: string[] | null; until: string[] },
  { person, pattern, limit, locks }: { person: Person; pattern: string; limit: number; locks: boolean },
) => {
  const { table, key, merchantId, after, until } = place
  const row = rowOf(table)
  const columns = Object.keys(row.columns)
  const staff = columns.filter(column => row.columns[column] === 'staff')
  return sql<FoundRow[]>`
    select ${selected(sql, place, row, { person, locks, merchantId })} from ${sql.unsafe(table)}
     where (${sql.unsafe(names(key))}) <= ${asRow(sql, key, until)} ${ofMerchant(sql, place)}
       ${after === null ? sql`` : sql`and (${sql.unsafe(names(key))}) > ${asRow(sql, key, after)}`}
       and (${sql.unsafe(textOf(columns))} ~* ${pattern}
         ${row.ofPerson === undefined ? sql`` : sql`or ${sql.unsafe(row.ofPerson)}::text = any(${person.personIds}::text[])`}
         ${staff.length === 0 || person.personIds.length === 0 ? sql`` : sql`or array[${sql.unsafe(staff.join(', '))}]::text[] && ${person.names}::text[]`})
     order by ${sql.unsafe(names(key))} limit ${limit} ${locks ? sql`for update` : sql``}`
}

/** The rows of a table that belong to payments of one merchant. */
export const selectOfPayments = (
  sql: Sql | Tx,
  place: Pick<Place, 'key' | 'hasMerchant'> & { table: TableName },
  { merchantId, ids, person, locks }: { merchantId: string; ids: string[]; person: Person; locks: boolean },
) => {
  const row = rowOf(place.table)
  const of = {
    id: sql`id = any(${ids}::uuid[])`,
    transaction_id: sql`transaction_id = any(${ids}::uuid[])`,
    bill_id: sql`bill_id = any(${ids}::uuid[])`,
    subject: sql`subject = any(${ids}::text[])`,
    event: sql`event_id in (select id from webhook_events where merchant_id = ${merchantId} and transaction_id = any(${ids}::uuid[]))`,
    owner: sql`(request_id in (select id from payment_requests where merchant_id = ${merchantId} and transaction_id = any(${ids}::uuid[]))
      or dispute_id in (select id from disputes where merchant_id = ${merchantId} and transaction_id = any(${ids}::uuid[])))`,
  }
  return sql<FoundRow[]>`
    select ${selected(sql, place, row, { person, locks, merchantId })} from ${sql.unsafe(place.table)}
     where merchant_id = ${merchantId} and ${row.ofTransaction === undefined ? sql`false` : of[row.ofTransaction]}
     order by ${sql.unsafe(names(place.key))} ${locks ? sql`for update` : sql``}`
}

export type Payment = { merchantId: string; id: string }

/** Payments whose payer or recipient has one of the documents, as the indexes of transactions find them. */
export const selectPayments = (
  sql: Sql | Tx,
  {
    documents,
    merchantId,
    after,
    limit,
  }: { documents: string[]; merchantId: string | null; after: Payment | null; limit: number },
) => {
  const of = merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`
  const later = after === null ? sql`` : sql`and (merchant_id, id) > (${after.merchantId}, ${after.id})`
  return sql<Payment[]>`
    (select merchant_id, id from transactions
      where counterparty is not null and coalesce(counterparty->>'cpf', counterparty->>'cnpj') = any(${documents}::text[]) ${of} ${later}
      order by merchant_id, id limit ${limit})
    union
    (select merchant_id, id from transactions
      where participant is not null
        and participant->>'taxNumber' is distinct from coalesce(counterparty->>'cpf', counterparty->>'cnpj')
        and participant->>'taxNumber' = any(${documents}::text[]) ${of} ${later}
      order by merchant_id, id limit ${limit})
    order by 1, 2 limit ${limit}`
}

/**
 * Which of these can be erased: finished, with nothing left to send, to return or to decide, and no longer counted by a limit
 * of its recipient. Locked until commit.
 */
export const lockFinished = (
  tx: Tx,
  { merchantId, ids, now, today }: { merchantId: string; ids: string[]; now: Date; today: Date },
) => tx<{ id: string }[]>`
  select t.id from transactions t join merchants m on m.id = t.merchant_id
   where t.merchant_id = ${merchantId} and t.id = any(${ids}::uuid[])
     and t.state not in ('Requested', 'Created', 'Registered', 'ToSettle') and t.refunding_amount = 0 and t.disputed_amount = 0
     and not exists (select 1 from bank_orders o where o.merchant_id = t.merchant_id and o.transaction_id = t.id)
     and not exists (select 1 from bank_exceptions e where e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.state = 'Open')
     and not exists (select 1 from disputes d where d.merchant_id = t.merchant_id and d.transaction_id = t.id and d.ended_at is null)
     and not exists (select 1 from webhook_events w where w.merchant_id = t.merchant_id and w.transaction_id = t.id and w.stage <> 'Finished')
     and not exists (
       select 1 from postings p
        where p.merchant_id = t.merchant_id and p.transaction_id = t.id and p.name = 'cashOutHeld'
          and t.operation in ('pixCashOut', 'companyPayment') and t.state not in ('Cancelled', 'Error')
          and (m.recipient_daily_limit is not null and p.posted_at >= ${today}
            or m.new_recipient_limit is not null and p.posted_at > ${now}::timestamptz - make_interval(hours => m.new_recipient_hours)))
   order by t.id for update of t`

/**
 * The only place that writes tables of other folders: what it may write is the register, and only to erase. One function for all
 * of them, so that a column of the register cannot be left out.
 */
export const updateErased = (
  tx: Tx,
  place: { table: TableName; key: Key['key']; merchantId: string | null },
  rows: readonly { key: readonly string[]; data: object }[],
) => {
  const { table, key, merchantId } = place
  const columns = Object.keys(rowOf(table).columns)
  return tx`
    update ${tx.unsafe(table)} t
       set ${tx.unsafe(columns.map(column => `${column} = (r.erased).${column}`).join(', '))}
      from (select row -> 'key' as key, jsonb_populate_record(null::${tx.unsafe(table)}, row -> 'data') as erased
              from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) row) r
     where ${tx.unsafe(key.map(({ name, type }, i) => `t.${name} = (r.key ->> ${i})::${type}`).join(' and '))}
       ${merchantId === null ? tx`` : tx`and t.merchant_id = ${merchantId}`}`
}

export const deleteErased = (
  tx: Tx,
  { table, key }: { table: TableName; key: Key['key'] },
  keys: readonly string[][],
) => tx`
  delete from ${tx.unsafe(table)}
   where (${tx.unsafe(names(key))}) in (
     select ${tx.unsafe(key.map(({ type }, i) => `(k ->> ${i})::${type}`).join(', '))}
       from jsonb_array_elements(${JSON.stringify(keys)}::text::jsonb) k)`

/** Names and keys under which a person with these documents was paid or has paid, and the documents behind a key. */
export const selectAliases = (
  sql: Sql,
  { documents, keys, merchantId }: { documents: string[]; keys: string[]; merchantId: string | null },
  most: number,
) => {
  const ofMerchant = merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`
  return sql<{ name: string | null; document: string | null; pixKey: string | null }[]>`
    (select distinct counterparty->>'name' as name, null as document,
            case when state = 'Completed' and operation = 'pixCashOut' then pix_key end as pix_key
       from transactions
      where counterparty is not null and coalesce(counterparty->>'cpf', counterparty->>'cnpj') = any(${documents}::text[])
        ${ofMerchant}
      limit ${most})
    union
    (select distinct participant->>'name', null, null from transactions
      where participant is not null and participant->>'taxNumber' is distinct from coalesce(counterparty->>'cpf', counterparty->>'cnpj')
        and participant->>'taxNumber' = any(${documents}::text[]) ${ofMerchant}
      limit ${most})
    union
    (select distinct name, null, null from payout_recipients where tax_number = any(${documents}::text[]) ${ofMerchant} limit ${most})
    union
    (select distinct name, null, null from customers where document = any(${documents}::text[]) ${ofMerchant} limit ${most})
    union
    (select distinct name, null, null from payout_batch_rows
      where tax_number = any(${documents}::text[]) ${ofMerchant} limit ${most})
    union
    (select distinct counterparty->>'name', coalesce(counterparty->>'cpf', counterparty->>'cnpj'), null from transactions
      where pix_key = any(${keys}::text[]) and state = 'Completed' and operation = 'pixCashOut' ${ofMerchant}
      limit ${most})`
}

/** Entries of the audit log in which the person is named: by an identifier, as their author, or about their payments and other rows. */
export const selectEntries = (
  sql: Sql | Tx,
  { after, until, merchantId }: { after: string[] | null; until: string[]; merchantId: string | null },
  { person, pattern, subjects }: { person: Person; pattern: string; subjects: string[] },
) => sql<AuditRow[]>`
  select merchant_id, sequence, at, person_name, subject, details, address,
         coalesce(person_id::text = any(${person.personIds}::text[]), false) as is_own
    from audit_entries
   where (merchant_id, sequence) <= (${until[0] ?? ''}::uuid, ${until[1] ?? ''}::int8)
     ${after === null ? sql`` : sql`and (merchant_id, sequence) > (${after[0] ?? ''}::uuid, ${after[1] ?? ''}::int8)`}
     ${merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`}
     and (person_id::text = any(${person.personIds}::text[]) or subject = any(${subjects}::text[])
       or concat_ws(' ', person_name, subject, details::text) ~* ${pattern})
   order by merchant_id, sequence`

export type AuditRow = {
  merchantId: string
  sequence: bigint
  at: Date
  personName: string
  subject: string
  details: Record<string, unknown>
  address: string
  isOwn: boolean
}

export const insertRequest = async (tx: Tx, request: DataRequest): Promise<boolean> =>
  (
    await tx`
      insert into personal_data_requests (id, merchant_id, kind, state, person_hashes, sealed_person, requested_by, next_step_at, created_at)
      values (${request.id}, ${request.merchantId}, ${request.kind}, ${request.state}, ${request.personHashes},
              ${request.sealedPerson}, ${request.requestedBy}, ${request.nextStepAt}, ${request.createdAt})
          on conflict do nothing`
  ).count === 1

/** One that is under way for the same person. */
export const selectOpen = async (
  tx: Tx,
  { merchantId, kind, personHashes }: DataRequest,
): Promise<DataRequest | undefined> => {
  const [found] = await tx<DataRequest[]>`
    select * from personal_data_requests
     where kind = ${kind} and state = ${requestMove('request').to} and merchant_id is not distinct from ${merchantId}
       and person_hashes = ${personHashes}::text[]`
  return found
}

export const selectRequests = (
  sql: Sql,
  { merchantId, before, limit }: { merchantId: string | null; before: string | undefined; limit: number },
) => sql<DataRequest[]>`
  select * from personal_data_requests
   where merchant_id is not distinct from ${merchantId} ${before === undefined ? sql`` : sql`and id < ${before}`}
   order by id desc limit ${limit}`

export const selectRequest = async (sql: Sql | Tx, id: string): Promise<DataRequest | undefined> => {
  const [found] = await sql<DataRequest[]>`select * from personal_data_requests where id = ${id}`
  return found
}

/** Leases a due request to one worker. `attempts` counts claims and fences them. */
export const claimRequest = async (sql: Sql, now: Date, leaseUntil: Date): Promise<DataRequest | undefined> => {
  const [claimed] = await sql<DataRequest[]>`
    update personal_data_requests set attempts = attempts + 1, next_step_at = ${leaseUntil}
     where id = (select id from personal_data_requests where next_step_at <= ${now} order by next_step_at limit 1 for update skip locked)
     returning *`
  return claimed
}

/** False: another worker has taken it over. */
export const updateRequest = async (
  sql: Sql | Tx,
  { id, attempts }: DataRequest,
  change: Pick<
    DataRequest,
    'state' | 'progress' | 'found' | 'kept' | 'waiting' | 'sealedPerson' | 'nextStepAt' | 'fault' | 'doneAt' | 'endsAt'
  >,
): Promise<boolean> =>
  (
    await sql`
      update personal_data_requests
         set state = ${change.state}, progress = ${JSON.stringify(change.progress)}::text::jsonb,
             found = ${JSON.stringify(change.found)}::text::jsonb, kept = ${JSON.stringify(change.kept)}::text::jsonb,
             waiting = ${change.waiting}, sealed_person = ${change.sealedPerson}, next_step_at = ${change.nextStepAt},
             fault = ${change.fault}, done_at = ${change.doneAt}, ends_at = ${change.endsAt}
       where id = ${id} and attempts = ${attempts}`
  ).count === 1

export const renewLease = async (sql: Sql, { id, attempts }: DataRequest, leaseUntil: Date): Promise<boolean> =>
  (
    await sql`update personal_data_requests set next_step_at = ${leaseUntil} where id = ${id} and attempts = ${attempts}`
  ).count === 1

export type Kept = {
  id: string
  merchantId: string | null
  requestId: string
  source: string
  rowKey: string[]
  sealed: string
  personHashes: string[]
  until: Date
  createdAt: Date
}

export const insertKept = async (tx: Tx, kept: readonly Kept[]): Promise<void> => {
  for (const one of kept)
    await tx`
      insert into kept_personal_data (id, merchant_id, request_id, source, row_key, sealed, person_hashes, until, created_at)
      values (${one.id}, ${one.merchantId}, ${one.requestId}, ${one.source}, ${JSON.stringify(one.rowKey)}::text::jsonb,
              ${one.sealed}, ${one.personHashes}, ${one.until}, ${one.createdAt})`
}

export const selectKept = (
  sql: Sql,
  {
    personHashes,
    merchantId,
    after,
    limit,
  }: { personHashes: string[]; merchantId: string | null; after: string; limit: number },
) => sql<Kept[]>`
  select * from kept_personal_data
   where person_hashes && ${personHashes}::text[] and id > ${after} ${merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`}
   order by id limit ${limit}`

/** Whose term has ended. */
export const deleteKept = async (sql: Sql, now: Date, most: number): Promise<number> =>
  (
    await sql`
      delete from kept_personal_data where id in (select id from kept_personal_data where until <= ${now} order by until limit ${most})`
  ).count

export const selectSealedKept = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed from kept_personal_data where id > ${after} order by id limit ${most}`

export const updateSealedKept = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update kept_personal_data set sealed = ${sealed} where id = ${id} and sealed = ${before}`

export const selectSealedPeople = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed_person as sealed from personal_data_requests
   where id > ${after} and sealed_person is not null order by id limit ${most}`

export const updateSealedPerson = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update personal_data_requests set sealed_person = ${sealed} where id = ${id} and sealed_person = ${before}`

/** Whose file can no longer be downloaded. */
export const selectEnded = (sql: Sql, now: Date, most: number) => sql<DataRequest[]>`
  select * from personal_data_requests where ends_at <= ${now} order by ends_at limit ${most}`

export const clearEnded = (sql: Sql, id: string) => sql`
  update personal_data_requests set ends_at = null, sealed_person = null where id = ${id}`
