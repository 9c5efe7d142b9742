import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { ReserveHold } from './reserve.ts'

export const insertHolds = (tx: Tx, holds: ReserveHold[]) =>
  perMerchant(
    tx,
    holds,
    (some, own) => tx`
      insert into reserve_holds (merchant_id, transaction_id, amount, held_at, release_at)
      select ${own.id}, transaction_id, amount, held_at, release_at
        from ${own.place} json_populate_recordset(null::reserve_holds, ${rows(some)}::text::json)`,
  )

/** Merchants with holds whose time is over, by their own clock, or whose balance is below zero: the reserve covers it. */
export const selectReleasing = (sql: Sql, { now, after }: { now: Date; after: string }, most: number) => sql<
  { merchantId: string }[]
>`
  (select distinct merchant_id from reserve_holds
    where released_at is null and release_at <= ${now} and merchant_id > ${after} order by merchant_id limit ${most})
  union
  (select distinct h.merchant_id
     from merchants m join reserve_holds h on h.merchant_id = m.id
    where m.clock_ahead_seconds > 0 and h.released_at is null and h.merchant_id > ${after}
      and h.release_at <= ${now} + make_interval(secs => m.clock_ahead_seconds) order by h.merchant_id limit ${most})
  union
  (select b.merchant_id from balances b
    where b.available < 0 and b.reserved > 0 and b.merchant_id > ${after}
      and exists (select 1 from reserve_holds h where h.merchant_id = b.merchant_id and h.released_at is null)
    order by b.merchant_id limit ${most})
  order by merchant_id limit ${most}`

/** Locks holds that are not released, the first to be released first. */
export const lockHolds = (tx: Tx, merchantId: string, most: number) => tx<ReserveHold[]>`
  select merchant_id, transaction_id, amount, held_at, release_at from reserve_holds
   where merchant_id = ${merchantId} and released_at is null
   order by release_at, transaction_id limit ${most} for update`

/** What is left of a hold of which a part was released before its time. */
export const updateHold = (
  tx: Tx,
  { merchantId, transactionId, amount }: Omit<ReserveHold, 'heldAt' | 'releaseAt'>,
) => tx`
  update reserve_holds set amount = ${amount} where merchant_id = ${merchantId} and transaction_id = ${transactionId}`

export const updateReleased = (tx: Tx, merchantId: string, transactionIds: string[], at: Date) => tx`
  update reserve_holds set released_at = ${at}
   where merchant_id = ${merchantId} and transaction_id = any(${transactionIds}::uuid[])`

export const selectNextRelease = async (sql: Sql | Tx, merchantId: string): Promise<Date | null> => {
  const [held] = await sql<{ at: Date | null }[]>`
    select min(release_at) as at from reserve_holds where merchant_id = ${merchantId} and released_at is null`
  return held?.at ?? null
}
