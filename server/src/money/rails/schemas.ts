import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { callKinds } from './bacen-pix/call-kinds.ts'

/** Which calls to a bank wait, and since when, as operators see it. */
export const callsNotTaken = {
  /** The kinds of calls that it does not answer. */
  awayFor: Type.Array(Type.Object({ kind: OneOf(callKinds), since: Timestamp })),
  /** The kinds that it takes no calls of until then, as it has said. Null: since when is not known. */
  limitedFor: Type.Array(Type.Object({ kind: OneOf(callKinds), since: Nullable(Timestamp), until: Timestamp })),
}
