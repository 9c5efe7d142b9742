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
      Type.Integer({ minimum: 1, maximum: mostTimes, default: 1, description: 'How many times it happens' }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description: 'Of `webhookDelay`, 60 unless you say otherwise, and of `slowBank`, 5 and at most 15',
      }),
    ),
  },
  { title: 'NewTrouble' },
)

export const TroubleData = Type.Object(
  {
    id: Type.String(),
    kind: TroubleKindName,
    timesLeft: Type.Integer({ description: 'How many times it will still happen' }),
    seconds: Nullable(Type.Integer({ description: 'Null where it takes no time' })),
    madeBy: Type.String({ description: 'The person who scripted it; `API` where a program did' }),
    date: Timestamp,
  },
  { title: 'Trouble' },
)

export const TroubleList = Type.Object({ items: Type.Array(TroubleData) }, { title: 'TroubleList' })

export const TroubleParams = Type.Object({ troubleId: Type.String({ description: "The trouble's id" }) })
