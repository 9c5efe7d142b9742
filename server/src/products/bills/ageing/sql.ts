import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../../platform/db/db.ts'

/** No bill can be paid longer after its due date, weekends and holidays included. */
const longestPayableDays = 400

/** The bills of a merchant that can still be paid, with what a line of the file says of them. */
const open = (sql: Sql, merchantId: string, today: Day) => sql`
    from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
   where b.merchant_id = ${merchantId} and t.merchant_id = ${merchantId} and t.state = 'Registered'
     and b.due_date >= ${today}::date - ${longestPayableDays}::int and b.payable_until >= ${today}::date`

/** How many days each bill is late: none while it is on time. */
const daysLate = (sql: Sql, today: Day) => sql`
  case when b.on_time_until >= ${today}::date then 0 else ${today}::date - b.due_date end`

export type LateSum = { daysLate: number; count: number; amount: bigint }

/** The sums of each day of lateness, of the `most` bills that were due first. */
export const sumUpByDay = (sql: Sql, merchantId: string, { today, most }: { today: Day; most: number }) => sql<
  LateSum[]
>`
  select days_late, count(*)::int, sum(amount)::bigint as amount
    from (select ${daysLate(sql, today)} as days_late, t.amount ${open(sql, merchantId, today)}
           order by b.due_date, b.id limit ${most}) late
   group by days_late`

export type AgedId = { id: string; dueDate: Day }

/** Due first, listed first; after the one that the last page ended with. */
export const selectOpenIds = (
  sql: Sql,
  merchantId: string,
  { today, after, limit }: { today: Day; after: AgedId | undefined; limit: number },
) => sql<AgedId[]>`
  select b.id, b.due_date::text ${open(sql, merchantId, today)}
     ${after === undefined ? sql`` : sql`and (b.due_date, b.id) > (${after.dueDate}::date, ${after.id}::uuid)`}
   order by b.due_date, b.id limit ${limit}`

/** The bills that were closed unpaid after their last payable day, and those that are about to be, due since a day. */
export const sumUpExpired = async (
  sql: Sql,
  merchantId: string,
  { since, today, most }: { since: Day; today: Day; most: number },
): Promise<{ count: number; amount: bigint }> => {
  const [sum] = await sql<{ count: number; amount: bigint }[]>`
    select count(*)::int, coalesce(sum(amount), 0)::bigint as amount
      from (select t.amount
              from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
             where b.merchant_id = ${merchantId} and t.merchant_id = ${merchantId}
               and b.due_date >= ${since}::date and b.payable_until < ${today}::date
               and (t.state = 'Registered' or t.state = 'Cancelled'
                    and t.cancelled_at >= (b.payable_until + 1)::timestamp at time zone 'America/Sao_Paulo')
             order by b.due_date, b.id limit ${most}) expired`
  return sum ?? { count: 0, amount: 0n }
}
