import { type Static, Type } from 'typebox'
import { Money, Nullable, OneOf } from '../../platform/http/schemas.ts'

const flow = { in: Money, inCount: Type.Integer(), out: Money, outCount: Type.Integer() }

export const HomeQuery = Type.Object({ days: Type.Optional(OneOf([7, 30])) })

export const HomeView = Type.Object({
  balance: Type.Object({ available: Money, held: Money, blocked: Money, total: Money }),
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
