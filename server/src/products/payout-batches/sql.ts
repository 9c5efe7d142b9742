import type { Micros } from '../../platform/brazil/money.ts'
import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import type { State } from '../../money/transactions/states.ts'
import {
  type Batch,
  type BatchKind,
  type BatchRow,
  type BatchState,
  type RowState,
  bornRow,
  madeRow,
  mostRows,
  refusedRow,
  runningBatch,
} from './states.ts'

/** A state as a constant of the SQL text, not as a parameter: only then does the planner use the partial indexes. */
const the = (sql: Sql | Tx, state: BatchState | RowState) => sql.unsafe(`'${state}'`)

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, state, kind, name, order_id, row_count, amount, charges, charge_fixed, charge_rate, made_count,
  made_amount, refused_count, refused_amount, webhook_url, webhook_header_name, webhook_header_value, key_id, person_id,
  idempotency_key, request_hash, created_at, decided_at, completed_at, next_step_at`

const rowColumns = (sql: Sql | Tx) => sql`
  merchant_id, batch_id, number, id, state, amount, charges, order_id, description, name, tax_number, key_type, pix_key,
  receiver_id, account_id, metadata`

/** Inserts a new batch; if its idempotency key was used before, inserts and returns nothing. */
export const insertBatch = (tx: Tx, batch: Batch) => tx<{ id: string }[]>`
  insert into payout_batches (${columns(tx)})
  select ${columns(tx)} from json_populate_recordset(null::payout_batches, ${rows([batch])}::text::json)
      on conflict (merchant_id, idempotency_key) do nothing
  returning id`

export const insertRows = (tx: Tx, all: BatchRow[]) => tx`
  insert into payout_batch_rows (${rowColumns(tx)})
  select ${rowColumns(tx)} from json_populate_recordset(null::payout_batch_rows, ${rows(all)}::text::json)`

export const selectBatch = async (sql: Sql | Tx, merchantId: string, id: string): Promise<Batch | undefined> => {
  const [batch] = await sql<Batch[]>`
    select ${columns(sql)} from payout_batches where merchant_id = ${merchantId} and id = ${id}`
  return batch
}

export const selectBatchByKey = async (
  sql: Sql | Tx,
  merchantId: string,
  keys: string[],
): Promise<Batch | undefined> => {
  const [batch] = await sql<Batch[]>`
    select ${columns(sql)} from payout_batches where merchant_id = ${merchantId} and idempotency_key = any(${keys}::text[])`
  return batch
}

/** A batch with the merchant's webhook URL, which is used if the batch has none of its own. */
export type LockedBatch = Batch & { merchantWebhookUrl: string | null }

/** Locks the batch until commit: one decision, and one row of it, at a time. */
export const lockBatch = async (tx: Tx, merchantId: string, id: string): Promise<LockedBatch | undefined> => {
  const [batch] = await tx<LockedBatch[]>`
    select b.*, m.webhook_url as merchant_webhook_url
      from payout_batches b join merchants m on m.id = b.merchant_id
     where b.merchant_id = ${merchantId} and m.id = ${merchantId} and b.id = ${id} for update of b`
  return batch
}

/** Writes the columns that can change, except the counts. */
export const updateBatch = (tx: Tx, { merchantId, id, ...batch }: Batch) => tx`
  update payout_batches
     set state = ${batch.state}, decided_at = ${batch.decidedAt}, completed_at = ${batch.completedAt},
         next_step_at = ${batch.nextStepAt}
   where merchant_id = ${merchantId} and id = ${id}`

/** Under the lock of its batch. */
export const isStillWaiting = async (tx: Tx, { merchantId, batchId, number }: BatchRow): Promise<boolean> => {
  const [waiting] = await tx`
    select 1 as one from payout_batch_rows
     where merchant_id = ${merchantId} and batch_id = ${batchId} and number = ${number} and state = ${the(tx, bornRow)}`
  return waiting !== undefined
}

/** Writes the result of a waiting row and counts it; returns nothing if the row does not wait any more. */
export const endRow = (tx: Tx, { merchantId, batchId, number, ...row }: BatchRow) => tx<{ amount: bigint }[]>`
  with ended as (
    update payout_batch_rows
       set state = ${row.state}, transaction_id = ${row.transactionId}, reason = ${row.reason}, message = ${row.message},
           ended_at = ${row.endedAt}
     where merchant_id = ${merchantId} and batch_id = ${batchId} and number = ${number} and state = ${the(tx, bornRow)}
    returning state, amount)
  update payout_batches b
     set made_count = made_count + (e.state = ${the(tx, madeRow)})::int,
         made_amount = made_amount + case when e.state = ${the(tx, madeRow)} then e.amount else 0 end,
         refused_count = refused_count + (e.state = ${the(tx, refusedRow)})::int,
         refused_amount = refused_amount + case when e.state = ${the(tx, refusedRow)} then e.amount else 0 end
    from ended e
   where b.merchant_id = ${merchantId} and b.id = ${batchId}
  returning e.amount`

/** Refuses all rows that still wait, under the lock of their batch, and returns the new counts. */
export const refuseWaiting = async (tx: Tx, { merchantId, id }: Batch, reason: string, endedAt: Date) => {
  const [counted] = await tx<Pick<Batch, 'refusedCount' | 'refusedAmount'>[]>`
    with ended as (
      update payout_batch_rows set state = ${the(tx, refusedRow)}, reason = ${reason}, ended_at = ${endedAt}
       where merchant_id = ${merchantId} and batch_id = ${id} and state = ${the(tx, bornRow)}
      returning amount)
    update payout_batches b
       set refused_count = refused_count + e.count, refused_amount = refused_amount + e.amount
      from (select count(amount)::int as count, coalesce(sum(amount), 0)::bigint as amount from ended) e
     where b.merchant_id = ${merchantId} and b.id = ${id}
    returning b.refused_count, b.refused_amount`
  return counted
}

export const claimBatches = (sql: Sql, now: Date, leaseUntil: Date, most: number) =>
  perMerchantWithRows(
    sql,
    most,
    () => sql`
      select merchant_id from payout_batches where state = ${the(sql, runningBatch)} and next_step_at <= ${now}
       group by 1 order by min(next_step_at) limit ${most}`,
    (own, share) => sql<Batch[]>`
      with due as (
        select merchant_id, id from payout_batches
         where state = ${the(sql, runningBatch)} and next_step_at <= ${now} ${own.tenantFilter('merchant_id')}
         order by next_step_at limit ${share} for update skip locked)
      update payout_batches b set next_step_at = ${leaseUntil} from due
       where b.merchant_id = due.merchant_id and b.id = due.id ${own.tenantFilter('b.merchant_id')}
      returning b.*`,
  )

/** Only for the worker that leased it last. */
export const planStep = (sql: Sql, { merchantId, id, nextStepAt: leasedUntil }: Batch, nextStepAt: Date) => sql`
  update payout_batches set next_step_at = ${nextStepAt}
   where merchant_id = ${merchantId} and id = ${id} and state = ${the(sql, runningBatch)} and next_step_at = ${leasedUntil}`

export const selectWaitingRows = (sql: Sql, { merchantId, id }: Batch, most: number) => sql<BatchRow[]>`
  select * from payout_batch_rows
   where merchant_id = ${merchantId} and batch_id = ${id} and state = ${the(sql, bornRow)} order by number limit ${most}`

type Filter = {
  merchantId: string
  kinds: readonly BatchKind[]
  state?: BatchState | undefined
  beforeId: string | undefined
}

export const selectBatches = (sql: Sql, { merchantId, kinds, state, beforeId }: Filter, limit: number) => sql<Batch[]>`
  select ${columns(sql)} from payout_batches
   where merchant_id = ${merchantId} and kind = any(${[...kinds]})
     ${state === undefined ? sql`` : sql`and state = ${state}`}
     ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`

/** A row with the state of its transaction and the cause of its failure; null: it has no transaction. */
export type ReadRow = BatchRow & { transactionState: State | null; errorCause: string | null }

type Rows = { merchantId: string; batchId: string; state?: RowState | undefined; after: number }

/** In their order. */
export const selectRows = (sql: Sql, { merchantId, batchId, state, after }: Rows, limit: number) => sql<ReadRow[]>`
  select r.*, t.state as transaction_state, t.error_cause
    from payout_batch_rows r
    left join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
   where r.merchant_id = ${merchantId} and r.batch_id = ${batchId} and r.number > ${after}
     ${state === undefined ? sql`` : sql`and r.state = ${state}`}
   order by r.number limit ${limit}`

/**
 * Rows that were not paid and will not be, in order: refused ones, and those whose transaction ended without payment.
 * Rows that a bank may still pay are left out: they have a bank order or an open exception. So are rows that a later
 * batch contains, unless that batch was rejected or cancelled, which is final.
 */
export const selectUnpaidRows = (sql: Sql | Tx, { merchantId, id }: Batch, most: number) => sql<BatchRow[]>`
  select r.* from payout_batch_rows r
    left join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
   where r.merchant_id = ${merchantId} and r.batch_id = ${id}
     and (r.state = ${the(sql, refusedRow)} or t.state in ('Error', 'Cancelled')
          and not exists (select 1 from bank_orders o where o.merchant_id = ${merchantId} and o.transaction_id = t.id)
          and not exists (select 1 from bank_exceptions e
                           where e.merchant_id = ${merchantId} and e.transaction_id = t.id and e.state = 'Open'))
     and not exists (select 1 from payout_batches b
                      where b.merchant_id = ${merchantId} and b.id = r.again_in
                        and b.state not in ('Rejected', 'Cancelled'))
   order by r.number limit ${most}`

/** Under the lock of their batch. */
export const markAgain = (tx: Tx, { merchantId, id }: Batch, numbers: readonly number[], againIn: string) => tx`
  update payout_batch_rows set again_in = ${againIn}
   where merchant_id = ${merchantId} and batch_id = ${id} and number = any(${[...numbers]}::int[])`

/** Later batches that contain rows of this one, newest first. */
export const selectAgain = (sql: Sql, { merchantId, id }: Batch, most: number) => sql<Pick<Batch, 'id' | 'name'>[]>`
  select b.id, b.name from payout_batches b
   where b.merchant_id = ${merchantId} and b.state not in ('Rejected', 'Cancelled')
     and b.id in (select again_in from payout_batch_rows where merchant_id = ${merchantId} and batch_id = ${id})
   order by b.id desc limit ${most}`

export type StateSum = { state: State; count: number; amount: Micros }

/** The outcomes of the transactions of a batch. */
export const sumMade = (sql: Sql, { merchantId, id }: Batch) => sql<StateSum[]>`
  select state, count(*)::int as count, sum(amount)::bigint as amount
    from (select t.state, r.amount from payout_batch_rows r
            join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
           where r.merchant_id = ${merchantId} and r.batch_id = ${id} and r.state = ${the(sql, madeRow)} limit ${mostRows}) made
   group by state`

export type WaitingBatch = Batch & { merchantName: string }

/** Batches that wait for the operator's approval, of all merchants, oldest first. */
export const selectForOperator = (sql: Sql, limit: number) => sql<WaitingBatch[]>`
  select b.*, m.name as merchant_name
    from payout_batches b join merchants m on m.id = b.merchant_id
   where b.state = 'Pending' and b.amount > m.operator_approves_above
     and not exists (select 1 from approval_steps s
                      where s.merchant_id = b.merchant_id and s.request_id = b.id
                        and s.realm = 'Operator' and s.status = 'Approved')
   order by b.id limit ${limit}`
