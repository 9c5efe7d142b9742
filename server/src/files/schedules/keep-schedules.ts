import { Readable } from 'node:stream'
import type { Sql } from '../../db/db.ts'
import { ApiError, InvalidRequest } from '../../http/errors.ts'
import type { FileFormat } from '../../http/file-formats.ts'
import { type Key, sealText } from '../../lib/seal.ts'
import { isUuid, uuidv7 } from '../../lib/uuid.ts'
import { type ScheduledKind, isFormatOf } from '../kinds.ts'
import { BucketRefused, faultOf, putToBucket } from './merchant-bucket.ts'
import { firstPeriod } from './periods.ts'
import { type BucketPlace, type Schedule, deleteSchedule, insertSchedule, selectSchedules } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Key; isSandbox: boolean }

/** Where files are to be put, with the secret in clear: it is sealed before it is written down. */
export type BucketForm = BucketPlace & { secret: string }

export type ScheduleForm = {
  kind: ScheduledKind
  format: FileFormat
  every: Schedule['every']
  bucket: BucketForm | null
}

/** Schedules of one merchant. */
const most = 20

export const listSchedules = (needs: Needs, merchantId: string): Promise<Schedule[]> =>
  selectSchedules(needs.sql, merchantId, most)

export async function makeSchedule(
  needs: Needs,
  {
    merchantId,
    personId,
    id,
    kind,
    format,
    every,
    bucket,
  }: ScheduleForm & { merchantId: string; personId: string; id?: string },
): Promise<Schedule> {
  if (!isFormatOf(kind, format)) throw wrong('/format', `a ${kind} is not written as ${format}`)
  if (kind === 'monthlyStatement' && every !== 'month') throw wrong('/every', 'a monthlyStatement comes every month')
  if ((await listSchedules(needs, merchantId)).length === most)
    throw wrong('/kind', `there are ${most} schedules already`)
  const fault = bucket === null ? null : faultOf(bucket.endpoint, needs.isSandbox)
  if (fault !== null) throw wrong('/bucket/endpoint', fault)
  const createdAt = needs.clock()
  const { secret = null, ...place } = bucket ?? {}
  const schedule: Schedule = {
    merchantId,
    id: id ?? uuidv7(createdAt.getTime()),
    kind,
    format,
    every,
    personId,
    bucket: bucket === null ? null : (place as BucketPlace),
    sealed: secret === null ? null : sealText(needs.storageKey, secret),
    ...firstPeriod(every, createdAt),
    fault: null,
    createdAt,
  }
  await insertSchedule(needs.sql, schedule)
  return schedule
}

export async function endSchedule(needs: Needs, merchantId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteSchedule(needs.sql, merchantId, id))) throw new ApiError('FileScheduleNotFound')
}

/** Writes a small file into the bucket, so that a wrong secret is known before the first night. */
export async function tryBucket(needs: Needs, { secret, ...place }: BucketForm): Promise<void> {
  const text = Readable.from([Buffer.from('Trilho can write here.\n')])
  await putToBucket({ ...place, secret }, 'trilho-test.txt', text, needs.isSandbox).catch((error: unknown) => {
    throw error instanceof BucketRefused ? new ApiError('BucketRefused', { message: error.message }) : error
  })
}

const wrong = (path: string, message: string) => new InvalidRequest([{ path, code: 'invalid', message, info: {} }])
