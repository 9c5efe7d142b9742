import type { Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { SentPayout } from '../../money/rails/rails.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { findSentBooking } from '../../money/transactions/sent-payments.ts'
import type { State } from '../../money/transactions/states.ts'
import type { Difference } from '../../money/bank-orders/differences.ts'

export type Period = { from: Date; until: Date }

/** A day, and from when on older payments are looked at that have gone back since; null: only the day. `withInProcess`: payouts count
 * that the bank may still make. */
export type DayToCompare = Period & { olderFrom: Date | null; withInProcess?: boolean }

/** A payment as the books have it. `returning`: what is on its way back, so that the bank may have returned it already. */
export type BookedPayment = {
  merchantId: string
  id: string
  endToEndId: string
  paidAmount: Micros
  returned: Micros
  returning: Micros
  /** Unmatched money for no charge that was known. */
  isWithoutCharge: boolean
  at: Date
}

const bookedPayments = (sql: Sql) => sql`
  select merchant_id, id, end_to_end_id, coalesce(paid_amount, amount) as paid_amount,
         case when state = 'Reversed' then coalesce(paid_amount, amount) - refunding_amount else refunded_amount end as returned,
         case when operation = 'unmatchedPayment' and state = 'Completed' then amount else refunding_amount end as returning,
         operation = 'unmatchedPayment' and state = 'Completed' and order_description = 'NoCharge' as is_without_charge,
         coalesce(completed_at, created_at) as at
    from transactions
   where operation in ('pixCashIn', 'pixBill', 'paymentInitiation', 'unmatchedPayment')
     and state in ('Completed', 'Refunded', 'Reversed')`

/** By whichever connection they are booked: two to one account list the same payments. */
export const selectPayments = (sql: Sql, endToEndIds: string[]) => sql<BookedPayment[]>`
  ${bookedPayments(sql)} and end_to_end_id = any(${endToEndIds})`

/** What was received or returned in a period. Reads all transactions, as the proof of the books does: once a day. */
export const selectPaymentsOf = (sql: Sql, connectionId: string, { from, until }: Period) => sql<BookedPayment[]>`
  ${bookedPayments(sql)} and connection_id = ${connectionId} and end_to_end_id is not null and end_to_end_id not like 'BOLETO%'
     and (coalesce(completed_at, created_at) >= ${from} and coalesce(completed_at, created_at) < ${until}
          or refunded_at >= ${from} and refunded_at < ${until}
          or reversed_at >= ${from} and reversed_at < ${until})
   order by id`

/** Unmatched money of a period whose charge its bank has not named; if there is more, another part of it for each period. */
export const selectWithoutCharge = (sql: Sql, connectionId: string, { from, until }: Period, most: number) => sql<
  BookedPayment[]
>`
  ${bookedPayments(sql)} and merchant_id = ${platformId} and operation = 'unmatchedPayment' and state = 'Completed'
     and order_description = 'NoCharge' and connection_id = ${connectionId} and end_to_end_id is not null
     and created_at >= ${from} and created_at < ${until}
   order by md5(id::text || ${until.toISOString()}) limit ${most}`

/** Money out as the books have it. */
export type BookedPayout = {
  merchantId: string
  id: string
  endToEndId: string | null
  state: State
  amount: Micros
  /** What came back in part; a payout that came back whole is reversed. */
  refundedAmount: Micros
  createdAt: Date
}

const bookedPayouts = (sql: Sql) => sql`
  select merchant_id, id, end_to_end_id, state, amount, refunded_amount, created_at from transactions
   where operation in ('pixCashOut', 'companyPayment', 'withdrawal')`

/**
 * By the id that all banks know it by; where the books have none yet, by ours or by the bank's. By whichever connection it
 * is booked: two to one account list the same payouts. Only banks of one dialect have references of one kind.
 */
export const selectPayout = async (
  sql: Sql,
  connectionId: string,
  { endToEndId, bankOrderId, bankReference }: SentPayout,
) => {
  const sent = await findSentBooking({ sql }, endToEndId)
  const [known] = sent?.transactionId
    ? await sql<BookedPayout[]>`
    ${bookedPayouts(sql)} and merchant_id = ${sent.merchantId} and id = ${sent.transactionId}`
    : []
  if (known !== undefined || (bankOrderId === null && bankReference === null)) return known
  const [found] = await sql<BookedPayout[]>`
    ${bookedPayouts(sql)}
     and ${bankOrderId === null ? sql`lower(external_id) = lower(${bankReference}) and connection_id in ${ofSameDialect(sql, connectionId)}` : sql`merchant_id in (select id from merchants) and id = ${bankOrderId}`}`
  return found
}

const ofSameDialect = (sql: Sql, connectionId: string) => sql`
  (select id from bank_connections where dialect = (select dialect from bank_connections where id = ${connectionId}))`

/** What was paid in a period, and has not come back. */
export const selectPayoutsOf = (sql: Sql, connectionId: string, { from, until }: Period) => sql<
  (BookedPayout & { endToEndId: string })[]
>`
  ${bookedPayouts(sql)} and connection_id = ${connectionId} and state = 'Completed' and end_to_end_id is not null
     and completed_at >= ${from} and completed_at < ${until}
   order by id`

/** A row of `reconciliations`. */
export type Reconciliation = {
  connectionId: string
  day: Day
  at: Date
  receivedCount: number
  receivedAmount: Micros
  returnedCount: number
  returnedAmount: Micros
  /** Null: the bank does not report it. */
  sentCount: number | null
  sentAmount: Micros | null
  /** What the bank charged; null: it does not report it. */
  tariffCount: number | null
  tariffAmount: Micros | null
  differences: number
  mended: number
  details: Difference[]
  state: 'Running' | 'Clean' | 'Different'
}

export const upsertReconciliation = (tx: Tx, r: Reconciliation) => tx`
  insert into reconciliations (connection_id, day, at, received_count, received_amount, returned_count, returned_amount,
                               sent_count, sent_amount, tariff_count, tariff_amount, differences, mended, details, state)
  values (${r.connectionId}, ${r.day}, ${r.at}, ${r.receivedCount}, ${r.receivedAmount}, ${r.returnedCount},
          ${r.returnedAmount}, ${r.sentCount}, ${r.sentAmount}, ${r.tariffCount}, ${r.tariffAmount}, ${r.differences}, ${r.mended},
          ${JSON.stringify(r.details)}::text::jsonb, ${r.state})
      on conflict (connection_id, day) do update
     set at = excluded.at, received_count = excluded.received_count, received_amount = excluded.received_amount,
         returned_count = excluded.returned_count, returned_amount = excluded.returned_amount,
         sent_count = excluded.sent_count, sent_amount = excluded.sent_amount,
         tariff_count = excluded.tariff_count, tariff_amount = excluded.tariff_amount, differences = excluded.differences,
         mended = excluded.mended, details = excluded.details, state = excluded.state`

/** Leases the newest day of a bank that is not reconciled, as far back as said, from when it was connected. */
export const takeDue = async (sql: Sql, { day, since, now, leasedBefore }: Due) => {
  const [taken] = await sql<TakenDay[]>`
    insert into reconciliations (connection_id, day, at, state)
    select c.id, d::date, ${now}, 'Running' from bank_connections c
     cross join lateral generate_series(
       greatest(${since}::date, (c.created_at at time zone 'America/Sao_Paulo')::date), ${day}::date, '1 day') d
     where c.sealed_settings is not null and c.paused_at is null
       and not exists (select 1 from reconciliations r where r.connection_id = c.id and r.day = d::date
                          and (r.state <> 'Running' or r.at > ${leasedBefore}))
     order by d desc, c.id limit 1
        on conflict (connection_id, day) do update set at = excluded.at
     where reconciliations.state = 'Running' and reconciliations.at <= ${leasedBefore}
    returning connection_id, day::text as day, at as taken_at`
  return taken ?? null
}

export type TakenDay = { connectionId: string; day: Day; takenAt: Date }

/** Whether the day is still leased to the process that took it. Under the lock of the connection. */
export const isStillTaken = async (tx: Tx, { connectionId, day, takenAt }: TakenDay): Promise<boolean> => {
  const found = await tx`
    select 1 from reconciliations
     where connection_id = ${connectionId} and day = ${day} and state = 'Running' and at = ${takenAt}`
  return found.length > 0
}

type Due = { day: Day; since: Day; now: Date; leasedBefore: Date }

/** When the last day ended on which each bank agreed with the books; where it never has, when it was connected. */
export const selectLastClean = (sql: Sql) => sql<{ bank: string; at: Date }[]>`
  select c.name as bank, coalesce((max(r.day) + 1)::timestamp at time zone 'America/Sao_Paulo', c.created_at) as at
    from bank_connections c left join reconciliations r on r.connection_id = c.id and r.state = 'Clean'
   where c.sealed_settings is not null group by c.id, c.name, c.created_at`

export type ListedReconciliation = Reconciliation & { bank: string }

const listed = (sql: Sql) => sql`
  select r.connection_id, r.day::text as day, r.at, r.received_count, r.received_amount, r.returned_count,
         r.returned_amount, r.sent_count, r.sent_amount, r.tariff_count, r.tariff_amount, r.differences, r.mended, r.details, r.state, c.name as bank
    from reconciliations r join bank_connections c on c.id = r.connection_id`

/** Newest day first. `after`: day and connection that the page before ended with. */
export const selectReconciliations = (
  sql: Sql,
  { limit, after }: { limit: number; after: { day: Day; connectionId: string } | null },
) => sql<ListedReconciliation[]>`
  ${listed(sql)}
   ${after === null ? sql`` : sql`where (r.day, r.connection_id) < (${after.day}::date, ${after.connectionId}::uuid)`}
   order by r.day desc, r.connection_id desc limit ${limit}`

export const selectReconciliation = async (sql: Sql, connectionId: string, day: Day) => {
  const [found] = await sql<ListedReconciliation[]>`
    ${listed(sql)} where r.connection_id = ${connectionId} and r.day = ${day}`
  return found
}
