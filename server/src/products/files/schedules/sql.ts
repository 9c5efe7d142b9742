import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchantWithRows } from '../../../platform/db/per-merchant.ts'
import { part } from '../../../platform/db/query.ts'
import type { FileFormat } from '../../../platform/http/file-formats.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import type { Fault, ScheduledKind } from '../states.ts'

/** Where a merchant has its files put. Its secret is sealed, elsewhere. */
export type BucketPlace = { endpoint: string | null; region: string; bucket: string; prefix: string; accessKey: string }

/** Why its last file did not come. `NoReader`: it is there, but whom it was for may not read it any more. */
export type ScheduleFault = Fault | 'NoReader' | 'KeyEnded' | 'PersonNotAllowed'

/** A row of `file_schedules`. */
export type Schedule = {
  merchantId: string
  id: string
  kind: ScheduledKind
  format: FileFormat
  every: 'day' | 'month'
  /** Who gets the mail; with a bucket, the mail that a file could not be put there. Null: an access key made it. */
  personId: string | null
  keyId: string | null
  /** Null: the person's. */
  language: Language | null
  bucket: BucketPlace | null
  sealed: string | null
  /** The first day of the period that comes next, and when it is asked for, by the merchant's clock. */
  nextDay: Day
  nextAt: Date
  fault: ScheduleFault | null
  createdAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, kind, format, every, person_id, key_id, language, bucket, sealed, next_day::text, next_at, fault, created_at`

export const insertSchedule = (sql: Sql | Tx, schedule: Schedule) => sql`
  insert into file_schedules (merchant_id, id, kind, format, every, person_id, key_id, language, bucket, sealed,
                              next_day, next_at, created_at)
  select merchant_id, id, kind, format, every, person_id, key_id, language, bucket, sealed, next_day, next_at, created_at
    from json_populate_recordset(null::file_schedules, ${rows([schedule])}::text::json)`

export const selectSchedules = (sql: Sql, merchantId: string, limit: number) => sql<Schedule[]>`
  select ${columns(sql)} from file_schedules where merchant_id = ${merchantId} order by id desc limit ${limit}`

export const selectSchedule = async (sql: Sql, merchantId: string, id: string): Promise<Schedule | undefined> => {
  const [schedule] = await sql<Schedule[]>`
    select ${columns(sql)} from file_schedules where merchant_id = ${merchantId} and id = ${id}`
  return schedule
}

export const deleteSchedule = async (sql: Sql | Tx, merchantId: string, id: string): Promise<boolean> =>
  (await sql`delete from file_schedules where merchant_id = ${merchantId} and id = ${id}`).count === 1

/** Which schedules are due, of one merchant or of all; each is looked at again, locked, before anything is made of it. */
export const selectDue = (sql: Sql, now: Date, most: number, merchantId?: string) => {
  const one = merchantId === undefined ? part`` : part`and merchant_id = ${merchantId}`
  const due = part`next_at <= ${now} ${one}`
  return perMerchantWithRows(
    sql,
    most,
    () => sql`select merchant_id from file_schedules where ${due} group by 1 order by min(next_at) limit ${most}`,
    (own, share) => sql<Pick<Schedule, 'merchantId' | 'id'>[]>`
      select merchant_id, id from file_schedules where ${due} ${own.tenantFilter('merchant_id')} order by next_at limit ${share}`,
  )
}

/** Locks a schedule that is still due. */
export const lockDue = async (tx: Tx, { merchantId, id }: Pick<Schedule, 'merchantId' | 'id'>, now: Date) => {
  const [schedule] = await tx<Schedule[]>`
    select ${columns(tx)} from file_schedules
     where merchant_id = ${merchantId} and id = ${id} and next_at <= ${now} for update skip locked`
  return schedule
}

export const moveOn = (tx: Tx, { merchantId, id }: Schedule, next: Pick<Schedule, 'nextDay' | 'nextAt'>) => tx`
  update file_schedules set next_day = ${next.nextDay}::date, next_at = ${next.nextAt}
   where merchant_id = ${merchantId} and id = ${id}`

export const updateFault = (tx: Tx, merchantId: string, id: string, fault: ScheduleFault | null) => tx`
  update file_schedules set fault = ${fault} where merchant_id = ${merchantId} and id = ${id}`

export const selectSealedSecrets = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed from file_schedules where id > ${after} and sealed is not null order by id limit ${most}`

export const updateSealedSecret = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update file_schedules set sealed = ${sealed} where id = ${id} and sealed = ${before}`
