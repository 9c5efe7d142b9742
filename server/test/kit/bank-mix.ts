import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepPayments } from '../../src/bank-notices/sweep-payments.ts'
import { ApiError } from '../../src/http/errors.ts'
import { assignConnection } from '../../src/merchants/assign-connection.ts'
import { resumeMerchant, suspendMerchant } from '../../src/merchants/suspension.ts'
import { type Answer, type Api, clientWith } from './api-client.ts'
import type { startClocked } from './clocked-processes.ts'
import { payer } from './payer.ts'
import type { RealBank } from './real-bank.ts'
import type { Trilho } from './trilho.ts'

/** Production beside a bank, with a connection in each dialect that sends money out. */
export const dialects = ['efi', 'inter', 'sicoob'] as const
export type DialectName = (typeof dialects)[number]
/** `trilho` makes merchants and looks at the books; what is called, and what works, are processes of their own. */
export type Beside = Awaited<ReturnType<typeof startClocked>> & {
  trilho: Trilho
  bank: RealBank
  connections: Record<DialectName, string>
}

/** What one run has made: who there is, and what can be paid, refunded and sent back. */
export type Diary = {
  apis: Record<DialectName, Api>
  merchants: string[]
  charges: Made[]
  payouts: Made[]
  /** By the bank's id: what payers have been sent to it for. */
  initiations: string[]
}
type Made = { dialect: DialectName; id: string; cents: number }

const dialect = fc.constantFrom(...dialects)
const cents = fc.integer({ min: 100, max: 9_999 })
const which = fc.nat(1_000)
const institution = fc.constantFrom('0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01', '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02')
const times = fc.integer({ min: 1, max: 3 })

/** What merchants and payers do. Merchants send a call again as it was, not sure of the first, or leave it. */
const anyCall = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('charge' as const),
      dialect,
      cents,
      editable: fc.boolean(),
      isShort: fc.boolean(),
      isSentAgain: fc.boolean(),
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
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      which,
      isWhole: fc.boolean(),
      isSentAgain: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('initiate' as const),
      cents,
      // A payer may choose one bank and then another, and agree at both.
      institutions: fc.array(institution, { minLength: 1, maxLength: 2 }),
      isSentAgain: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('agree' as const),
      which,
      how: fc.constantFrom('authorise', 'authorise', 'authorise', 'pending', 'refuse', 'fail', 'expire'),
      isBack: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('payout' as const),
      dialect,
      cents,
      to: fc.constantFrom('joao', 'joao', 'joao', 'closed', 'nobody'),
      isSentAgain: fc.boolean(),
    }),
  },
)

/** The same, what people at the bank do, what the bank does to us, and what is killed while calls are under way. */
export const anyAct = fc.oneof(
  { weight: 20, arbitrary: anyCall },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('send back' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('force return' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('report case' as const),
      which,
      cents: fc.option(cents, { freq: 2 }),
      isHeard: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('decide case' as const),
      which,
      how: fc.constantFrom('accept', 'reject', 'cancel'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('suspend' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resume' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('approval' as const), isNeeded: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('decide' as const), isYes: fc.boolean() }) },
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
        'wait, then act',
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
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('kill' as const),
      whom: fc.constantFrom('bank', 'server', 'worker'),
      meanwhile: fc.array(anyCall, { maxLength: 4 }),
      afterMs: fc.nat(80),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pause' as const), ms: fc.nat(300) }) },
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
export async function newDiary({ trilho, connections, server }: Beside): Promise<Diary> {
  const open = async (name: DialectName) => {
    const { merchantId, token } = await trilho.newMerchant({ balance: '500', chargeFixed: '0.10' })
    await assignConnection(trilho.needs, { merchantId, connectionId: connections[name] })
    merchants.push(merchantId)
    return clientWith(server.url, token)
  }
  const merchants: string[] = []
  const [efi, inter, sicoob] = [await open('efi'), await open('inter'), await open('sicoob')]
  return { apis: { efi, inter, sicoob }, merchants, charges: [], payouts: [], initiations: [] }
}

/** Does one act. What a bank or the server refuses is refused: the books are looked at in the end. */
export async function perform(beside: Beside, diary: Diary, act: Act): Promise<void> {
  const { trilho, bank } = beside
  const atBank = (path: string, body?: object) => bank.control('POST', path, body).catch(() => null)
  switch (act.act) {
    case 'charge': {
      const { dialect: at, cents: whole, editable, isShort } = act
      const transaction = { orderId: randomUUID() }
      const wanted = { amount: amountOf(whole), editable, webhook, transaction, ...(isShort ? { expiresIn: 60 } : {}) }
      return keep(diary.charges, act, await answerTo(beside, act, () => diary.apis[at].requestCashIn(wanted)))
    }
    case 'payout': {
      // Inter's refusal of a key counts the first time only: after a lost answer it is asked for days.
      const { name, cpf, key } = recipients[act.dialect === 'inter' && act.to === 'nobody' ? 'closed' : act.to]
      const order = { transaction: { orderId: randomUUID() }, webhook }
      const wanted = {
        amount: amountOf(act.cents),
        recipient: { name, cpf },
        key: { type: 'EMAIL', value: key },
        ...order,
      }
      const answer = await answerTo(beside, act, () => diary.apis[act.dialect].requestCashOut(wanted))
      return keep(diary.payouts, act, answer)
    }
    case 'initiate': {
      const wanted = { amount: amountOf(act.cents), webhook, transaction: { orderId: randomUUID() } }
      const answer = await answerTo(beside, act, () => diary.apis.efi.requestInitiation(wanted))
      if (answer?.status !== 201) return
      const { transactionId: id, checkoutUrl } = answer.body.data
      diary.charges.push({ dialect: 'efi', id, cents: act.cents })
      for (const chosen of act.institutions) {
        const page = await payer.start(checkoutUrl, chosen).catch(() => '')
        const asked = URL.parse(page)?.searchParams.get('id')
        if (asked) diary.initiations.push(asked)
      }
      return
    }
    case 'agree': {
      const id = diary.initiations[act.which % diary.initiations.length] ?? 'none'
      const how = act.how === 'pending' ? 'authorise' : act.how
      const decided = await atBank(
        `/initiations/${id}/${how}`,
        how === 'authorise' ? { pending: act.how === 'pending' } : {},
      )
      if (decided !== null && act.isBack) await payer.comeBack(decided.returnUrl).catch(() => null)
      return
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
      const part = act.isWhole ? {} : { amount: amountOf(Math.ceil(charge.cents / 3)) }
      const wanted = { ...part, refundId: randomUUID() }
      return void (await answerTo(beside, act, () => diary.apis[charge.dialect].refund(charge.id, wanted)))
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
    case 'report case': {
      // Of Efí only, which tells of cases; more than was paid means all of it.
      const charges = diary.charges.filter(one => one.dialect === 'efi').map(({ id }) => id)
      const paid = await trilho.sql<{ endToEndId: string }[]>`
        select end_to_end_id from transactions where id = any(${charges}) and end_to_end_id is not null order by id`
      const amount = act.cents === null ? {} : { amount: amountOf(act.cents) }
      if (paid.length > 0) await atBank(`/pix/${paid[act.which % paid.length]?.endToEndId}/report`, amount)
      if (act.isHeard) await sweep(beside)
      return
    }
    case 'decide case': {
      const open = ((await bank.control('GET', '/infractions?all')) as BankCase[]).filter(isUndecided)
      const one = open[act.which % open.length]
      if (one !== undefined) await atBank(`/infractions/${one.id}/${act.how}`)
      return
    }
    case 'suspend':
    case 'resume': {
      const merchantId = diary.merchants[act.which % diary.merchants.length] ?? ''
      return act.act === 'suspend' ? suspend(trilho, merchantId) : resume(trilho, merchantId)
    }
    case 'approval':
      return void (await bank.control('PUT', '/partners/inter/switches', { humanApproval: act.isNeeded }))
    case 'decide': {
      const payouts = (await bank.control('GET', '/payouts?all')) as { state: string; requestId: string }[]
      const waiting = payouts.find(({ state }) => state === 'AwaitingApproval')
      if (waiting !== undefined) await atBank(`/payouts/${waiting.requestId}/${act.isYes ? 'approve' : 'disapprove'}`)
      return
    }
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
      const underWay = act.meanwhile.map(one => perform(beside, diary, one))
      await sleep(act.afterMs)
      const back = beside[act.whom].restart()
      // Nobody calls a worker: the rest goes on without it until it is back.
      return void (await Promise.all(act.whom === 'worker' ? underWay : [back, ...underWay]))
    }
    case 'pause':
      return sleep(act.ms)
    case 'time':
      return passTime(beside, act.seconds)
  }
}

/** Asks all banks what there is, a minute later; one that does not answer is asked again another time. */
export async function sweep(beside: Beside): Promise<void> {
  await passTime(beside, 60)
  while ((await sweepPayments(beside.trilho.needs).catch(() => 0)) > 0);
}

/** A case as the bank has it. */
export type BankCase = { id: string; partner: string; endToEndId: string; state: string; amount: string }
export const isUndecided = ({ state }: BankCase): boolean => state === 'ABERTA' || state === 'EM_DEFESA'

/** What is so already stays so. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)

function isRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

const mostSent = 5

/** Sent once, or at least twice and until there is an answer. Null: it was lost with whoever was killed, and that was it. */
async function answerTo({ server }: Beside, { isSentAgain }: { isSentAgain: boolean }, send: () => Promise<Answer>) {
  for (let sent = 1; sent <= mostSent; sent++) {
    const answer = await send().catch(isSilence)
    if (answer !== null) expectAnswer(answer)
    if (!isSentAgain || (answer !== null && sent > 1)) return answer
    await server.isBack()
  }
  throw new Error('the server never answers')
}

/** The connection broke before the answer was whole. Anything else that goes wrong is a fault. */
function isSilence(error: unknown): null {
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) return null
  throw error
}

/** An answer is a yes, a refusal, also of who is suspended, or that the bank is away: never a fault of ours. */
function expectAnswer(answer: Answer): Answer {
  const { status, text } = answer
  if (![200, 201, 403, 409, 422, 503].includes(status)) throw new Error(`HTTP ${status}: ${text}`)
  return answer
}

function keep(made: Made[], { dialect: at, cents: whole }: Omit<Made, 'id'>, answer: Answer | null): void {
  if (answer?.status === 201) made.push({ dialect: at, id: answer.body.data.transaction.id, cents: whole })
}

async function rowOf({ sql }: Trilho, id: string | null) {
  const [row] = await sql<{ externalId: string | null; endToEndId: string | null }[]>`
    select external_id, end_to_end_id from transactions where id = ${id}`
  return row ?? { externalId: null, endToEndId: null }
}

/** Time goes by on both sides alike. */
export async function passTime({ trilho, bank, setClock }: Beside, seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await setClock(trilho.clock.aheadMs)
  await bank.control('POST', '/clock/advance', { seconds })
}
