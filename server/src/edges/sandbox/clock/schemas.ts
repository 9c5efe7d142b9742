import { Type } from 'typebox'
import { Moment, Timestamp } from '../../../platform/http/schemas.ts'
import { mostAheadSeconds } from './move-clock.ts'

export const ClockMove = Type.Object(
  {
    forward: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostAheadSeconds, description: 'By so many seconds. Either this or `to`' }),
    ),
    to: Type.Optional(Moment('To this moment, which must be after the present time of the clock')),
  },
  { title: 'ClockMove' },
)

export const ClockData = Type.Object(
  {
    time: { ...Timestamp, description: "What time it is by the merchant's clock" },
    aheadSeconds: Type.Integer({ description: 'How far that is ahead of the true time; 0: not at all' }),
  },
  { title: 'Clock' },
)
