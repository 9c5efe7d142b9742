import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Act, act } from './act.ts'
import { billActions, billFaults } from './bill-actions.ts'
import { bankFaults } from './bank-faults.ts'
import type { Beside, Diary } from './diary.ts'
import { exceptionActions } from './exception-actions.ts'
import { noteCalls } from './happenings.ts'
import { merchantActions } from './merchant-actions.ts'
import { operatorActions } from './operator-actions.ts'
import { passTime } from './pass-time.ts'
import { payerActions } from './payer-actions.ts'
import { peopleAtTheBankActions } from './people-at-the-bank-actions.ts'
import { recoveryActions } from './recovery-actions.ts'

export type NamedAct = { act: string }

const calls: Record<string, Act> = { ...merchantActions, ...payerActions, ...billActions }
const anyCall = anyOf(calls)

const others: Record<string, Act> = {
  ...peopleAtTheBankActions,
  ...operatorActions,
  ...exceptionActions,
  ...recoveryActions,
  ...bankFaults,
  ...billFaults,

  /** A process is killed while calls are in progress. */
  kill: act({
    weight: 2,
    fields: {
      whom: fc.constantFrom('bank', 'server', 'worker'),
      meanwhile: fc.array(anyCall, { maxLength: 4 }),
      afterMs: fc.nat(80),
    },
    perform: async (beside, diary, { whom, meanwhile, afterMs }) => {
      const underWay = meanwhile.map(one => perform(beside, diary, one))
      await sleep(afterMs)
      if (whom === 'bank') await noteCalls(beside)
      const back = beside[whom].restart()
      // A worker gets no calls: the rest continues without it until it is back.
      await Promise.all(whom === 'worker' ? underWay : [back, ...underWay])
    },
  }),

  pause: act({ weight: 3, fields: { ms: fc.nat(300) }, perform: (_beside, _diary, { ms }) => sleep(ms) }),

  time: act({
    weight: 3,
    fields: { seconds: fc.integer({ min: 1, max: 150 }) },
    perform: (beside, _diary, { seconds }) => passTime(beside, seconds),
  }),
}

export const anyAct = fc.oneof(
  { weight: 26, arbitrary: anyCall },
  { weight: weightOf(others), arbitrary: anyOf(others) },
)

/** Performs one action. Refusals by the bank or the server are fine: the books are checked at the end. */
export async function perform(beside: Beside, diary: Diary, input: NamedAct): Promise<void> {
  const one = calls[input.act] ?? others[input.act]
  if (one === undefined) throw new Error(`unknown action ${input.act}`)
  await one.perform(beside, diary, input)
  beside.happened.add(`act ${input.act}`)
}

/** Of every act there is. */
export const actNames = Object.keys({ ...calls, ...others })

function anyOf(actions: Record<string, Act>): fc.Arbitrary<NamedAct> {
  return fc.oneof(
    ...Object.entries(actions).map(([name, { weight, fields }]) => ({
      weight,
      arbitrary: fc.record({ act: fc.constant(name), ...fields }),
    })),
  )
}

function weightOf(actions: Record<string, Act>): number {
  return Object.values(actions).reduce((sum, { weight }) => sum + weight, 0)
}
