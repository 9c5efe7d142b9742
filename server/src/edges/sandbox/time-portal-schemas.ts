import { type Static, Type } from 'typebox'
import { ClockData, ClockMove } from './clock/schemas.ts'
import { NewTrouble, TroubleData } from './troubles/schemas.ts'

/** What the banner tells: the merchant's time, and what is scripted to go wrong. */
export const SandboxView = Type.Object({ clock: ClockData, troubles: Type.Array(TroubleData) })
export type SandboxView = Static<typeof SandboxView>

export type TroubleView = Static<typeof TroubleData>
export type ClockMove = Static<typeof ClockMove>
export type NewTrouble = Static<typeof NewTrouble>
