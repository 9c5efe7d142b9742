import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Act, act } from './act.ts'
import { bankFaults } from './bank-faults.ts'
import type { Beside, Diary } from './diary.ts'
import { merchantActs } from './merchant-acts.ts'
import { operatorActs } from './operator-acts.ts'
import { passTime } from './pass-time.ts'
import { payerActs } from './payer-acts.ts'
import { peopleAtTheBankActs } from './people-at-the-bank-acts.ts'

export type NamedAct = { act: string }

const calls: Record<string, Act> = { ...merchantActs, ...payerActs }
const anyCall = anyOf(calls)

const others: Record<string, Act> = {
  ...peopleAtTheBankActs,
  ...operatorActs,
  ...bankFaults,

  /** Somebody is killed while calls are under way. */
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
      const back = beside[whom].restart()
      // Nobody calls a worker: the rest goes on without it until it is back.
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
  { weight: 20, arbitrary: anyCall },
  { weight: weightOf(others), arbitrary: anyOf(others) },
)

/** Does one act. What a bank or the server refuses is refused: the books are looked at in the end. */
export async function perform(beside: Beside, diary: Diary, wanted: NamedAct): Promise<void> {
  const one = calls[wanted.act] ?? others[wanted.act]
  if (one === undefined) throw new Error(`nobody can ${wanted.act}`)
  await one.perform(beside, diary, wanted)
}

function anyOf(acts: Record<string, Act>): fc.Arbitrary<NamedAct> {
  return fc.oneof(
    ...Object.entries(acts).map(([name, { weight, fields }]) => ({
      weight,
      arbitrary: fc.record({ act: fc.constant(name), ...fields }),
    })),
  )
}

function weightOf(acts: Record<string, Act>): number {
  return Object.values(acts).reduce((sum, { weight }) => sum + weight, 0)
}
