import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { allFormats, scheduledKinds } from '../states.ts'

const BucketPlace = {
  endpoint: Type.Optional(Text(255, { minLength: 1 })),
  region: Text(40, { minLength: 1 }),
  bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
  prefix: Type.Optional(Text(200)),
  accessKey: Text(200, { minLength: 1 }),
}

export const BucketForm = Type.Object({ ...BucketPlace, secret: Text(500, { minLength: 1 }) })
export type BucketForm = Static<typeof BucketForm>

export const ScheduleForm = Type.Object({
  kind: OneOf(scheduledKinds),
  format: OneOf(allFormats),
  every: OneOf(['day', 'month']),
  /** Without it a link is mailed to the person who makes the schedule. */
  bucket: Type.Optional(BucketForm),
})
export type ScheduleForm = Static<typeof ScheduleForm>

/** `bucket`: where files are put; null: `person` is mailed a link. Never its keys. `person` null: a program made it. */
export const ScheduleView = Type.Object({
  id: Type.String(),
  kind: OneOf(scheduledKinds),
  format: OneOf(allFormats),
  every: OneOf(['day', 'month']),
  person: Nullable(Type.String()),
  bucket: Nullable(Type.String()),
  nextAt: Timestamp,
  fault: Nullable(Type.String()),
})
export type ScheduleView = Static<typeof ScheduleView>

export const ScheduleList = Type.Object({ items: Type.Array(ScheduleView) })
export const ScheduleParams = Type.Object({ merchantId: Type.String(), scheduleId: Type.String() })
