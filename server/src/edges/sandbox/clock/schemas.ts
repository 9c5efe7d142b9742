import { Type } from 'typebox'
import { Moment, Timestamp } from '../../../platform/http/schemas.ts'
import { mostAheadSeconds } from './move-clock.ts'

export const ClockMove = Type.Object(
  {
    forward: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostAheadSeconds,
        description: 'Number of seconds. Send either this or `to`',
      }),
    ),
    to: Type.Optional(Moment('The new time. It must be later than the current time of the clock')),
  },
  { title: 'ClockMove' },
)

export const ClockData = Type.Object(
  {
    time: { ...Timestamp, description: "The time of the merchant's clock" },
    aheadSeconds: Type.Integer({ description: 'Seconds ahead of the real time' }),
  },
  { title: 'Clock' },
)
