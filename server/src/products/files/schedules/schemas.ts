import { type Static, Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { scheduledKinds } from '../kinds.ts'
import { FileFormat, whatIsIn } from '../schemas.ts'
import type { ScheduleFault } from './sql.ts'

const ScheduledKind = Named('FileScheduleKind', OneOf(scheduledKinds, whatIsIn))
const Every = Named('FileSchedulePeriod', OneOf(['day', 'month'], 'A monthlyStatement comes every `month`'))

const faults = {
  NotWritten: 'it could not be written',
  TooManyRows: 'its period has too many rows',
  BucketRefused: 'the bucket did not take it',
  NoReader: 'whoever was mailed may not read it any more',
  KeyEnded: 'the key that made the schedule was revoked, or its date is over',
  PersonNotAllowed: 'whoever made the schedule may not make one any more',
} as const satisfies Record<ScheduleFault, string>
const meanings = Object.entries(faults).map(([name, meaning]) => `\`${name}\`: ${meaning}`)

export const FileScheduleRequest = Type.Object(
  {
    kind: ScheduledKind,
    format: FileFormat,
    every: Every,
    language: Type.Optional(OneOf(['pt', 'en'], 'Of headings and words; `pt` when not said')),
    bucket: Type.Object(
      {
        endpoint: Type.Optional(Text(255, { minLength: 1, description: 'Of a service other than Amazon S3' })),
        region: Text(40, { minLength: 1 }),
        bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
        prefix: Type.Optional(Text(200, { description: 'The folder; none when not said' })),
        accessKey: Text(200, { minLength: 1 }),
        secret: Text(500, { minLength: 1, description: 'Kept sealed, and told to nobody' }),
      },
      { title: 'FileBucket', description: 'Where each file is put' },
    ),
  },
  { title: 'CreateFileSchedule' },
)

export const FileScheduleData = Type.Object(
  {
    id: Type.String(),
    kind: ScheduledKind,
    format: FileFormat,
    every: Every,
    bucket: Nullable(Type.String({ description: 'Where files are put; null: somebody is mailed a link' })),
    nextDate: { ...Timestamp, description: 'When the next one is made' },
    fault: Nullable(Type.String({ description: `Why the last one did not come. ${meanings.join('; ')}` })),
  },
  { title: 'FileSchedule' },
)
export type FileScheduleData = Static<typeof FileScheduleData>

export const FileScheduleList = Type.Object({ items: Type.Array(FileScheduleData) }, { title: 'FileScheduleList' })
export const FileScheduleParams = Type.Object({ scheduleId: Type.String({ description: "The schedule's id" }) })
