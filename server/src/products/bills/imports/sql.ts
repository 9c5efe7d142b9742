import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchantWithRows } from '../../../platform/db/per-merchant.ts'
import {
  type BillImport,
  type ImportRow,
  type ImportState,
  type RowState,
  bornImport,
  bornRow,
  refusedRow,
} from './states.ts'

/** A state as a constant of the SQL text, not as a parameter: only then does the planner use the partial indexes. */
const the = (sql: Sql | Tx, state: ImportState | RowState) => sql.unsafe(`'${state}'`)

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, state, name, row_count, amount, made_count, made_amount, refused_count, refused_amount, key_id,
  person_id, idempotency_key, request_hash, created_at, completed_at, next_step_at`

const rowColumns = (sql: Sql | Tx) => sql`merchant_id, import_id, line, id, state, amount, due_date, order_id, form`

/** Days are read as text: a driver would make moments of them. */
const readRow = (sql: Sql | Tx) => sql`
  r.merchant_id, r.import_id, r.line, r.id, r.state, r.amount, r.due_date::text, r.order_id, r.form, r.bill_id, r.reason,
  r.message, r.ended_at`

/** Inserts a new import; if its idempotency key was used before, inserts and returns nothing. */
export const insertImport = (tx: Tx, one: BillImport) => tx<{ id: string }[]>`
  insert into bill_imports (${columns(tx)})
  select ${columns(tx)} from json_populate_recordset(null::bill_imports, ${rows([one])}::text::json)
      on conflict (merchant_id, idempotency_key) do nothing
  returning id`

export const insertRows = (tx: Tx, all: ImportRow[]) => tx`
  insert into bill_import_rows (${rowColumns(tx)})
  select ${rowColumns(tx)} from json_populate_recordset(null::bill_import_rows, ${rows(all)}::text::json)`

export const selectImport = async (
  sql: Sql | Tx,
  merchantId: string,
  id: string,
  { locks = false } = {},
): Promise<BillImport | undefined> => {
  const [found] = await sql<BillImport[]>`
    select ${columns(sql)} from bill_imports where merchant_id = ${merchantId} and id = ${id}
     ${locks ? sql`for update` : sql``}`
  return found
}

export const selectImportByKey = async (
  sql: Sql | Tx,
  merchantId: string,
  keys: string[],
): Promise<BillImport | undefined> => {
  const [found] = await sql<BillImport[]>`
    select ${columns(sql)} from bill_imports where merchant_id = ${merchantId} and idempotency_key = any(${keys}::text[])`
  return found
}

type ImportsFilter = { merchantId: string; state?: ImportState | undefined; beforeId: string | undefined }

/** Newest first. */
export const selectImports = (sql: Sql, { merchantId, state, beforeId }: ImportsFilter, limit: number) => sql<
  BillImport[]
>`
  select ${columns(sql)} from bill_imports
   where merchant_id = ${merchantId}
     ${state === undefined ? sql`` : sql`and state = ${state}`}
     ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`

/** Writes what changes of an import, under its lock. */
export const updateImport = (tx: Tx, { merchantId, id, ...one }: BillImport) => tx`
  update bill_imports
     set state = ${one.state}, made_count = ${one.madeCount}, made_amount = ${one.madeAmount},
         refused_count = ${one.refusedCount}, refused_amount = ${one.refusedAmount}, completed_at = ${one.completedAt},
         next_step_at = ${one.nextStepAt}
   where merchant_id = ${merchantId} and id = ${id}`

/** Leases running imports to one worker. */
export const claimImports = (sql: Sql, now: Date, leaseUntil: Date, most: number) =>
  perMerchantWithRows(
    sql,
    most,
    () => sql`
      select merchant_id from bill_imports where state = ${the(sql, bornImport)} and next_step_at <= ${now}
       group by 1 order by min(next_step_at) limit ${most}`,
    (own, share) => sql<BillImport[]>`
      with due as (
        select merchant_id, id from bill_imports
         where state = ${the(sql, bornImport)} and next_step_at <= ${now} ${own.tenantFilter('merchant_id')}
         order by next_step_at limit ${share} for update skip locked)
      update bill_imports i set next_step_at = ${leaseUntil} from due
       where i.merchant_id = due.merchant_id and i.id = due.id ${own.tenantFilter('i.merchant_id')}
      returning i.*`,
  )

/** Only for the worker that leased it last. */
export const planStep = (sql: Sql, { merchantId, id, nextStepAt: leasedUntil }: BillImport, nextStepAt: Date) => sql`
  update bill_imports set next_step_at = ${nextStepAt}
   where merchant_id = ${merchantId} and id = ${id} and state = ${the(sql, bornImport)} and next_step_at = ${leasedUntil}`

type Of = Pick<BillImport, 'merchantId' | 'id'>

export const selectWaitingRows = (sql: Sql, { merchantId, id }: Of, most: number) => sql<ImportRow[]>`
  select ${readRow(sql)} from bill_import_rows r
   where r.merchant_id = ${merchantId} and r.import_id = ${id} and r.state = ${the(sql, bornRow)}
   order by r.line limit ${most}`

/** What has become of some rows, under the lock of their import. */
export const selectRowStates = (tx: Tx, { merchantId, id }: Of, lines: readonly number[]) => tx<
  Pick<ImportRow, 'line' | 'state'>[]
>`
  select line, state from bill_import_rows
   where merchant_id = ${merchantId} and import_id = ${id} and line = any(${[...lines]}::int[])`

/** Writes the results of rows that wait, under the lock of their import. What they asked for is not needed any more. */
export const endRows = (tx: Tx, { merchantId, id }: Of, ended: ImportRow[]) => tx`
  update bill_import_rows r
     set state = n.state, form = null, bill_id = n.bill_id, reason = n.reason, message = n.message, ended_at = n.ended_at
    from json_populate_recordset(null::bill_import_rows, ${rows(ended)}::text::json) n
   where r.merchant_id = ${merchantId} and r.import_id = ${id} and r.line = n.line and r.state = ${the(tx, bornRow)}`

/** Refuses all rows that still wait, under the lock of their import, and returns how many and their sum. */
export const refuseWaiting = async (tx: Tx, { merchantId, id }: Of, reason: string, endedAt: Date) => {
  const [sum] = await tx<{ count: number; amount: bigint }[]>`
    with ended as (
      update bill_import_rows set state = ${the(tx, refusedRow)}, form = null, reason = ${reason}, ended_at = ${endedAt}
       where merchant_id = ${merchantId} and import_id = ${id} and state = ${the(tx, bornRow)}
      returning amount)
    select count(amount)::int as count, coalesce(sum(amount), 0)::bigint as amount from ended`
  return sum ?? { count: 0, amount: 0n }
}

/** A row with what its bill says. `barcode`: of a boleto that can be paid. */
export type ReadRow = ImportRow & {
  payerName: string | null
  qrCode: string | null
  hasBoleto: boolean
  barcode: string | null
}

type Rows = { merchantId: string; importId: string; state?: RowState | undefined; after: number }

/** In the order of the file. */
export const selectRows = (sql: Sql, { merchantId, importId, state, after }: Rows, limit: number) => sql<ReadRow[]>`
  select ${readRow(sql)}, coalesce(t.counterparty ->> 'name', r.form -> 'payer' ->> 'name') as payer_name,
         case when t.state = 'Registered' then t.qr_code end as qr_code,
         b.id is not null or coalesce(r.form ->> 'methods' like '%boleto%', false) as has_boleto,
         case when t.state = 'Registered' then b.barcode end as barcode
    from bill_import_rows r
    left join transactions t on t.merchant_id = r.merchant_id and t.id = r.bill_id
    left join boletos b on b.merchant_id = r.merchant_id and b.id = r.bill_id
   where r.merchant_id = ${merchantId} and r.import_id = ${importId} and r.line > ${after}
     ${state === undefined ? sql`` : sql`and r.state = ${state}`}
   order by r.line limit ${limit}`
