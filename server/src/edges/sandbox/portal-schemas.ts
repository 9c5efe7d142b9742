import { type Static, Type } from 'typebox'
import { Amount, OneOf, TaxNumber, Text } from '../../platform/http/schemas.ts'
import { ClockData, ClockMove } from './clock/schemas.ts'
import { NewFault, FaultData } from './faults/schemas.ts'

/** Only `complete` takes more than the outcome: who pays, where that is not known yet, and how much. */
export const SimulateBody = Type.Object({
  outcome: OneOf(['register', 'complete', 'pay-boleto', 'settle-boleto', 'cancel', 'error', 'reverse', 'refund']),
  name: Type.Optional(Text(255, { minLength: 1 })),
  taxNumber: Type.Optional(TaxNumber),
  amount: Type.Optional(Amount()),
})
export type SimulateBody = Static<typeof SimulateBody>

export const SimulatedOutcome = Type.Object({
  state: Type.String(),
  /** False: the state has changed, but the webhook address could not be called; it goes on being tried. */
  webhookCalled: Type.Boolean(),
})
export type SimulatedOutcome = Static<typeof SimulatedOutcome>

/** What the banner shows: the merchant's time and the scripted faults. */
export const SandboxView = Type.Object({ clock: ClockData, faults: Type.Array(FaultData) })
export type SandboxView = Static<typeof SandboxView>

export type FaultView = Static<typeof FaultData>
export type ClockMove = Static<typeof ClockMove>
export type NewFault = Static<typeof NewFault>
