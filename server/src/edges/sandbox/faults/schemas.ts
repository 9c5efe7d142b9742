import { Type } from 'typebox'
import { Named, Nullable, OneOf, Timestamp } from '../../../platform/http/schemas.ts'
import { kindNames, mostTimes, troubleKinds } from './kinds.ts'

const TroubleKindName = Named(
  'TroubleKind',
  OneOf(
    kindNames,
    Object.entries(troubleKinds)
      .map(([kind, { words }]) => `\`${kind}\`: ${words}`)
      .join('. '),
  ),
)

export const NewTrouble = Type.Object(
  {
    kind: TroubleKindName,
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostTimes, default: 1, description: 'How often the fault happens' }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description: 'Only for `webhookDelay` (default: 60) and `slowBank` (default: 5, maximum: 15)',
      }),
    ),
  },
  { title: 'NewTrouble' },
)

export const TroubleData = Type.Object(
  {
    id: Type.String(),
    kind: TroubleKindName,
    timesLeft: Type.Integer({ description: 'How often the fault will still happen' }),
    seconds: Nullable(Type.Integer({ description: 'Null if the fault has no duration' })),
    madeBy: Type.String({ description: 'The person who scripted it, or `API`' }),
    date: Timestamp,
  },
  { title: 'Trouble' },
)

export const TroubleList = Type.Object({ items: Type.Array(TroubleData) }, { title: 'TroubleList' })

export const TroubleParams = Type.Object({ troubleId: Type.String({ description: "The fault's id" }) })
