import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { Readable } from 'node:stream'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { FileFormat } from '../../../platform/http/file-formats.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { type Key, sealText } from '../../../platform/lib/seal.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { timeFor } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { type ScheduledKind, isFormatOf } from '../states.ts'
import { BucketRefused, faultOf, placeOfBucketSecret, putToBucket } from './deliver-file.ts'
import { type BucketPlace, type Schedule, deleteSchedule, insertSchedule, selectSchedules } from './sql.ts'
import { type Day, addDays, dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { firstOfMonth, firstOfNextMonth } from '../request-file.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant; storageKey: Key; isSandbox: boolean }

/** Where files are to be put, with the secret in clear: it is sealed before it is written down. */
export type BucketForm = BucketPlace & { secret: string }

export type ScheduleForm = {
  kind: ScheduledKind
  format: FileFormat
  every: Schedule['every']
  bucket: BucketForm | null
  /** Of headings and words, where a program makes it; a person's file is in the person's. */
  language?: Language
}

/** Who makes it. With a key there is nobody to be mailed: it has a bucket. */
type By = { personId: string } | { keyId: string }

/** Schedules of one merchant. */
const most = 20

export const listSchedules = (needs: Needs, merchantId: string): Promise<Schedule[]> =>
  selectSchedules(needs.sql, merchantId, most)

export async function makeSchedule(
  needs: Needs,
  {
    merchantId,
    id,
    kind,
    format,
    every,
    bucket,
    language,
    by,
    audit,
  }: ScheduleForm & { merchantId: string; by: By; id?: string; audit?: Audit },
): Promise<Schedule> {
  if (!isFormatOf(kind, format)) throw wrong('/format', `a ${kind} cannot be a ${format} file`)
  if (kind === 'monthlyStatement' && every !== 'month') throw wrong('/every', 'must be month for a monthlyStatement')
  if ((await listSchedules(needs, merchantId)).length === most)
    throw wrong('/kind', `there are already ${most} schedules, the maximum: delete one first`)
  const fault = bucket === null ? null : faultOf(bucket.endpoint, needs.isSandbox)
  if (fault !== null) throw wrong('/bucket/endpoint', fault)
  const createdAt = needs.clock()
  const { secret = null, ...place } = bucket ?? {}
  const scheduleId = id ?? uuidv7(createdAt.getTime())
  const schedule: Schedule = {
    merchantId,
    id: scheduleId,
    kind,
    format,
    every,
    personId: 'personId' in by ? by.personId : null,
    keyId: 'keyId' in by ? by.keyId : null,
    language: language ?? null,
    bucket: bucket === null ? null : (place as BucketPlace),
    sealed: secret === null ? null : sealText(needs.storageKey, secret, placeOfBucketSecret(scheduleId)),
    ...firstPeriod(every, await timeFor(needs, merchantId)),
    fault: null,
    createdAt,
  }
  await needs.sql.begin(async tx => {
    await insertSchedule(tx, schedule)
    await recordAudit(tx, audit)
  })
  return schedule
}

export async function endSchedule(needs: Needs, merchantId: string, id: string, audit?: Audit): Promise<void> {
  if (!isUuid(id)) throw new ApiError('FileScheduleNotFound')
  await needs.sql.begin(async tx => {
    if (!(await deleteSchedule(tx, merchantId, id))) throw new ApiError('FileScheduleNotFound')
    await recordAudit(tx, audit)
  })
}

/** Writes a small file into the bucket, so that a wrong secret is known before the first night. */
export async function tryBucket(needs: Needs, { secret, ...place }: BucketForm): Promise<void> {
  const text = Readable.from([Buffer.from('Trilho can write here.\n')])
  await putToBucket({ ...place, secret }, 'trilho-test.txt', text, needs.isSandbox).catch((error: unknown) => {
    throw error instanceof BucketRefused ? new ApiError('BucketRefused', { message: error.message }) : error
  })
}

type TypedBucket = Omit<BucketForm, 'endpoint' | 'prefix'> & {
  endpoint?: string | undefined
  prefix?: string | undefined
}

/** A bucket as it is sent: what was left out is empty. */
export const bucketOf = ({ endpoint, prefix = '', ...form }: TypedBucket): BucketForm => ({
  ...form,
  prefix: prefix.trim(),
  endpoint: endpoint?.trim() || null,
})

/** `s3://shop/accounting`: enough to know it again. */
export const placeOf = (place: { bucket: string; prefix: string } | null): string | null =>
  place === null ? null : `s3://${[place.bucket, place.prefix].filter(Boolean).join('/')}`

const wrong = (path: string, message: string) => new InvalidRequest([{ path, code: 'invalid', message, info: {} }])

type Every = Schedule['every']

/** Files are made at six in the morning of São Paulo, on the day after their period. */
const hour = 6

const afterPeriod = (every: Every, first: Day): Day => (every === 'day' ? addDays(first, 1) : firstOfNextMonth(first))

export const lastDayOf = ({ every, nextDay }: Pick<Schedule, 'every' | 'nextDay'>): Day =>
  addDays(afterPeriod(every, nextDay), -1)

const dueAt = (every: Every, first: Day): Date =>
  new Date(startOfDay(afterPeriod(every, first)).getTime() + hour * 3_600_000)

const planned = (every: Every, first: Day) => ({ nextDay: first, nextAt: dueAt(every, first) })

/** The period that a new schedule begins with: the one under way. */
const firstPeriod = (every: Every, now: Date) => planned(every, every === 'day' ? dayOf(now) : firstOfMonth(dayOf(now)))

export const nextPeriod = ({ every, nextDay }: Pick<Schedule, 'every' | 'nextDay'>) =>
  planned(every, afterPeriod(every, nextDay))
