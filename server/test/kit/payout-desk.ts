import { ExternalFault } from '../../src/platform/lib/within-time.ts'
import { afterEach, expect } from 'vitest'
import { auditBooks } from '../../src/operations/books-audit/audit-books.ts'
import type { Payout, PayoutRail, PayoutReport } from '../../src/money/rails/rails.ts'
import { simulatedParticipant } from '../../src/money/rails/simulator/test-data.ts'
import { pausesSeconds } from '../../src/money/bank-orders/schedule.ts'
import type { Door } from '../../src/money/transactions/door.ts'
import { cpf, openTrilho } from './trilho.ts'
import { unwatched } from './state-watch.ts'
import { silentDoor, notifiedStates } from './silent-door.ts'
import { runnerWith } from './test-bank.ts'

/** The possible results of a bank. */
export const accepted: PayoutReport = { state: 'accepted', externalId: 'bank-1' }
export const paid: Extract<PayoutReport, { state: 'paid' }> = {
  state: 'paid',
  externalId: 'bank-1',
  endToEndId: 'E9999999920261115120012345678901',
  participant: simulatedParticipant('João de Souza', cpf.joao),
}
export const refused: PayoutReport = { state: 'refused', cause: 'AccountClosed' }
export const timeOut = () => Promise.reject(new ExternalFault('ETIMEDOUT'))

/** No bank gives two payouts one end-to-end id. */
export const endToEndIdOf = (transactionId: string) =>
  `E99999999202611151200${transactionId.slice(-11)}`.replace('-', 'x')

const ofPayout = ({ transactionId }: Payout, report: PayoutReport | null): PayoutReport | null =>
  report?.state === 'paid' && report.endToEndId === paid.endToEndId
    ? { ...report, endToEndId: endToEndIdOf(transactionId) }
    : report

/** The bank's result of one call; a function simulates a faulty bank or connection. */
type Saying = PayoutReport | null | (() => Promise<PayoutReport | null>)
type Call = [what: 'send' | 'ask', transactionId: string]
export type Script = [what: Call[0], saying: Saying][]

/** The balance of a new payout's merchant: while it runs, when it was paid, when the money came back. */
export const whileHeld = { available: '89.800000', held: '10.200000' }
export const whenPaid = { available: '89.800000', held: '0.000000', total: '89.800000' }
export const whenReturned = { available: '100.000000', held: '0.000000' }

export const webhook = { url: 'https://hooks.example.invalid/hook' }

/** A production deployment whose bank follows a test's script, and whose worker steps on demand. */
export async function openPayoutDesk() {
  const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const silent = silentDoor(trilho.needs)
  // An unfinished payout of one test must not be claimed by the next.
  afterEach(() => unwatched(trilho.sql, tx => tx`update bank_orders set state = 'Held', next_step_at = null`))

  /** A bank that follows the script, call by call, and then repeats its last line. */
  function scriptedBank(script: Script) {
    const calls: Call[] = []
    const sent: Payout[] = []
    const say = async (what: Call[0], payout: Payout) => {
      const line = script[Math.min(calls.length, script.length - 1)]
      calls.push([what, payout.transactionId])
      if (what === 'send') sent.push(payout)
      if (line?.[0] !== what) throw new Error(`the script has no ${what} here`)
      return ofPayout(payout, await (typeof line[1] === 'function' ? line[1]() : line[1]))
    }
    const rail: PayoutRail = {
      sendPayout: payout => say('send', payout) as Promise<PayoutReport>,
      readPayout: payout => say('ask', payout),
    }
    return { rail, calls, sent }
  }

  type Bank = ReturnType<typeof scriptedBank>
  const step = ({ rail }: Bank, door: Door = silent) =>
    runnerWith({ ...trilho.needs, door }, { payouts: rail }).stepAndWait()
  const wait = (seconds: number) => void (trilho.clock.aheadMs += seconds * 1000)

  async function newPayout(amount = '10') {
    const api = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10', chargeRate: 990_000n })
    const id = await api.createCashOut({ amount, webhook, transaction: { orderId: 'o-1' } })
    return { api, id }
  }

  const payoutOf = async (id: string) => {
    const [payout] = await trilho.sql`select state, attempts, next_step_at from bank_orders where id = ${id}`
    return payout
  }

  return {
    trilho,
    silent,
    scriptedBank,
    step,
    wait,
    newPayout,
    payoutOf,

    /** Takes steps, each as soon as it is due. */
    play: async (bank: Bank, steps: number) => {
      for (let taken = 0; taken < steps; taken++) {
        expect(await step(bank)).toBe(1)
        wait(pausesSeconds[taken] ?? 0)
      }
    },

    /** State, events and money agree, and no worker processes the payout any more. */
    expectOver: async ({ api, id }: Awaited<ReturnType<typeof newPayout>>, events: string[], balance: object) => {
      expect(await api.stateOf(id)).toBe(events.at(-1))
      expect(await notifiedStates(trilho.sql, id)).toEqual(events)
      expect(await api.balance()).toMatchObject(balance)
      expect(await payoutOf(id)).toBeUndefined()
      expect(await auditBooks(trilho.needs)).toEqual([])
    },
  }
}
