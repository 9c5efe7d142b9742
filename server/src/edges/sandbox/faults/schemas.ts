import { Type } from 'typebox'
import { Named, Nullable, OneOf, Timestamp } from '../../../platform/http/schemas.ts'

/** The faults a merchant can script, by precedence: an event has one at a time. `seconds`: default and maximum. */
// biome-ignore format: a table is read in columns
export const faultKinds = {
  webhookDrop:      { seconds: null,                      words: 'the first attempt of an event is not sent and counts as failed; its retries follow' },
  webhookDelay:     { seconds: { usual: 60, most: 3600 }, words: 'the first attempt of an event is made later by `seconds`' },
  webhookReorder:   { seconds: null,                      words: 'an event waits until the next one of another transaction was sent, ten minutes at most: two arrive in reverse' },
  webhookDuplicate: { seconds: null,                      words: 'an event is delivered twice, both times under the same `webhook-id`' },
  slowBank:         { seconds: { usual: 5, most: 15 },    words: 'the bank takes `seconds` to register a charge or a payment initiation, or to make a refund' },
  refundRefused:    { seconds: null,                      words: 'the bank refuses a refund: it fails with the cause `RefundRefusedByBank`' },
  slowBoleto:       { seconds: { usual: 10, most: 600 },  words: 'the bank is busy when a boleto is to be registered, and is asked again after `seconds`: until then its bill is `Created`' },
  boletoRefused:    { seconds: null,                      words: 'the bank refuses to register a boleto: its bill fails with the cause `BoletoNotRegistered`' },
} as const

export type FaultKind = keyof typeof faultKinds

const kindNames = Object.keys(faultKinds) as FaultKind[]

/** A fault happens at most this often. */
const mostTimes = 100

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
        description:
          'Only for `webhookDelay` (default: 60), `slowBank` (default: 5, maximum: 15) and `slowBoleto` (default: 10, maximum: 600)',
      }),
    ),
  },
  { title: 'CreateTrouble' },
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
