import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { requireRail } from '../src/money/rails/rails-of.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { facts, openDifference } from '../src/money/bank-orders/differences.ts'
import { openException } from '../src/money/bank-orders/exceptions.ts'
import { fact } from '../src/money/bank-orders/fact.ts'
import { releaseHeld } from '../src/money/bank-orders/hold-payouts.ts'
import { compareLostTime } from '../src/operations/recovery/compare-lost-time.ts'
import { bookUnlisted } from '../src/operations/banks/record-unknown-payout.ts'
import { prepareRecovery } from '../src/operations/recovery/prepare-recovery.ts'
import { releaseMoney } from '../src/operations/recovery/release-money.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import type { Sql, Tx } from '../src/platform/db/db.ts'
import { beginRecovery } from '../src/platform/db/recoveries.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'

// What a bank has sent is booked once, by a payout or by an adjustment, whichever of its exceptions a person ends first.

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
const evidence = 'Statement of the bank, line 12'

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  const faults = await auditBooks(needs)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
})

type Dialect = 'efi' | 'inter' | 'sicoob'

async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant({ balance: '100' })
  const connectionId = connections[dialect]
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  return api
}

/** The bank makes a payout that the books do not know, as in the time that a restore has lost. Returns its end-to-end id. */
async function sendUnbooked(dialect: Dialect, amount: string): Promise<string> {
  const rail = requireRail((await needs.railsOf(connections[dialect])).payouts)
  const [bankOrderId, transactionId] = [randomUUID(), randomUUID()]
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false }
  await rail.sendPayout({ bankOrderId, transactionId, ...about, ...to, amount: parseAmount(amount) }, call)
  await passTime(1)
  const sent: { amount: string; endToEndId: string; partner: string }[] = await bank.control('GET', '/payouts?all')
  return sent.find(one => one.partner === dialect && one.amount === amount)?.endToEndId ?? ''
}

async function restore() {
  const at = needs.clock()
  await sql.begin(tx => beginRecovery(tx, { cause: 'backup', role: 'replacement', lostFrom: at, at }))
  await prepareRecovery(needs)
}

/** Banks are compared, and what Sicoob does not list is entered by a person. */
async function compare(dialect: Dialect, endToEndId: string) {
  await passTime(16 * 60)
  await compareLostTime(needs)
  const named = { bankOrderId: null, bankReference: endToEndId, endToEndId }
  if (dialect === 'sicoob') await bookUnlisted(needs, await needs.railsOf(connections.sicoob), named)
}

type Exception = { merchantId: string; id: string }
const openOf = (transactionId: string) => sql<Exception[]>`
  select merchant_id, id from bank_exceptions where transaction_id = ${transactionId} and state = 'Open' order by id`
const openAbout = (endToEndId: string) => sql<Exception[]>`
  select merchant_id, id from bank_exceptions
   where transaction_id is null and end_to_end_id = ${endToEndId} and state = 'Open' order by id`

const end = (exception: Exception | undefined, act: ExceptionAct, more: object = {}) => {
  if (exception === undefined) throw new Error('there is no open exception')
  const { merchantId, id } = exception
  return endException(needs, { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more })
}

const bookedElsewhere = { reason: 'TransactionStateNotAllowed', message: expect.stringContaining('already booked') }

test('a payout that the bank reports as paid after an adjustment has booked it is an exception, and is released', async () => {
  const api = await merchantAt('efi')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '14', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const name = id.replaceAll('-', '')
  await bank.control('POST', `/payouts/${name}/complete`)
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  const sent: { ownId: string; endToEndId: string }[] = await bank.control('GET', '/payouts?all')
  const endToEndId = sent.find(({ ownId }) => ownId === name)?.endToEndId ?? ''
  // As where the books do not know the order when the payout is found.
  const difference = { kind: 'payoutNotBooked', endToEndId, transaction: null } as const
  const found = { ...difference, expected: facts.nothingSent, said: facts.sent(parseAmount('14')) }
  await sql.begin(tx => openDifference(tx, connections.efi, found, needs.clock()))
  const [listed] = await openAbout(endToEndId)
  await end(listed, 'adjust', { bookedTo: api.merchantId, evidence, amount: parseAmount('14') })
  await passTime(3_600)
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).not.toBe('Completed')
  const [order] = await openOf(id)
  await expect(end(order, 'settle', { endToEndId })).rejects.toMatchObject(bookedElsewhere)
  await end(order, 'release')
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '86.000000'])
})

test.each(['efi', 'inter', 'sicoob'] as const)(
  'a person who settles a payout at %s that is completed by now closes its other exceptions, but none about another payment',
  async dialect => {
    const api = await merchantAt(dialect)
    const id = await api.createCashOut({ amount: '17', webhook, ...joao })
    const isOver = async () => {
      await passTime(60)
      await needs.bankOrders.stepAndWait()
      return api.stateOf(id)
    }
    await expect.poll(isOver).toBe('Completed')
    const endToEndId = (await api.read(id)).body.data.transaction.receiptVoucher as string
    const transaction = { merchantId: api.merchantId, id }
    // As a comparison opens them that has read the books before the payout was completed.
    const about = { transactionId: id, merchantId: api.merchantId, bankOrderId: null, kind: 'payout' } as const
    const another = `E${'9'.repeat(31)}`
    const saying = (value: string) => ({ expected: fact('paymentIs', 'Created'), said: fact('paid', value) })
    const sent = { kind: 'payoutNotBooked', endToEndId, expected: facts.nothingSent } as const
    const said = facts.sent(parseAmount('17'))
    await sql.begin(async tx => {
      await openException(tx, { ...about, subject: null, ...saying(endToEndId) }, needs.clock())
      await openException(tx, { ...about, subject: null, ...saying(another) }, needs.clock())
      for (const one of [transaction, null])
        await openDifference(tx, connections[dialect], { ...sent, transaction: one, said }, needs.clock())
    })
    const open = await openOf(id)
    expect([open.length, (await openAbout(endToEndId)).length]).toEqual([3, 1])
    await end(open[0], 'settle', { endToEndId })
    const left = await sql`select said from bank_exceptions where transaction_id = ${id} and state = 'Open'`
    expect([left, await openAbout(endToEndId)]).toEqual([[{ said: fact('paid', another) }], []])
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '83.000000'])
  },
)

test('payouts that Efí reports as paid without their ids are asked about until they have them', async () => {
  const api = await merchantAt('efi')
  await bank.control('POST', '/faults', {
    kind: 'fields missing',
    partner: 'efi',
    fields: ['e2eId', 'endToEndId'],
    path: '/gn/pix/',
    times: 1_000,
  })
  const ids = await Promise.all(['15', '16'].map(amount => api.createCashOut({ amount, webhook, ...joao })))
  for (let step = 0; step < 3; step++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
  for (const id of ids) expect([await api.stateOf(id), await openOf(id)]).toEqual(['Registered', []])
  await bank.control('DELETE', '/faults')
  await passTime(3_600)
  await needs.bankOrders.stepAndWait()
  expect(await Promise.all(ids.map(id => api.stateOf(id)))).toEqual(['Completed', 'Completed'])
})

/** An order of the backup, which its bank has paid since, and the payout that the bank lists: one payment, two exceptions. */
async function forgottenOrder(dialect: Dialect, amount: string) {
  const api = await merchantAt(dialect)
  const id = await api.createCashOut({ amount, webhook, ...joao })
  await restore()
  const endToEndId = await sendUnbooked(dialect, amount)
  await compare(dialect, endToEndId)
  const [[order], [listed]] = [await openOf(id), await openAbout(endToEndId)]
  return { api, id, endToEndId, order, listed }
}

test.each(['inter', 'sicoob'] as const)(
  'a forgotten payout at %s whose order is settled closes the exception of the same payment: nobody books it again',
  async dialect => {
    const { api, id, endToEndId, order } = await forgottenOrder(dialect, dialect === 'inter' ? '10.00' : '10.10')
    await end(order, 'settle', { endToEndId })
    const left = dialect === 'inter' ? '90.000000' : '89.900000'
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', left])
    expect(await openAbout(endToEndId)).toEqual([])
  },
)

test.each(['adjust', 'bookWithdrawal'] as const)(
  'a forgotten payout that was booked by %s is not settled too: its order is released',
  async act => {
    const amount = act === 'adjust' ? '0.30' : '0.31'
    const { api, id, endToEndId, order, listed } = await forgottenOrder('inter', amount)
    if (act === 'bookWithdrawal') await earnFees()
    const form = { bookedTo: api.merchantId, evidence, amount: parseAmount(amount) }
    await end(listed, act, form)
    await expect(end(order, 'settle', { endToEndId })).rejects.toMatchObject(bookedElsewhere)
    await end(order, 'release', { bankChecked: true })
    const left = act === 'adjust' ? '99.700000' : '100.000000'
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', left])
  },
)

/** The platform withdraws only what it has earned. */
async function earnFees() {
  const api = await trilho.newMerchant({ chargeFixed: '0.50' })
  const id = await api.createCashIn({ amount: '5', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  const payment = await (await needs.railsOf(connections.efi)).received?.readReceived(pix[0].endToEndId)
  if (!payment) throw new Error('the bank has no payment')
  const { amount, endToEndId } = payment
  const event = { kind: 'paid', amount, endToEndId, participant: null, arrived: true } as const
  await needs.door.apply({ merchantId: api.merchantId, id, event })
}

test('of two who book one payout of a bank at the same moment, one does', async () => {
  const { api, endToEndId, order, listed } = await forgottenOrder('inter', '11.00')
  const form = { bookedTo: api.merchantId, evidence, amount: parseAmount('11') }
  const ended = await Promise.allSettled([end(order, 'settle', { endToEndId }), end(listed, 'adjust', form)])
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { available, held } = await api.balance()
  expect(Number(available) + Number(held) === 89 || Number(available) === 78).toBe(true)
  for (const one of await sql<
    Exception[]
  >`select * from bank_exceptions where id = ${order?.id ?? ''} and state = 'Open'`)
    await end(one, 'release', { bankChecked: true })
  expect(await api.availableBalance()).toBe('89.000000')
})

/** Money may leave again. */
async function release() {
  const sent: { partner: string; state: string; amount: string; endToEndId: string; settledAt: string }[] =
    await bank.control('GET', '/payouts?all')
  const [{ lostFrom } = { lostFrom: new Date() }] = await sql<{ lostFrom: Date }[]>`
    select lost_from from recoveries where released_at is null`
  const ofSicoob = sent.filter(
    one => one.partner === 'sicoob' && one.state === 'Paid' && Date.parse(one.settledAt) >= lostFrom.getTime(),
  )
  const total = ofSicoob.reduce((sum, { amount }) => sum + parseAmount(amount), 0n)
  const statement = { bank: 'sicoob', total, endToEndIds: ofSicoob.map(({ endToEndId }) => endToEndId) }
  const checkedByHand = ['sicoob', 'standard']
  await releaseMoney(needs, { note: 'compared', checkedByHand, leaveOut: [], statements: [statement], by: 'Olga' })
  await releaseHeld(needs)
}

test('of two repeats that one forgotten payout stops, only one is settled with its id', async () => {
  const [one, other] = [await merchantAt('efi'), await merchantAt('efi')]
  await restore()
  const endToEndId = await sendUnbooked('efi', '12.00')
  await compare('efi', endToEndId)
  await release()
  const ids = [
    await one.createCashOut({ amount: '12', webhook, ...joao }),
    await other.createCashOut({ amount: '12', webhook, ...joao }),
  ] as const
  await needs.bankOrders.stepAndWait()
  const [[first], [second]] = [await openOf(ids[0]), await openOf(ids[1])]
  await end(first, 'settle', { endToEndId })
  await expect(end(second, 'settle', { endToEndId })).rejects.toMatchObject(bookedElsewhere)
  expect([await one.stateOf(ids[0]), await other.stateOf(ids[1])]).toEqual(['Completed', 'Created'])
  await end(second, 'release')
  expect(await other.availableBalance()).toBe('100.000000')
})

test.each(['inter', 'sicoob'] as const)(
  'an id that a person types is read at %s: a payout is not settled by one that the bank has not sent, or sent of another amount',
  async dialect => {
    const { api, id, order, endToEndId } = await forgottenOrder(dialect, '13.00')
    const refused = { reason: 'BankReportsOtherwise' }
    await expect(end(order, 'settle', { endToEndId: `E${'4'.repeat(31)}` })).rejects.toMatchObject(refused)
    await expect(end(order, 'settle', { endToEndId: await sendUnbooked(dialect, '13.01') })).rejects.toMatchObject(
      refused,
    )
    expect(await api.stateOf(id)).toBe('Created')
    await end(order, 'settle', { endToEndId })
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '87.000000'])
  },
)

test('when a payout is booked by an adjustment too, or by two adjustments, the audit names them', async () => {
  const { api, id, endToEndId, order } = await forgottenOrder('inter', '15.00')
  await end(order, 'settle', { endToEndId })
  const other = await sendUnbooked('inter', '15.50')
  await compare('inter', other)
  const [listed] = await openAbout(other)
  await end(listed, 'adjust', { bookedTo: api.merchantId, evidence, amount: parseAmount('15.50') })
  const faultsAfter = async (plants: (tx: Tx) => Promise<unknown>) => {
    let faults: string[] = []
    await unwatched(sql, async tx => {
      await plants(tx)
      faults = (await auditBooks({ sql: tx as unknown as Sql })).map(({ row, fault }) => `${row}: ${fault}`)
      throw new Error('taken back')
    }).catch((error: Error) => expect(error.message).toBe('taken back'))
    return faults.toSorted()
  }
  const [adjustment] = await sql`select id from adjustments where end_to_end_id = ${other}`
  expect(
    await faultsAfter(tx => tx`update adjustments set end_to_end_id = ${endToEndId} where end_to_end_id = ${other}`),
  ).toContain(`transaction ${id}: its payment is booked in adjustment ${adjustment?.['id']} too`)
  for (const spelled of [other, other.toUpperCase()])
    expect(await faultsAfter(tx => tx`update transactions set end_to_end_id = ${spelled} where id = ${id}`)).toContain(
      `transaction ${id}: its payment is booked in adjustment ${adjustment?.['id']} too`,
    )
  const second = await forgottenOrder('inter', '16.00')
  await end(second.order, 'settle', { endToEndId: second.endToEndId })
  const inCapitals = (tx: Tx) =>
    tx`update transactions set end_to_end_id = ${endToEndId.toUpperCase()} where id = ${second.id}`
  expect(await faultsAfter(inCapitals)).toContain(
    `transaction ${second.id}: its payment is booked in transaction ${id} too`,
  )
})
