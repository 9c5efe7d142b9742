import { type Static, Type } from 'typebox'
import { Money, Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'

const flow = { in: Money, inCount: Type.Integer(), out: Money, outCount: Type.Integer() }

export const HomeQuery = Type.Object({ days: Type.Optional(OneOf([7, 30])) })

export const HomeView = Type.Object({
  balance: Type.Object({ available: Money, held: Money, blocked: Money, reserved: Money, total: Money }),
  /** The day it is in São Paulo, and its 24 hours. */
  today: Type.Object({
    day: Type.String(),
    ...flow,
    hours: Type.Array(Type.Object({ hour: Type.Integer(), ...flow })),
  }),
  /** Oldest first, today last. */
  days: Type.Array(Type.Object({ day: Type.String(), ...flow })),
  /** Sums are not complete yet: ask again. */
  isSummingUp: Type.Boolean(),
  /** What a merchant without any transaction has done already; null: there are transactions. */
  firstSteps: Nullable(Type.Object({ hasKey: Type.Boolean(), hasWebhook: Type.Boolean(), hasTeam: Type.Boolean() })),
  /** How many of each wait; 100 stands for that many or more. */
  needed: Type.Object({
    requestsToDecide: Type.Integer(),
    failedEvents: Type.Integer(),
    pendingReceivers: Type.Integer(),
    pendingKeys: Type.Integer(),
    disputesToAnswer: Type.Integer(),
  }),
})
export type HomeView = Static<typeof HomeView>

const Sending = Type.Object({
  /** Null: as much as there is. */
  perTransaction: Nullable(Money),
  perDay: Nullable(Money),
  /** On this day of São Paulo. */
  sentToday: Money,
  /** Of the daily limit, in whole percent; null: there is none. */
  usedPercent: Nullable(Type.Integer()),
})

/** What a merchant's people see of their own company: all of it is the platform's to change. */
export const CompanyView = Type.Object({
  name: Type.String(),
  /** Masked for operators. */
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  /** The bank that moves its money; null: none is connected. */
  bank: Nullable(Type.String()),
  /** Null: none is set, or the person may not see it. */
  webhookAddress: Nullable(Type.String()),
  plan: Type.Object({
    fixed: Money,
    percent: Type.String(),
    /** What payments of these amounts cost, and what is left of them. */
    examples: Type.Array(Type.Object({ amount: Money, charges: Money, left: Money })),
  }),
  approvalPolicy: Type.Object({ approversNeeded: Type.Integer(), operatorApprovesAbove: Nullable(Money) }),
  limits: Type.Object({
    cashOuts: Sending,
    companyPayments: Sending,
    /** Of cash-outs; null: no limit. */
    perNight: Nullable(Money),
    perRecipient: Nullable(Money),
    newRecipient: Nullable(Money),
    perKey: Nullable(Money),
    nightFrom: Type.Integer(),
    nightUntil: Type.Integer(),
    newRecipientHours: Type.Integer(),
    /** When higher limits take effect; null: none will. */
    raisedAt: Nullable(Timestamp),
  }),
})
export type CompanyView = Static<typeof CompanyView>

export const CompanyParams = Type.Object({ merchantId: Type.String() })
