import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { type Sql, type Tx, recordset, rows } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import type { Bill, BillState, WholeBill } from './bill.ts'

const columns = (sql: Sql | Tx) => sql`
  due_date, on_time_until, payable_days_after_due, payable_until, terms, lines, payer_contact, revision, changes,
  paid_on,  paid_original, paid_fine, paid_interest, paid_rebate, paid_discount`

/** Days are read as text: a driver would make moments of them. */
const read = (sql: Sql | Tx) => sql`
  b.due_date::text, b.on_time_until::text, b.payable_days_after_due, b.payable_until::text, b.terms, b.lines,
  b.payer_contact, b.revision, b.changes, b.asked_change, b.paid_on::text, b.paid_original, b.paid_fine, b.paid_interest, b.paid_rebate,
  b.paid_discount`

const ofBoleto = (sql: Sql | Tx) => sql`o.our_number, o.bank_number, o.barcode, o.txid as boleto_txid`

export const insertBills = (tx: Tx, bills: Bill[]) =>
  perMerchant(
    tx,
    bills,
    (some, own) => tx`
      insert into bills (merchant_id, id, ${columns(tx)})
      select ${own.id}, id, ${columns(tx)}
        from ${own.place} ${recordset('bills', some)} n`,
  )

export const selectBill = async (sql: Sql | Tx, merchantId: string, id: string): Promise<WholeBill | undefined> => {
  const [bill] = await sql<WholeBill[]>`
    select t.*, ${read(sql)}, ${ofBoleto(sql)}
      from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
      left join boletos o on o.merchant_id = b.merchant_id and o.id = b.id
     where b.merchant_id = ${merchantId} and b.id = ${id}`
  return bill
}

export const selectBillsOf = (tx: Tx, ids: TransactionId[]) =>
  perMerchant(
    tx,
    ids,
    (some, own) => tx<Bill[]>`
      select b.merchant_id, b.id, ${read(tx)}
        from unnest(${some.map(i => i.merchantId)}::uuid[], ${some.map(i => i.id)}::uuid[]) as paid(merchant_id, id)
        join bills b using (merchant_id, id)
       where true ${own.tenantFilter('b.merchant_id')}`,
  )

/** Writes what a payment says of bills. */
export const updatePaid = (tx: Tx, bills: Bill[]) =>
  perMerchant(
    tx,
    bills,
    (some, own) => tx`
      update bills b
         set paid_on = n.paid_on, paid_original = n.paid_original, paid_fine = n.paid_fine,
             paid_interest = n.paid_interest, paid_rebate = n.paid_rebate, paid_discount = n.paid_discount
        from json_populate_recordset(null::bills, ${rows([...some])}::text::json) n
       where b.merchant_id = n.merchant_id and b.id = n.id ${own.tenantFilter('b.merchant_id')}`,
  )

/** Writes what its bank is asked for, or why that is not to be. */
export const updateAsked = (tx: Tx, { merchantId, id, askedChange }: Pick<Bill, 'merchantId' | 'id' | 'askedChange'>) =>
  tx`
    update bills set asked_change = ${JSON.stringify(askedChange)}::text::jsonb
     where merchant_id = ${merchantId} and id = ${id}`

/** Changes the terms of a bill as its bank has changed them. Under the lock of its transaction. */
export const updateTerms = (tx: Tx, { merchantId, id, ...bill }: Bill) => tx`
    update bills b
       set due_date = n.due_date, on_time_until = n.on_time_until, payable_days_after_due = n.payable_days_after_due,
           payable_until = n.payable_until, terms = n.terms, lines = n.lines, changes = n.changes,
           revision = b.revision + 1, asked_change = null
      from json_populate_recordset(null::bills, ${rows([bill])}::text::json) n
     where b.merchant_id = ${merchantId} and b.id = ${id}`

export type Filter = {
  merchantId: string
  state?: BillState | undefined
  dueFrom?: Day | undefined
  dueUntil?: Day | undefined
  customerId?: string | undefined
  orderId?: string | undefined
  /** Those that a search has found. */
  ids?: readonly string[] | undefined
}

/** Newest first. `today`: by the merchant's clock. */
export const selectBills = (
  sql: Sql,
  { merchantId, state, dueFrom, dueUntil, customerId, orderId, ids }: Filter,
  { today, beforeId, limit }: { today: Day; beforeId: string | undefined; limit: number },
) => sql<WholeBill[]>`
  select t.*, ${read(sql)}, ${ofBoleto(sql)}
    from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
    left join boletos o on o.merchant_id = b.merchant_id and o.id = b.id
   where b.merchant_id = ${merchantId} and t.merchant_id = ${merchantId}
     ${state === undefined ? sql`` : inState(sql, state, today)}
     ${dueFrom === undefined ? sql`` : sql`and b.due_date >= ${dueFrom}::date`}
     ${dueUntil === undefined ? sql`` : sql`and b.due_date <= ${dueUntil}::date`}
     ${customerId === undefined ? sql`` : sql`and t.customer_id = ${customerId} and t.customer_id is not null`}
     ${orderId === undefined ? sql`` : sql`and t.idempotency_key = ${orderKey(orderId)}`}
     ${ids === undefined ? sql`` : sql`and b.id = any(${[...ids]}::uuid[])`}
     ${beforeId === undefined ? sql`` : sql`and b.id < ${beforeId}`}
   order by b.id desc limit ${limit}`

/** `billStateOf` as a condition. */
function inState(sql: Sql, state: BillState, today: Day) {
  const end = sql`(b.payable_until + 1)::timestamp at time zone 'America/Sao_Paulo'`
  switch (state) {
    case 'Open':
      return sql`and t.state in ('Created', 'Registered') and b.on_time_until >= ${today}::date`
    case 'Overdue':
      return sql`and t.state in ('Created', 'Registered') and b.on_time_until < ${today}::date
                 and b.payable_until >= ${today}::date`
    case 'Paid':
      return sql`and t.state in ('ToSettle', 'Completed', 'Refunded', 'Reversed')`
    case 'Cancelled':
      return sql`and (t.state = 'Error' or t.state = 'Cancelled' and t.cancelled_at < ${end})`
    case 'Expired':
      return sql`and (t.state in ('Created', 'Registered') and b.payable_until < ${today}::date
                      or t.state = 'Cancelled' and t.cancelled_at >= ${end})`
  }
}

export type OpenSums = {
  overdueCount: number
  overdueAmount: bigint
  dueCount: number
  dueAmount: bigint
  looked: number
}

/** No bill can be paid longer after its due date, weekends and holidays included. */
const longestPayableDays = 400

/** Sums up what is open and due until a day, of the `most` that are due last. `looked`: of how many. */
export const sumUpOpen = async (
  sql: Sql,
  { merchantId, customerId }: { merchantId: string; customerId: string | undefined },
  { today, until, most }: { today: Day; until: Day; most: number },
): Promise<OpenSums> => {
  const [sums] = await sql<OpenSums[]>`
    select count(*) filter (where state = 'Registered' and is_late)::int as overdue_count,
           coalesce(sum(amount) filter (where state = 'Registered' and is_late), 0)::bigint as overdue_amount,
           count(*) filter (where state = 'Registered' and not is_late)::int as due_count,
           coalesce(sum(amount) filter (where state = 'Registered' and not is_late), 0)::bigint as due_amount,
           count(*)::int as looked
      from (select t.state, t.amount, b.on_time_until < ${today}::date as is_late
              from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
             where b.merchant_id = ${merchantId} and t.merchant_id = ${merchantId}
               and b.due_date <= ${until}::date and b.due_date >= ${today}::date - ${longestPayableDays}::int
               and b.payable_until >= ${today}::date
               ${customerId === undefined ? sql`` : sql`and t.customer_id = ${customerId} and t.customer_id is not null`}
             order by b.due_date desc limit ${most}) open`
  return sums ?? { overdueCount: 0, overdueAmount: 0n, dueCount: 0, dueAmount: 0n, looked: 0 }
}
