import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'

/** Money that came in and went out in an hour. */
export type Flow = { hour: Date; inAmount: Micros; inCount: number; outAmount: Micros; outCount: number }

/** How many postings there are, and how many of them are summed up. */
export const selectProgress = async (sql: Sql, merchantId: string): Promise<{ postings: bigint; summed: bigint }> => {
  const [progress] = await sql<{ postings: bigint; summed: bigint }[]>`
    select b.postings, coalesce(m.sequence, 0) as summed
      from balances b left join flow_marks m using (merchant_id)
     where b.merchant_id = ${merchantId}`
  return progress ?? { postings: 0n, summed: 0n }
}

/** Locks the mark until commit: of two who sum up at once, the second goes on where the first has ended. */
export const lockMark = async (tx: Tx, merchantId: string): Promise<bigint> => {
  await tx`insert into flow_marks (merchant_id, sequence) values (${merchantId}, 0) on conflict do nothing`
  const [mark] = await tx<{ sequence: bigint }[]>`
    select sequence from flow_marks where merchant_id = ${merchantId} for update`
  return mark?.sequence ?? 0n
}

/** Adds the postings after the mark, up to a limit, to their hours and moves the mark. Returns the new mark. */
export const addFlows = async (tx: Tx, merchantId: string, mark: bigint, most: number): Promise<bigint> => {
  await tx`
    with new as materialized (
      select sequence, name, bank, posted_at from postings
       where merchant_id = ${merchantId} and sequence > ${mark} order by sequence limit ${most}),
    moved as (
      update flow_marks set sequence = (select max(sequence) from new)
       where merchant_id = ${merchantId} and exists (select 1 from new))
    insert into hourly_flows as f (merchant_id, hour, in_amount, in_count, out_amount, out_count)
    select ${merchantId}, date_trunc('hour', posted_at),
           coalesce(-sum(bank) filter (where bank < 0), 0), count(*) filter (where bank < 0),
           coalesce(sum(bank) filter (where bank > 0), 0), count(*) filter (where bank > 0)
      from new where bank <> 0 and name not in ('openingBalance', 'adjustmentIn', 'adjustmentOut')
     group by 2
        on conflict (merchant_id, hour) do update
       set in_amount = f.in_amount + excluded.in_amount, in_count = f.in_count + excluded.in_count,
           out_amount = f.out_amount + excluded.out_amount, out_count = f.out_count + excluded.out_count`
  return lockMark(tx, merchantId)
}

export const selectFlows = (sql: Sql, merchantId: string, from: Date) => sql<Flow[]>`
  select hour, in_amount, in_count, out_amount, out_count from hourly_flows
   where merchant_id = ${merchantId} and hour >= ${from} order by hour`

type Count = { count: number }
const counted = ([row]: readonly Count[]) => row?.count ?? 0

/** Events that could not be delivered, since a time. */
export const countFailedEvents = async (sql: Sql, merchantId: string, since: Date, most: number) =>
  counted(
    await sql<Count[]>`
      select count(*)::int from (
        select 1 from webhook_events
         where merchant_id = ${merchantId} and status = 'Failed' and id >= ${firstUuidOf(since.getTime())}
         limit ${most}) failed`,
  )

export const countPendingReceivers = async (sql: Sql, merchantId: string, most: number) =>
  counted(
    await sql<Count[]>`
      select count(*)::int from (
        select 1 from receivers where merchant_id = ${merchantId} and status = 'Pending' limit ${most}) pending`,
  )

/** Disputes that can still be answered. */
export const countOpenDisputes = async (sql: Sql, merchantId: string, now: Date, most: number) =>
  counted(
    await sql<Count[]>`
      select count(*)::int from (
        select 1 from disputes
         where merchant_id = ${merchantId} and state = 'Open' and ended_at is null and answer_until > ${now}
         limit ${most}) open`,
  )

/** Keys that wait for an owner, and are not past their date. */
export const countPendingKeys = async (sql: Sql, merchantId: string, now: Date, most: number) =>
  counted(
    await sql<Count[]>`
      select count(*)::int from (
        select 1 from access_keys
         where merchant_id = ${merchantId} and state = 'Pending' and (expires_at is null or expires_at > ${now})
         limit ${most}) pending`,
  )

type FirstSteps = { hasTransaction: boolean; hasKey: boolean; hasWebhook: boolean; hasTeam: boolean }

export const selectFirstSteps = async (sql: Sql, merchantId: string): Promise<FirstSteps> => {
  const [steps] = await sql<FirstSteps[]>`
    select exists (select 1 from transactions where merchant_id = ${merchantId}) as has_transaction,
           exists (select 1 from access_keys where merchant_id = ${merchantId}) as has_key,
           exists (select 1 from merchants where id = ${merchantId} and webhook_url is not null) as has_webhook,
           exists (select 1 from memberships where merchant_id = ${merchantId} offset 1) as has_team`
  return steps ?? { hasTransaction: true, hasKey: true, hasWebhook: true, hasTeam: true }
}
