import { type Static, Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { scheduledKinds } from '../states.ts'
import { FileFormat, whatIsIn } from '../schemas.ts'
import type { ScheduleFault } from './sql.ts'

const ScheduledKind = Named('FileScheduleKind', OneOf(scheduledKinds, whatIsIn))
const Every = Named('FileSchedulePeriod', OneOf(['day', 'month'], 'For a monthlyStatement: always `month`'))

const faults = {
  NotWritten: 'it could not be written',
  TooManyRows: 'the period has too many rows',
  BucketRefused: 'the bucket refused it',
  NoReader: "the e-mail's recipient no longer has access",
  KeyEnded: 'the key that created the schedule was revoked or has expired',
  PersonNotAllowed: 'the person who created the schedule no longer has permission',
} as const satisfies Record<ScheduleFault, string>
const meanings = Object.entries(faults).map(([name, meaning]) => `\`${name}\`: ${meaning}`)

export const FileScheduleRequest = Type.Object(
  {
    kind: ScheduledKind,
    format: FileFormat,
    every: Every,
    language: Type.Optional(OneOf(['pt', 'en'], 'Language of headings and texts. Default: `pt`')),
    bucket: Type.Object(
      {
        endpoint: Type.Optional(Text(255, { minLength: 1, description: 'Only for services other than Amazon S3' })),
        region: Text(40, { minLength: 1 }),
        bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
        prefix: Type.Optional(Text(200, { description: 'Folder in the bucket. Default: none' })),
        accessKey: Text(200, { minLength: 1 }),
        secret: Text(500, { minLength: 1, description: 'Stored encrypted and never returned' }),
      },
      { title: 'FileBucket', description: 'The bucket that files are stored in' },
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
    bucket: Nullable(
      Type.String({ description: 'The bucket that files are stored in. Null: a link is sent by e-mail' }),
    ),
    nextDate: { ...Timestamp, description: 'When the next file is created' },
    fault: Nullable(Type.String({ description: `Why the last file failed. ${meanings.join('; ')}` })),
  },
  { title: 'FileSchedule' },
)
export type FileScheduleData = Static<typeof FileScheduleData>

export const FileScheduleList = Type.Object({ items: Type.Array(FileScheduleData) }, { title: 'FileScheduleList' })
export const FileScheduleParams = Type.Object({ scheduleId: Type.String({ description: "The schedule's id" }) })
