import * as fc from 'fast-check'
import { sweepPayments } from '../../src/bank-notices/sweep-payments.ts'
import { workOffNotices } from '../../src/bank-notices/work-off-notices.ts'
import { assignConnection } from '../../src/merchants/assign-connection.ts'
import { expireCharges } from '../../src/transactions/expire-charges.ts'
import type { Answer, Api } from './api-client.ts'
import type { RealBank } from './real-bank.ts'
import type { Trilho } from './trilho.ts'

/** Production beside a bank, with a connection in each dialect that sends money out. */
export const dialects = ['efi', 'inter', 'sicoob'] as const
export type DialectName = (typeof dialects)[number]
export type Beside = { trilho: Trilho; bank: RealBank; connections: Record<DialectName, string> }

/** What one run has made: who there is, and what can be paid, refunded and sent back. */
export type Diary = { apis: Record<DialectName, Api>; charges: Made[]; payouts: Made[] }
type Made = { dialect: DialectName; id: string; cents: number }

const dialect = fc.constantFrom(...dialects)
const cents = fc.integer({ min: 100, max: 9_999 })
const which = fc.nat(1_000)
const times = fc.integer({ min: 1, max: 3 })

/** What merchants, payers and people at the bank do, and what the bank does to us. */
export const anyAct = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('charge' as const),
      dialect,
      cents,
      editable: fc.boolean(),
      isShort: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      which,
      cents,
      how: fc.constantFrom('right', 'right', 'right', 'wrong', 'twice', 'again'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('refund' as const), which, isWhole: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('payout' as const),
      dialect,
      cents,
      to: fc.constantFrom('joao', 'joao', 'joao', 'closed', 'nobody'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('send back' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('force return' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('approval' as const), isNeeded: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('slow bank' as const), isSlow: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      kind: fc.constantFrom(
        'drop',
        'act, then cut',
        'server error',
        'act, then server error',
        'malformed',
        'too many requests',
        'act, then wait',
      ),
      partner: dialect,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', undefined),
      isOfPayouts: fc.boolean(),
      times,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('callback fault' as const),
      kind: fc.constantFrom('drop', 'duplicate', 'delay', 'reorder'),
      times,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('kill' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('work' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 150 }) }) },
)

export type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never

const webhook = { url: 'https://hooks.example.invalid/hook' }
const recipients = {
  joao: { name: 'João Pereira', cpf: '11144477735', key: 'joao@mail.test' },
  closed: { name: 'Conta Fechada', cpf: '39053344705', key: 'fechada@mail.test' },
  nobody: { name: 'Ninguém', cpf: '52998224725', key: 'ninguem@mail.test' },
}

/** What only the calls about payouts have in their addresses. */
const payoutPaths = { efi: '/gn/pix', inter: '/banking/', sicoob: '/pagamentos' }

const amountOf = (whole: number) => `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
const oneOf = (all: Made[], index: number): Made | undefined => all[index % all.length]

/** A merchant at each bank, with money to send. */
export async function newDiary({ trilho, connections }: Beside): Promise<Diary> {
  const open = async (name: DialectName) => {
    const api = await trilho.newMerchant({ balance: '500', chargeFixed: '0.10' })
    await assignConnection(trilho.needs, { merchantId: api.merchantId, connectionId: connections[name] })
    return api
  }
  const [efi, inter, sicoob] = [await open('efi'), await open('inter'), await open('sicoob')]
  return { apis: { efi, inter, sicoob }, charges: [], payouts: [] }
}

/** Does one act. What a bank or the server refuses is refused: the books are looked at in the end. */
export async function perform(beside: Beside, diary: Diary, act: Act): Promise<void> {
  const { trilho, bank } = beside
  const atBank = (path: string, body?: object) => bank.control('POST', path, body).catch(() => null)
  switch (act.act) {
    case 'charge': {
      const { dialect: at, cents: whole, editable, isShort } = act
      const wanted = { amount: amountOf(whole), editable, webhook, ...(isShort ? { expiresIn: 60 } : {}) }
      return keep(diary.charges, at, whole, await diary.apis[at].requestCashIn(wanted))
    }
    case 'payout': {
      // Inter's refusal of a key counts the first time only: after a lost answer it is asked for days.
      const { name, cpf, key } = recipients[act.dialect === 'inter' && act.to === 'nobody' ? 'closed' : act.to]
      const wanted = { recipient: { name, cpf }, key: { type: 'EMAIL', value: key }, webhook }
      const answer = await diary.apis[act.dialect].requestCashOut({ amount: amountOf(act.cents), ...wanted })
      return keep(diary.payouts, act.dialect, act.cents, answer)
    }
    case 'pay': {
      const charge = oneOf(diary.charges, act.which)
      if (charge === undefined) return
      const { externalId } = await rowOf(trilho, charge.id)
      const amount = act.how === 'wrong' ? { amount: amountOf(act.cents) } : {}
      const how = { ...amount, late: true, twice: act.how === 'twice', again: act.how === 'again' }
      return void (await atBank(`/charges/${charge.dialect}/${externalId}/pay`, how))
    }
    case 'refund': {
      const charge = oneOf(diary.charges, act.which)
      if (charge === undefined) return
      const part = act.isWhole ? undefined : { amount: amountOf(Math.ceil(charge.cents / 3)) }
      return expectAnswer(await diary.apis[charge.dialect].refund(charge.id, part))
    }
    case 'send back': {
      const payout = oneOf(
        diary.payouts.filter(one => one.dialect === 'efi'),
        act.which,
      )
      if (payout !== undefined) await atBank(`/payouts/${payout.id.replaceAll('-', '')}/return`)
      return
    }
    case 'force return': {
      // Only of what was credited: of money in suspense it is for a person.
      const charge = oneOf(diary.charges, act.which)
      const { endToEndId } = await rowOf(trilho, charge?.id ?? null)
      if (endToEndId !== null) await atBank(`/pix/${endToEndId}/force-return`)
      return
    }
    case 'approval':
      return void (await bank.control('PUT', '/partners/inter/switches', { humanApproval: act.isNeeded }))
    case 'slow bank': {
      const delayMs = act.isSlow ? 20_000 : 0
      return void (await bank.control('PUT', '/settings', { payoutDelayMs: delayMs, refundDelayMs: delayMs }))
    }
    case 'fault': {
      const { kind, partner, method, times: count, isOfPayouts } = act
      const calls = isOfPayouts ? { path: payoutPaths[partner] } : method === undefined ? {} : { method }
      const wanted = { kind, partner, times: count, ms: 300, ...calls }
      return void (await bank.control('POST', '/faults', wanted))
    }
    case 'callback fault':
      return void (await bank.control('POST', '/callback-faults', { kind: act.kind, times: act.times + 1, ms: 5_000 }))
    case 'kill': {
      const working = work(beside)
      await bank.restart()
      return void (await working)
    }
    case 'work':
      return void (await work(beside))
    case 'time':
      return passTime(beside, act.seconds)
  }
}

/** An answer is a yes, a refusal, or that the bank is away: never a fault of ours. */
function expectAnswer({ status, text }: Answer): void {
  if (![200, 201, 409, 422, 503].includes(status)) throw new Error(`HTTP ${status}: ${text}`)
}

function keep(made: Made[], at: DialectName, whole: number, answer: Answer): void {
  expectAnswer(answer)
  if (answer.status === 201) made.push({ dialect: at, id: answer.body.data.transaction.id, cents: whole })
}

async function rowOf({ sql }: Trilho, id: string | null) {
  const [row] = await sql<{ externalId: string | null; endToEndId: string | null }[]>`
    select external_id, end_to_end_id from transactions where id = ${id}`
  return row ?? { externalId: null, endToEndId: null }
}

/** All that workers do about banks, once; a bank that is away makes some of it fail. */
export async function work({ trilho: { needs } }: Beside): Promise<number> {
  const done = await Promise.allSettled([
    workOffNotices(needs),
    expireCharges(needs),
    needs.bankOrders.stepAndWait(),
    sweepPayments(needs),
  ])
  return done.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/** Time goes by on both sides alike. */
export async function passTime({ trilho, bank }: Beside, seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}
