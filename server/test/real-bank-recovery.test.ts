import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { requireRail } from '../src/money/rails/rails-of.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { releaseHeld } from '../src/money/bank-orders/hold-payouts.ts'
import { compareLostTime } from '../src/operations/recovery/compare-lost-time.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { prepareRecovery } from '../src/operations/recovery/prepare-recovery.ts'
import { beginRecovery } from '../src/platform/db/recoveries.ts'
import { assignBanks, assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

// After a restore, beside banks of which some cannot be compared.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
// Signs in each time, because the clock is moved further than a session lasts.
const signIn = () => newPortalPerson(trilho, { isOperator: true })
const readRecovery = async () => (await (await signIn()).get('/operator/recovery')).body.data.recovery
/** As an operator who reads the statement of Sicoob, which lists no payouts. */
const release = async (form: object) =>
  (await signIn()).post('/operator/recovery/release', { note: 'compared', statements: await statements(), ...form })
async function statements() {
  const since = Date.parse((await readRecovery())?.lostFrom ?? '')
  const sent: { partner: string; state: string; amount: string; endToEndId: string; settledAt: string }[] =
    await bank.control('GET', '/payouts?all')
  const paid = sent.filter(
    one => one.partner === 'sicoob' && one.state === 'Paid' && Date.parse(one.settledAt) >= since,
  )
  const cents = paid.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0)
  const total = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return [{ bank: 'sicoob', total, endToEndIds: paid.map(({ endToEndId }) => endToEndId) }]
}
const fail = (partner: string) =>
  bank.control('POST', '/faults', { kind: 'server error', status: 503, partner, times: 1_000 })

async function restore(lostFrom = needs.clock()) {
  const at = needs.clock()
  await sql.begin(tx => beginRecovery(tx, { cause: 'backup', role: 'replacement', lostFrom, at }))
  await prepareRecovery(needs)
}

/** Time passes: banks are compared again, held payouts go on where they may, and every order takes its steps. */
async function goOn() {
  for (let round = 0; round < 3; round++) {
    await passTime(16 * 60)
    await compareLostTime(needs)
    await releaseHeld(needs)
    await needs.bankOrders.stepAndWait()
  }
}

/** A server does not ask a bank that was away before a while has passed, by its own clock. */
async function bankIsBack(name: string) {
  await bank.control('DELETE', '/faults')
  const faultOf = async () => {
    await goOn()
    const recovery = await readRecovery()
    return recovery?.banks.find((one: { bank: string }) => one.bank === name)?.fault ?? null
  }
  await expect.poll(faultOf, { timeout: 60_000 }).toBeNull()
}

async function payoutAt(connectionId: string, order: object = { amount: '10', ...joao }) {
  const api = await trilho.newMerchant({ balance: '100' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  const id = await api.createCashOut({ webhook, ...order })
  return async () => {
    const [order] = await sql<{ state: string }[]>`select state from bank_orders where transaction_id = ${id}`
    return order?.state ?? api.stateOf(id)
  }
}

test('money is released without a bank that does not answer, whose payouts wait until an operator releases it, also after it was compared', async () => {
  await fail('inter')
  await restore()
  const [atEfi, atInter] = [await payoutAt(connections.efi), await payoutAt(connections.inter)]
  await goOn()
  const byHand = { checkedByHand: ['sicoob', 'standard'] }
  expect((await release(byHand)).body.error.details.reason).toBe('RecoveryNotCompared')
  for (const leaveOut of [['Inter'], ['efi', 'inter']])
    expect((await release({ ...byHand, leaveOut })).body.error.details.reason).toBe('RecoveryNotCompared')
  expect([await atEfi(), await atInter()]).toEqual(['Held', 'Held'])

  expect((await release({ ...byHand, leaveOut: ['inter'] })).status).toBe(200)
  await goOn()
  expect([await atEfi(), await atInter()]).toEqual(['Completed', 'Held'])
  const leftOut = async () =>
    (await readRecovery()).banks
      .filter((one: { isLeftOut: boolean }) => one.isLeftOut)
      .map(({ bank: name }: { bank: string }) => name)
  expect([await leftOut(), (await readRecovery()).releasedAt]).toEqual([['inter'], expect.any(String)])
  const [order] = await sql`select attempts from bank_orders`
  await goOn()
  expect(await sql`select attempts from bank_orders`).toEqual([order])

  await bankIsBack('inter')
  await goOn()
  expect([await atInter(), await leftOut()]).toEqual(['Held', ['inter']])
  expect((await release({ leaveOut: ['inter'] })).body.error.details.reason).toBe('RecoveryNotCompared')
  expect((await release({})).status).toBe(200)
  await goOn()
  expect([await atInter(), await readRecovery()]).toEqual(['Completed', null])
  const entries = await sql`select details->>'leftOut' as left_out from audit_entries where act = 'recovery.release'`
  expect(entries).toEqual([{ leftOut: 'inter' }, { leftOut: null }])
})

test('a payout that a bank made which was left out is not made again by another bank of its merchant', async () => {
  const amount = '21.25'
  await sendUnbooked(connections.inter, parseAmount(amount), { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await fail('inter')
  await restore()
  await goOn()
  expect((await release({ checkedByHand: ['sicoob', 'standard'], leaveOut: ['inter'] })).status).toBe(200)
  const api = await trilho.newMerchant({ balance: '100' })
  const both = [connections.efi, connections.inter]
  await assignBanks(needs, {
    merchantId: api.merchantId,
    chargeConnections: both,
    payoutConnections: both,
    initiationConnections: [],
    allowsSecondCharge: false,
    allowsUnknownKeyOwner: true,
  })
  const id = await api.createCashOut({ webhook, amount, ...joao })
  const orderOf = () => sql`select connection_id, state from bank_orders where transaction_id = ${id}`
  await goOn()
  expect(await orderOf()).toEqual([{ connectionId: connections.efi, state: 'Held' }])
  await bankIsBack('inter')
  expect((await release({})).status).toBe(200)
  await goOn()
  expect(await orderOf()).toEqual([{ connectionId: connections.efi, state: 'Exception' }])
  expect(await sentOf(amount)).toHaveLength(1)
})

test('what a bank by the standard received in the lost time is booked by the comparison', async () => {
  await restore()
  const { pixKey } = await bank.settingsOf('standard')
  const { pix } = await bank.control('POST', `/keys/${pixKey}/pay`, { amount: '9.90' })
  await goOn()
  const booked = await sql`select connection_id from transactions where end_to_end_id = ${pix[0].endToEndId}`
  expect(booked).toEqual([{ connectionId: connections.standard }])
  const { banks } = await readRecovery()
  expect(banks).toContainEqual(expect.objectContaining({ bank: 'standard', fault: null, received: 1 }))
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
})

test('a bank that lists no payouts and was left out is released when an operator has compared its statement', async () => {
  await fail('sicoob')
  await restore()
  const atSicoob = await payoutAt(connections.sicoob)
  await goOn()
  expect((await release({ checkedByHand: ['standard'], leaveOut: ['sicoob'] })).status).toBe(200)
  await bankIsBack('sicoob')
  expect(await atSicoob()).toBe('Held')
  expect((await release({})).body.error.details.reason).toBe('RecoveryNotCompared')
  expect((await release({ checkedByHand: ['sicoob'] })).status).toBe(200)
  await goOn()
  expect([await atSicoob(), await readRecovery()]).toEqual(['Completed', null])
})

test('a bank that lists no payouts is released only with the total of its statement, and a repeat of what it has paid is stopped', async () => {
  const amount = '21.21'
  await restore()
  await sendUnbooked(connections.sicoob, parseAmount(amount), { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await passTime(60)
  await sql`delete from bank_notices`
  await goOn()
  const byHand = { checkedByHand: ['sicoob', 'standard'] }
  const refusalOf = async (form: object) => (await release({ ...byHand, ...form })).body.error
  expect((await refusalOf({ statements: [] })).details.message).toContain('the total of its statement is missing')
  const paid = { bank: 'sicoob', total: amount }
  for (const wrong of [paid, { ...paid, total: '21.20' }])
    expect((await refusalOf({ statements: [wrong] })).details.reason).toBe('RecoveryNotCompared')
  const unknown = { ...paid, endToEndIds: [`E${'4'.repeat(31)}`] }
  expect((await refusalOf({ statements: [unknown] })).details.message).toContain('has no payout')

  expect((await release(byHand)).status).toBe(200)
  const repeated = await payoutAt(connections.sicoob, { amount, ...joao })
  await goOn()
  expect(await repeated()).toBe('Exception')
  expect(await sentOf(amount)).toHaveLength(1)
})

test('a payout that was looked up when the backup was made, and was paid hours later by another look-up, is not paid again', async () => {
  const amount = '21.23'
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'sicoob', path: '/confirmacao' })
  const unfinished = await payoutAt(connections.sicoob, { amount, ...joao })
  await needs.bankOrders.stepAndWait()
  const backupAt = needs.clock()
  // What the backup does not have: the bank took the look-up no more, and the payout went out by a new one.
  await passTime(3 * 3_600)
  await sendUnbooked(connections.sicoob, parseAmount(amount), { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await passTime(60)
  await sql`delete from bank_notices`
  await restore(backupAt)
  await goOn()
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
  await goOn()
  expect(await unfinished()).toBe('Exception')
  expect((await sentOf(amount)).map(({ state }: { state: string }) => state)).toEqual(['Paid'])
})

/** A payout that the bank has made and the books do not know, as after a restore. */
async function sendUnbooked(connectionId: string, amount: bigint, to: { key: string; taxNumber: string }) {
  const rail = requireRail((await needs.railsOf(connectionId)).payouts)
  const [bankOrderId, transactionId] = [randomUUID(), randomUUID()]
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const recipient = { name: null, taxNumber: to.taxNumber }
  const payout = {
    bankOrderId,
    transactionId,
    bankReference: null,
    causeFromNotice: null,
    keyType: 'EMAIL',
    isSentBefore: false,
  }
  await rail.sendPayout({ ...payout, amount, key: to.key, recipient }, call)
}

const sentOf = async (amount: string) =>
  (await bank.control('GET', '/payouts?all')).filter((one: { amount: string }) => one.amount === amount)

const ana = { recipient: { name: 'Ana Lima', cpf: '52998224725' }, key: { type: 'EMAIL', value: 'ana@mail.test' } }

test.each([
  ['efi', '11', 'newPayoutByKey'],
  ['inter', '14', 'newPayoutByDocument'],
] as const)(
  'a payout like one that %s made in the lost time is an exception if it is for the same recipient, which says what matched',
  async (dialect, amount, expected) => {
    await bank.control('PUT', '/keys/ana@mail.test', { name: 'Ana Lima', taxId: '52998224725' })
    await sendUnbooked(connections[dialect], parseAmount(amount), {
      key: joao.key.value,
      taxNumber: joao.recipient.cpf,
    })
    await restore()
    const [repeated, other, dearer] = [
      await payoutAt(connections[dialect], { amount, ...joao }),
      await payoutAt(connections[dialect], { amount, ...ana }),
      await payoutAt(connections[dialect], { amount: '12', ...joao }),
    ]
    await goOn()
    expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
    await goOn()
    expect([await repeated(), await other(), await dearer()]).toEqual(['Exception', 'Completed', 'Completed'])
    const [exception] = await sql`
      select expected->>'code' as expected, said->>'code' as said from bank_exceptions
       where transaction_id is not null and state = 'Open' order by id desc limit 1`
    expect(exception).toEqual({ expected, said: 'paid' })
  },
)

test('an unknown payout of long before the lost time stops none of its amount', async () => {
  // The lost time is that of all recoveries of a month.
  await sql`delete from recoveries`
  const connectionId = connections.efi
  await sendUnbooked(connectionId, 13_000_000n, { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await passTime(3 * 86_400)
  await restore()
  await reconcileDay(needs, { connectionId, day: addDays(dayOf(needs.clock()), -3) })
  const like = await payoutAt(connectionId, { amount: '13', ...joao })
  await goOn()
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
  await goOn()
  expect(await like()).toBe('Completed')
})

async function endNewest(transactionId: string | null, act: ExceptionAct, more: { endToEndId?: string } = {}) {
  const [open] = await sql<{ merchantId: string; id: string; endToEndId: string }[]>`
    select merchant_id, id, end_to_end_id from bank_exceptions
     where transaction_id is not distinct from ${transactionId} and state = 'Open' order by id desc limit 1`
  if (open === undefined) throw new Error('there is no open exception')
  const { merchantId, id, endToEndId } = open
  await endException(needs, { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more })
  return endToEndId
}

async function repeatAt(connectionId: string, amount: string) {
  const stateOf = await payoutAt(connectionId, { amount, ...joao })
  const [last] = await sql<{ id: string }[]>`select id from transactions order by id desc limit 1`
  return { stateOf, id: last?.id ?? '' }
}

test('a repeat of a payout that only a bank knows is stopped after its difference was closed with a note, also at another bank', async () => {
  const amount = '13.33'
  await sendUnbooked(connections.efi, parseAmount(amount), { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await restore()
  await goOn()
  const endToEndId = await endNewest(null, 'note')
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)

  const [repeated, atInter] = [await repeatAt(connections.efi, amount), await repeatAt(connections.inter, amount)]
  await goOn()
  expect([await repeated.stateOf(), await atInter.stateOf()]).toEqual(['Exception', 'Exception'])
  expect(await sentOf(amount)).toHaveLength(1)

  // A person who knows better sends it, also where the bank could not be asked about an order that it never got.
  await endNewest(atInter.id, 'sendAgain')
  await goOn()
  expect([await repeated.stateOf(), await atInter.stateOf()]).toEqual(['Exception', 'Completed'])

  // The repeat is the payout that was forgotten: it is booked once, and a new one like it goes out.
  await endNewest(repeated.id, 'settle', { endToEndId })
  const next = await repeatAt(connections.efi, amount)
  await goOn()
  expect([await repeated.stateOf(), await next.stateOf()]).toEqual(['Completed', 'Completed'])
  expect(await sentOf(amount)).toHaveLength(3)
})

test('a repeat at another bank that is settled is a payout of the bank that paid it, and no difference of either', async () => {
  const amount = '13.34'
  await sendUnbooked(connections.efi, parseAmount(amount), { key: joao.key.value, taxNumber: joao.recipient.cpf })
  await restore()
  await goOn()
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
  await passTime(3 * 86_400)
  const repeated = await repeatAt(connections.inter, amount)
  await goOn()
  expect(await repeated.stateOf()).toBe('Exception')
  const [difference] = await sql<{ id: string; endToEndId: string }[]>`
    select id, end_to_end_id from bank_exceptions where transaction_id is null and amount = ${parseAmount(amount)}`
  if (difference === undefined) throw new Error('there is no difference')
  await endNewest(repeated.id, 'settle', { endToEndId: difference.endToEndId })
  for (const connectionId of [connections.efi, connections.inter]) {
    const { details } = await reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })
    expect(details.filter(({ transaction }) => transaction?.id === repeated.id)).toEqual([])
  }
  expect(await sql`select connection_id, state from transactions where id = ${repeated.id}`).toEqual([
    { connectionId: connections.efi, state: 'Completed' },
  ])
  expect(await sql`select state from bank_exceptions where id = ${difference.id}`).toEqual([{ state: 'Ended' }])
})

test('a second restore takes along the bank that the first release had left out', async () => {
  await fail('inter')
  await restore()
  await goOn()
  expect((await release({ checkedByHand: ['sicoob', 'standard'], leaveOut: ['inter'] })).status).toBe(200)
  const { lostFrom } = await readRecovery()
  await restore()
  expect(await readRecovery()).toMatchObject({ lostFrom, releasedAt: null })
  await bankIsBack('inter')
  expect((await release({ checkedByHand: ['sicoob', 'standard'] })).status).toBe(200)
  expect(await readRecovery()).toBeNull()
})
