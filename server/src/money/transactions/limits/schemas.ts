import { type Static, Type } from 'typebox'
import { MoneyOf, Nullable, Timestamp } from '../../../platform/http/schemas.ts'

const Sending = Type.Object(
  {
    perTransaction: Nullable(MoneyOf('The most a payment may be. `null`: no limit but the balance')),
    perDay: Nullable(MoneyOf('The most all payments of a day may be together. `null`: no limit')),
    sentToday: MoneyOf('What was sent on this day of São Paulo'),
  },
  { title: 'SendingLimits' },
)

export const LimitsData = Type.Object(
  {
    cashOuts: Sending,
    companyPayments: Sending,
    perNight: Nullable(MoneyOf('The most that may leave in a night, of all kinds together')),
    perRecipient: Nullable(MoneyOf('The most that one recipient may get in a day')),
    newRecipient: Nullable(MoneyOf('The most that a new recipient may get in the first hours')),
    perKey: Nullable(MoneyOf('The most that one access key may pay out in a day without approval')),
    nightFrom: Type.Integer({ description: 'The hour of São Paulo at which the night starts' }),
    nightUntil: Type.Integer({ description: 'The hour of São Paulo at which the night ends' }),
    newRecipientHours: Type.Integer({ description: 'For how many hours after the first payment a recipient is new' }),
    raisedAt: Nullable(Timestamp),
  },
  { title: 'Limits', description: '`raisedAt`: when higher limits that were decided take effect' },
)
export type LimitsData = Static<typeof LimitsData>
