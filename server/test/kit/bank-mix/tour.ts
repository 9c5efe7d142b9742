import { expect } from 'vitest'
import { call } from '../api-client.ts'
import { actNames, perform } from './any-act.ts'
import { type Beside, type Diary, dialects, rowsOf, shopNames } from './diary.ts'
import { noteCalls } from './happenings.ts'
import { passTime, sweep } from './pass-time.ts'
import { endRecovery } from './recovery-actions.ts'

const maria = { name: 'Maria da Silva', taxId: '52998224725', ispb: '60701190' }
const faultKinds = [
  'drop',
  'act, then cut',
  'server error',
  'act, then server error',
  'malformed',
  'too many requests',
  'act, then wait',
  'wait, then act',
  'refusal',
  'refusal in another form',
  'act, then refusal in another form',
  'no access',
  'fields missing',
  'capitals',
]

/** What must have happened once all runs were made, besides every act. */
export const mustHappen: readonly string[] = [
  ...actNames.map(name => `act ${name}`),
  ...faultKinds.map(kind => `fault ${kind}`),
  'fault fields changed',
  'fault rows missing',
  'fault not found',
  'limit of a bank',
  'pace of our own',
  'answer PixKeyOwnerMismatch',
  'answer PixKeyOwnerUnknown',
  'request Approved',
  'request Rejected',
  'request Cancelled',
  'payout by people',
  'exception settle repeat',
  'exception adjust payoutReturned',
  'exception adjust returnedAmount',
  'exception adjust payoutNotBooked',
  'exception credit return',
  'exception return return',
  'exception creditMerchant return',
  'late outcome of a payout',
  'part of a payout came back',
  'unknown payout came back',
  'money released after a restore',
  'rows of a paid payout lost',
  'batch Made',
  'dispute Returned',
  'dispute opened by bank',
  'dispute opened by operator',
  'payer masked',
  'payer unnamed',
  'static code paid',
  'initiation paid',
  'bill paid with a fine',
  'bill paid with a discount',
  'bill changed',
  'bill cancelled',
  'bill expired',
  'boleto settled',
  'boleto paid by Pix',
  'boleto kept for a person',
  'interFirst pixCashIn inter',
  'interFirst pixCashOut inter',
  'interSecond pixCashIn sicoob',
  'interSecond pixCashOut sicoob',
  'interSecond pixCashIn inter',
  'interSecond pixCashOut inter',
]

const mostTries = 6

/** A run without chance: everything that can happen does, each with time to take effect. */
export async function tour(beside: Beside, diary: Diary): Promise<void> {
  const { trilho, bank, connections } = beside
  const go = (act: string, input: object = {}) => perform(beside, diary, { act, ...input })
  const charge = (shop: string, cents = 3_000) =>
    go('charge', { shop, cents, editable: false, isShort: false, isSentAgain: false })
  const payout = (shop: string, cents = 1_000, to = 'joao') => go('payout', { shop, cents, to, isSentAgain: false })
  const pay = (which: number, how = 'right') => go('pay', { which, cents: 1_234, who: maria, how, bank: 'its own' })
  const lastCharge = () => diary.charges.length - 1
  const partner = (name: (typeof dialects)[number]) => ({ which: dialects.indexOf(name) })
  const isEnded = async (act: string, subject: string | null) =>
    (
      await trilho.sql`select 1 as one from bank_exceptions where state = 'Ended' and act = ${act} and subject is not distinct from ${subject}`
    ).length > 0
  const isBookedBack = async () =>
    (
      await trilho.sql`select 1 as one from adjustments where name = 'adjustmentIn' and transaction_id is null and end_to_end_id is not null`
    ).length > 0
  const until = async (isSo: () => Promise<boolean>, what: string) => {
    await expect.poll(isSo, { message: what }).toBe(true)
  }
  const isCredited = async (id: string) =>
    (await trilho.sql`select 1 as one from transactions where id = ${id} and state = 'Completed'`).length > 0
  const areDone = async () =>
    (
      await trilho.sql`
      select 1 as one from transactions t where state in ('Created', 'Registered') and operation = 'pixCashOut'
         and not exists (select 1 from payment_requests r where r.transaction_id = t.id and r.status = 'Pending')
         and not exists (select 1 from bank_exceptions e where e.transaction_id = t.id and e.state = 'Open')`
    ).length === 0
  const payoutsAreDone = () =>
    until(async () => {
      await go('time', { seconds: 20 })
      // Another process may have sent a payout only after the people at its bank were asked.
      await go('decide', { isYes: true })
      return areDone()
    }, 'all payouts have ended')

  // Every merchant is paid and pays.
  for (const shop of shopNames) {
    await charge(shop)
    await pay(lastCharge())
    await until(() => isCredited(diary.charges.at(-1)?.id ?? ''), 'the merchant has something to pay with')
    await payout(shop)
  }
  await go('payer data', { payerInCallback: false })
  await charge('efi')
  await pay(lastCharge())
  await go('payer data', { payerInCallback: true })
  await go('static code', { shop: 'efi' })
  await go('pay static code', { which: 0, cents: 700, who: maria })
  await go('batch', { shop: 'sicoob', rows: [500, 600], isSentAgain: false, isStopped: false })
  await go('initiate', { cents: 900, institutions: ['0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01'], isSentAgain: false })
  await go('agree', { which: 0, how: 'authorise', isBack: true })
  await payoutsAreDone()

  // Bills: late, early, twice, changed, cancelled, and left to expire at the end.
  const bill = (shop: string, terms: string, payableDays = 30) =>
    go('bill', { shop, cents: 4_000, days: 1, payableDays, terms, isSentAgain: false })
  const payBill = (days: number, how = 'right') =>
    go('pay bill', { which: diary.bills.length - 1, days, who: maria, how, bank: 'its own' })
  for (const name of dialects) {
    await bill(name, 'both')
    await payBill(5)
    await until(() => isCredited(diary.bills.at(-1)?.id ?? ''), 'the late bill is credited')
  }
  await bill('sicoob', 'discount')
  await go('change bill', {
    which: diary.bills.length - 1,
    cents: 4_500,
    days: 3,
    terms: 'discount',
    isSentAgain: false,
  })
  await payBill(-1, 'twice')
  for (const name of dialects) {
    await bill(name, 'both')
    await go('lost change', { partner: name })
    await go('change bill', { which: diary.bills.length - 1, cents: 4_600, days: 4, terms: 'fine', isSentAgain: false })
  }
  await bill('inter', 'fine')
  await go('cancel bill', { which: diary.bills.length - 1, isSentAgain: true })
  await bill('efi', 'fixed', 0)

  // Boletos, also of a bank that has registered one without saying so, and of one that takes its time.
  const boleto = (shop: string, terms = 'fine') =>
    go('boleto', { shop, cents: 4_000, days: 6, payableDays: 30, terms, isSentAgain: false })
  const payBoleto = async (how: string) => {
    const { id } = diary.bills.at(-1) ?? {}
    await until(async () => {
      await go('time', { seconds: 20 })
      return (
        (await trilho.sql`select 1 as one from transactions where id = ${id ?? null} and state = 'Registered'`).length >
        0
      )
    }, 'the boleto is registered')
    const { length } = await trilho.sql`select 1 as one from boletos where id = any(${diary.bills.map(one => one.id)})`
    await go('pay boleto', { which: length - 1, how, who: maria })
    return length - 1
  }
  for (const how of ['slip', 'slip, then pix']) {
    await boleto('inter')
    await payBoleto(how)
  }
  await go('slow registration', { isSlow: true })
  await boleto('inter')
  const paidByPix = await payBoleto('pix')
  await go('slow registration', { isSlow: false })
  // A slip that was reported before the Pix would pay the bill.
  await until(() => isCredited(diary.bills.at(-1)?.id ?? ''), 'the Pix of the boleto is credited')
  await go('pay boleto', { which: paidByPix, how: 'pix, then slip', who: maria })
  for (const shop of ['sicoob', 'efi']) {
    await boleto(shop, 'none')
    await payBoleto('slip')
  }
  await go('settle boletos')
  await go('hidden boleto', { times: 6 })
  await boleto('interSecond')
  await go('cancel bill', { which: diary.bills.length - 1, isSentAgain: false })

  // Our own pace, which calls above it wait for. Several processes together, or slow ones, need more calls to meet it.
  for (let tries = 0; tries < mostTries && !beside.happened.has('pace of our own'); tries++) {
    await Promise.all(Array.from({ length: 10 * (tries + 1) }, () => charge('second', 100)))
    const { text } = await call(`${beside.server.url}/metrics`)
    if (/calls_limited_total\{bank="second",kind="charges"\} [1-9]/.test(text)) beside.happened.add('pace of our own')
  }

  // Owners of keys, and people who approve.
  await payout('interFirst', 1_000, 'mistaken')
  const lookUps = { kind: 'refusal', partner: 'sicoob', method: 'POST', path: '/pagamentos', status: 400 }
  await bank.control('POST', '/faults', { ...lookUps, text: 'Consulta indisponível' })
  await payout('interFirst')
  for (const decision of ['approve', 'reject', 'cancel']) {
    await payout('either', 3_000)
    await go('decide request', { which: 0, decision })
  }
  await go('pause bank', { ...partner('sicoob'), isPaused: true })
  // The server learns of it within seconds.
  await until(async () => {
    await charge('interSecond')
    const [row] = await rowsOf(trilho, [diary.charges.at(-1)?.id ?? ''])
    return row?.connectionId === connections.inter
  }, 'the second bank has made the charge')
  await pay(lastCharge())
  await payout('interSecond', 1_000, 'maria')
  await go('pause bank', { ...partner('sicoob'), isPaused: false })

  // Limits of a bank, and words that nobody knows.
  await go('limits', { partner: 'efi', isInsisting: true, perMinute: 1 })
  await payout('efi')
  await payout('efi')
  await until(async () => {
    await noteCalls(beside)
    return beside.happened.has('limit of a bank')
  }, 'the bank has insisted on its limits')
  await go('limits', { partner: 'efi', isInsisting: false, perMinute: 1 })
  for (const name of dialects) {
    await go('unknown word', { partner: name, isOfPayouts: true, times: 2 })
    await payout(name)
  }
  await payoutsAreDone()
  // The bank shows its last calls only.
  await noteCalls(beside)

  // Each fault once, at a charge.
  for (const [index, kind] of faultKinds.entries()) {
    const name = dialects[index % dialects.length] ?? 'efi'
    const more = { field: 'pixCopiaECola', form: 'xml', retryAfterSeconds: 1, times: 1 }
    await go('fault', { kind, partner: name, method: 'PUT', isOfPayouts: false, ...more })
    await charge(name, 100)
  }
  for (const kind of ['server error', 'refusal', 'rows missing'])
    await go('failing list', { kind, partner: 'efi', times: 1 })
  await go('many pages', { partner: 'efi', isMany: true })
  await go('unnamed payments', { pixHides: ['chave'] })
  await charge('efi')
  await pay(lastCharge(), 'wrong')
  await go('many pages', { partner: 'efi', isMany: false })
  await go('unnamed payments', { pixHides: [] })
  await go('refund', { which: 0, isWhole: false, isSentAgain: true })
  await go('hidden return', { partner: 'efi', times: 1 })
  await go('refund', { which: 0, isWhole: false, isSentAgain: false })
  await go('forgetful bank', { partner: 'efi', times: 1 })
  await go('refused repeat', {
    partner: 'efi',
    text: 'Requisicao enviada anteriormente',
    status: 400,
    isOfPayouts: true,
  })
  await payout('efi')
  await go('callback fault', { kind: 'duplicate', times: 1 })
  await go('slow bank', { isSlow: true })
  await go('approval', { isNeeded: true })
  await payout('inter')
  await go('last step', { which: 0 })
  await go('slow bank', { isSlow: false })
  await go('decide', { isYes: true })
  await go('approval', { isNeeded: false })
  await go('end exception', { which: 0, action: 'sendAgain' })
  await payoutsAreDone()

  // Cases, and payments that people decide about.
  for (const [how, cents] of [
    ['accept', null],
    ['accept', 0],
    ['reject', null],
  ] as const) {
    await go('report case', { which: 0, cents: 500, isTwice: false, isSwept: true })
    await go('decide case', { which: 0, how, cents })
  }
  await go('enter case', { which: 0, cents: 200, isReturned: true })
  // A sweep of the worker may be faster: then the payment is matched, and there is nothing to decide.
  for (const action of ['credit', 'return'])
    for (let tries = 0; tries < mostTries && !(await isEnded(action, null)); tries++) {
      await go('callback fault', { kind: 'drop', times: 1 })
      await go('cancel unseen', { shop: 'efi', cents: 800, action })
    }
  await bank.control('PUT', '/partners/efi/switches', { pixHides: ['txid'] })
  for (let tries = 0; tries < mostTries && !(await isEnded('creditMerchant', null)); tries++) {
    // A fault or a limit that is left would keep the sweep from the list.
    await bank.control('DELETE', '/faults')
    await go('time', { seconds: 60 * tries })
    await go('callback fault', { kind: 'drop', times: 1 })
    await go('pay static code', { which: 0, cents: 650, who: maria })
    await sweep(beside)
    for (let which = 0; which < 6; which++) await go('end unmatched', { which, action: 'creditMerchant', shop: 'efi' })
  }
  await bank.control('PUT', '/partners/efi/switches', { pixHides: [] })
  await go('force return', { which: 1 })

  // What comes back is booked by people.
  await go('send back', { which: 0, cents: 150, isUnknown: false })
  // Faults that are left would meet these calls, and the worker's questions may use up those that are meant for them.
  const hidden = { kind: 'fields missing', fields: ['devolucoes'], partner: 'efi', method: 'GET', path: '/id-envio/' }
  for (let which = 1; which < 12 && !(await isEnded('adjust', 'reconciliation payoutReturned')); which++) {
    await bank.control('DELETE', '/faults')
    await bank.control('POST', '/faults', { ...hidden, times: 2 })
    await go('adjust part of payout', { which, cents: 50 })
  }
  for (let which = 2; which < 12 && !(await isEnded('adjust', 'reconciliation returnedAmount')); which++) {
    await bank.control('DELETE', '/faults')
    await go('adjust special return', { which, cents: 50 })
  }

  // Operators, and what is killed.
  await go('new credentials', { partner: 'inter' })
  await go('transfer', { from: 0, to: 1, cents: 300 })
  await go('suspend', { which: 0 })
  await go('resume', { which: 0 })
  await go('kill', { whom: 'bank', meanwhile: [], afterMs: 0 })
  await go('pause', { ms: 1 })

  // A payout is forgotten, and repeated by its merchant.
  await go('send by hand', { partner: 'efi', cents: 470 })
  await go('restore', { partner: 'efi', cents: 2_345, shop: 'efi', isReleased: true, isRepeated: true })
  const stopped = async () =>
    (
      await trilho.sql`select 1 as one from bank_exceptions where state = 'Open' and expected ->> 'code' like 'newPayoutBy%'`
    ).length > 0
  await until(async () => {
    if (await stopped()) return true
    await endRecovery(beside, diary)
    return stopped()
  }, 'the repeat was stopped')
  await go('end repeat', { which: 0, action: 'settle' })
  await go('book unknown payout', { which: 0, action: 'adjust', shop: 'efi' })

  // A part of it comes back.
  for (let which = 0; which < 6 && !(await isBookedBack()); which++) {
    await bank.control('DELETE', '/faults')
    await go('send back', { which, cents: 100, isUnknown: true })
    await go('book unknown return')
  }

  await go('lose rows', { shop: 'efi', cents: 1_777, isReleased: true, isRepeated: true })

  // The outcome of a payout comes after a person has given it up.
  await go('release too early', { dialect: 'sicoob', cents: 1_100 })
  await go('slow bank', { isSlow: false })

  // What can be paid no more after its due date ends by itself, also where that is not a business day.
  await passTime(beside, 6 * 86_400)
}
