import { moveIn } from '../../platform/lib/state-table.ts'

/** The life of an alarm. What this table does not list cannot happen. */
// biome-ignore format: a table is read in columns
export const alarmTransitions = [
  { from: null,           act: 'raise',       to: 'Raised'       },
  { from: 'Raised',       act: 'acknowledge', to: 'Acknowledged' }, // by an operator
  { from: 'Acknowledged', act: 'grow',        to: 'Raised'       }, // the cause has become more than what was acknowledged
  { from: 'Raised',       act: 'end',         to: 'Ended'        }, // by itself: the cause is gone
  { from: 'Acknowledged', act: 'end',         to: 'Ended'        },
  { from: 'Ended',        act: 'return',      to: 'Raised'       }, // the same cause, soon after
] as const

export type AlarmState = (typeof alarmTransitions)[number]['to']
export type AlarmAct = (typeof alarmTransitions)[number]['act']

/** The state after an act, and the states it may start from. */
export const alarmMove = <Act extends AlarmAct>(act: Act) => moveIn(alarmTransitions, 'act', act)

export const alarmStates = ['Raised', 'Acknowledged', 'Ended'] as const satisfies readonly AlarmState[]

export const severities = ['critical', 'warning'] as const
export type Severity = (typeof severities)[number]

/** What the operators' webhook is called for. */
export const alarmEvents = ['AlarmRaised', 'AlarmRepeated', 'AlarmEnded'] as const
export type AlarmEvent = (typeof alarmEvents)[number]
