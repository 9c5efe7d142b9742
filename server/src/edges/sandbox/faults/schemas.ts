import { Type } from 'typebox'
import { Named, Nullable, OneOf, Timestamp } from '../../../platform/http/schemas.ts'
import { kindNames, mostTimes, faultKinds } from './kinds.ts'

const FaultKindName = Named(
  'TroubleKind',
  OneOf(
    kindNames,
    Object.entries(faultKinds)
      .map(([kind, { words }]) => `\`${kind}\`: ${words}`)
      .join('. '),
  ),
)

export const NewFault = Type.Object(
  {
    kind: FaultKindName,
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

export const FaultData = Type.Object(
  {
    id: Type.String(),
    kind: FaultKindName,
    timesLeft: Type.Integer({ description: 'How often the fault will still happen' }),
    seconds: Nullable(Type.Integer({ description: 'Null if the fault has no duration' })),
    madeBy: Type.String({ description: 'The person who scripted it, or `API`' }),
    date: Timestamp,
  },
  { title: 'Trouble' },
)

export const FaultList = Type.Object({ items: Type.Array(FaultData) }, { title: 'TroubleList' })

export const FaultParams = Type.Object({ troubleId: Type.String({ description: "The fault's id" }) })
