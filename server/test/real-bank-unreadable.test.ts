import { afterEach, expect, test } from 'vitest'
import { compareLostTime } from '../src/operations/recovery/compare-lost-time.ts'
import { prepareRecovery } from '../src/operations/recovery/prepare-recovery.ts'
import { beginRecovery, readOpenRecovery } from '../src/platform/db/recoveries.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { addDays, dayOf, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

// Rows of a bank's lists that cannot be read: what is known of them is shown to operators, and everything else goes on.

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

type Dialect = 'efi' | 'inter'

afterEach(() => bank.control('DELETE', '/faults'))

/** The bank garbles this row for as long as the test takes. */
const garble = (partner: Dialect, having: string, values: object, path = '') =>
  bank.control('POST', '/faults', {
    kind: 'fields changed',
    partner,
    method: 'GET',
    path,
    having,
    values,
    times: 9_999,
  })

async function transfer(dialect: Dialect, amount: string): Promise<string> {
  const { pixKey } = await bank.settingsOf(dialect)
  const { pix } = await bank.control('POST', `/keys/${encodeURIComponent(pixKey)}/pay`, { amount })
  return pix[0].endToEndId
}

const isBooked = async (endToEndId: string) =>
  (await sql`select 1 from transactions where end_to_end_id = ${endToEndId}`).length > 0
const exceptionsOf = (endToEndId: string) => sql<
  { subject: string; said: object; state: string; act: string; endedBy: string }[]
>`
  select subject, said, state, act, ended_by from bank_exceptions where end_to_end_id = ${endToEndId}`
const sweptUntil = async (): Promise<Date> =>
  (await sql`select swept_until from bank_connections where id = ${connections.efi}`)[0]?.['sweptUntil']

function passToTomorrow(hour: number) {
  const tomorrow = startOfDay(addDays(dayOf(needs.clock()), 1)).getTime()
  return passTime(Math.ceil((tomorrow - needs.clock().getTime()) / 1000) + hour * 3_600)
}

/** Every connection, an hour later; one that cannot read its window says so. */
async function sweepAll() {
  await passTime(3_700)
  const faults: string[] = []
  for (;;) {
    const count = await sweepPayments(needs).catch((error: Error) => void faults.push(error.message))
    if (count === 0) return faults
  }
}

async function endByNote(endToEndId: string) {
  const [found] = await sql`
    select merchant_id, id from bank_exceptions where end_to_end_id = ${endToEndId} and state = 'Open'`
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = `/operator/merchants/${found?.['merchantId']}/exceptions/${found?.['id']}`
  expect((await operator.get(path)).body.data.actions.map(({ act }: { act: string }) => act)).toEqual(['note'])
  const ended = await operator.post(`${path}/end`, { act: 'note', note: 'The bank says that it was a test' })
  expect(ended.status).toBe(200)
}

async function paidShop(dialect: Dialect, amount = '100') {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  await assignConnection(needs, { merchantId, connectionId: connections[dialect], allowsUnknownKeyOwner: true })
  const id = await shop.createCashIn({ amount, webhook })
  const [row] = await sql`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.['externalId']}/pay`)
  return { shop, id, endToEndId: pix[0].endToEndId as string }
}

test('a payment row that the bank never mends is an exception; everything else is swept, and its window stays unread until a person ends it', async () => {
  expect(await sweepAll()).toEqual([])
  const { shop, id, endToEndId } = await paidShop('efi')
  await sweepAll()
  expect(await shop.stateOf(id)).toBe('Completed')
  const [unreadable, other] = [await transfer('efi', '3.00'), await transfer('efi', '4.00')]
  await garble('efi', unreadable, { valor: '3,0O' })
  await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '60.00' })
  const before = await sweptUntil()
  for (let times = 0; times < 3; times++)
    expect(await sweepAll()).toEqual(['1 of the rows that the bank lists cannot be read'])
  expect([await isBooked(unreadable), await isBooked(other)]).toEqual([false, true])
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '60.000000' })
  expect(await sweptUntil()).toEqual(before)
  expect(await exceptionsOf(unreadable)).toMatchObject([
    { subject: 'reconciliation paymentUnreadable', said: { code: 'unreadable', value: 'valor' }, state: 'Open' },
  ])

  await endByNote(unreadable)
  expect(await sweepAll()).toEqual([])
  expect((await sweptUntil()).getTime()).toBeGreaterThan(before.getTime())
})

test.each([
  ['id', { id: null }],
  ['amount', { valor: '3O.00' }],
])(
  'a special return that the bank lists without a readable %s is an exception, and is booked when the bank mends it',
  async (_, values) => {
    // On a day without other special returns, whose payments the bank could not report either.
    await passToTomorrow(1)
    const day = dayOf(needs.clock())
    const { shop, id, endToEndId } = await paidShop('efi')
    await passTime(61)
    await untilDone(() => sweepPayments(needs))
    expect(await shop.stateOf(id)).toBe('Completed')
    await garble('efi', 'MED_FRAUDE', values)
    await bank.control('POST', '/callback-faults', { kind: 'drop' })
    await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '30.00' })
    for (let times = 0; times < 2; times++) expect(await sweepAll()).toEqual([])
    expect(await exceptionsOf(endToEndId)).toMatchObject([
      { said: { code: 'unreadable', value: 'devolucoes' }, state: 'Open' },
    ])
    const { details } = await reconcileDay(needs, { connectionId: connections.efi, day })
    expect(details).toMatchObject([{ kind: 'paymentUnreadable', endToEndId }])
    expect(await shop.availableBalance()).toBe('100.000000')

    await bank.control('DELETE', '/faults')
    // A bank that does not find the payment has explained nothing.
    await bank.control('POST', '/faults', {
      kind: 'not found',
      partner: 'efi',
      method: 'GET',
      path: `/pix/${endToEndId}`,
    })
    await sweepAll()
    expect(await exceptionsOf(endToEndId)).toMatchObject([{ state: 'Open' }])
    await bank.control('DELETE', '/faults')
    expect(await sweepAll()).toEqual([])
    expect([await shop.availableBalance(), await exceptionsOf(endToEndId)]).toMatchObject([
      '70.000000',
      [{ state: 'Ended' }],
    ])
  },
)

test('a payment row that the bank mends is booked, and its exception ends by itself', async () => {
  await sweepAll()
  const endToEndId = await transfer('efi', '5.00')
  await garble('efi', endToEndId, { valor: null })
  expect(await sweepAll()).toHaveLength(1)
  expect(await exceptionsOf(endToEndId)).toMatchObject([{ state: 'Open' }])
  await bank.control('DELETE', '/faults')
  expect(await sweepAll()).toEqual([])
  expect([await isBooked(endToEndId), await exceptionsOf(endToEndId)]).toMatchObject([true, [{ state: 'Ended' }]])
})

test('a transfer in the statement of inter whose amount cannot be read is an exception, and never counts as nothing', async () => {
  await sweepAll()
  const [unreadable, other] = [await transfer('inter', '6.00'), await transfer('inter', '7.00')]
  await bank.control('POST', '/faults', {
    kind: 'fields changed',
    partner: 'inter',
    method: 'GET',
    path: '/extrato',
    having: unreadable,
    values: { valor: 'R$ 6' },
    times: 9_999,
  })
  await sweepAll()
  expect([await isBooked(unreadable), await isBooked(other)]).toEqual([false, true])
  expect(await exceptionsOf(unreadable)).toMatchObject([{ said: { code: 'unreadable', value: 'valor' } }])
})

async function paidOut(dialect: Dialect, amount: string): Promise<string> {
  const { shop } = await paidShop(dialect)
  await sweepAll()
  const id = await shop.createCashOut({ amount, webhook, ...joao })
  const state = async () => {
    await needs.bankOrders.stepAndWait()
    await passTime(30)
    return shop.stateOf(id)
  }
  await expect.poll(state).toBe('Completed')
  return (await shop.read(id)).body.data.transaction.receiptVoucher
}

const unreadableFields: Record<Dialect, [object, string]> = {
  efi: [{ valor: '?' }, '/gn/pix/enviados?'],
  inter: [{ valor: '?' }, '/extrato'],
}

test.each<Dialect>(['efi', 'inter'])(
  'a payout that %s lists and that cannot be read is a difference of its day, and is not taken for one that was not sent',
  async dialect => {
    const endToEndId = await paidOut(dialect, '2.50')
    const [values, path] = unreadableFields[dialect]
    await garble(dialect, endToEndId, values, path)
    const day = dayOf(needs.clock())
    const reconcile = () => reconcileDay(needs, { connectionId: connections[dialect], day })
    const kinds = (await reconcile()).details.map(({ kind, endToEndId: of }) => [kind, of])
    expect(kinds).toContainEqual(['payoutUnreadable', endToEndId])
    expect(kinds.map(([kind]) => kind)).not.toContain('payoutNotAtBank')
    await reconcile()
    expect(await exceptionsOf(endToEndId)).toMatchObject([{ said: { code: 'unreadable', value: 'valor' } }])
    await endByNote(endToEndId)
    expect((await reconcile()).details.map(({ endToEndId: of }) => of)).not.toContain(endToEndId)
  },
)

test.each<Dialect>(['efi', 'inter'])(
  'a payout that %s lists in full again ends its exception by itself',
  async dialect => {
    const endToEndId = await paidOut(dialect, '2.55')
    const [values, path] = unreadableFields[dialect]
    await garble(dialect, endToEndId, values, path)
    const reconcile = () => reconcileDay(needs, { connectionId: connections[dialect], day: dayOf(needs.clock()) })
    await reconcile()
    expect(await exceptionsOf(endToEndId)).toMatchObject([{ state: 'Open' }])
    await bank.control('DELETE', '/faults')
    await reconcile()
    expect(await exceptionsOf(endToEndId)).toMatchObject([{ state: 'Ended', act: 'note', endedBy: 'Trilho' }])
  },
)

test('a payout of an earlier day that came back and is listed in full again ends its exception by itself', async () => {
  const endToEndId = await paidOut('efi', '2.65')
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '0.65' })
  await passToTomorrow(12)
  const [values, path] = unreadableFields.efi
  await garble('efi', endToEndId, values, path)
  const reconcile = () => reconcileDay(needs, { connectionId: connections.efi, day: dayOf(needs.clock()) })
  await reconcile()
  expect(await exceptionsOf(endToEndId)).toMatchObject([{ said: { code: 'unreadable' }, state: 'Open' }])
  await bank.control('DELETE', '/faults')
  await reconcile()
  expect(await exceptionsOf(endToEndId)).toMatchObject([{ state: 'Ended', act: 'note', endedBy: 'Trilho' }])
})

test('after a restore a bank that lists a payout which cannot be read is not compared', async () => {
  const lostFrom = needs.clock()
  const endToEndId = await paidOut('efi', '2.60')
  await garble('efi', endToEndId, { valor: '?' }, '/gn/pix/enviados?')
  const at = needs.clock()
  await sql.begin(tx => beginRecovery(tx, { cause: 'backup', role: 'replacement', lostFrom, at }))
  await prepareRecovery(needs)
  const faultOf = async () => {
    await passTime(16 * 60)
    await compareLostTime(needs)
    return (await readOpenRecovery(sql))?.banks.find(({ bank: name }) => name === 'efi')?.fault
  }
  expect(await faultOf()).toBe('payouts that the bank lists cannot be read')
  await endByNote(endToEndId)
  expect(await faultOf()).toBeNull()
  await sql`update recoveries set released_at = now(), released_by = 'test', note = 'test'`
})

test('a case in a state that is not known, or that cannot be read, is an exception until the bank lists it in full, and is not left to operators', async () => {
  const { shop, endToEndId } = await paidShop('efi')
  await sweepAll()
  const { id: reference } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '60.00' })
  await sweepAll()
  const [dispute] = (await shop.get('/disputes')).body.data.items
  const release = async () => {
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const path = `/operator/merchants/${shop.merchantId}/disputes/${dispute.id}/release`
    const { status, body } = await operator.post(path, { note: 'As the bank says' })
    return [status, body.error?.details.reason]
  }
  const blocked = { available: '40.000000', blocked: '60.000000' }
  for (const values of [{ status: 'EM_ANALISE_MANUAL' }, { valor: '?' }, { idInfracao: null }]) {
    await garble('efi', reference, values)
    await sweepAll()
    expect(await release()).toEqual([409, 'DisputeStateNotAllowed'])
    await bank.control('DELETE', '/faults')
  }
  expect(await shop.balance()).toMatchObject(blocked)
  expect(await exceptionsOf(reference)).toMatchObject([
    { subject: 'reconciliation disputeUnreadable', state: 'Open', said: { code: 'unreadable', value: 'status' } },
  ])
  await sweepAll()
  expect(await exceptionsOf(reference)).toMatchObject([{ state: 'Ended', act: 'note', endedBy: 'Trilho' }])
})

test('a statement of inter with more pages than can be read at once is read in halves of its days', async () => {
  await sweepAll()
  // At noon: wherever the tests before have left the clock, the two transfers are of yesterday and of today.
  await passToTomorrow(12)
  const first = await transfer('inter', '1.10')
  await passTime(86_400)
  const second = await transfer('inter', '1.20')
  await passTime(3_600)
  const day = dayOf(needs.clock())
  const path = `dataInicio=${addDays(day, -1)}&dataFim=${day}`
  await bank.control('POST', '/faults', {
    kind: 'fields changed',
    partner: 'inter',
    method: 'GET',
    path,
    values: { totalPaginas: 501 },
    times: 9,
  })
  const { received } = await needs.railsOf(connections.inter)
  const period = { from: startOfDay(addDays(day, -1)), until: needs.clock() }
  const listed = await Array.fromAsync(received?.listTransfers?.(period) ?? [])
  expect(listed.map(({ endToEndId }) => endToEndId)).toEqual(expect.arrayContaining([first, second]))
  await bank.control('POST', '/faults', {
    kind: 'fields changed',
    partner: 'inter',
    method: 'GET',
    path: '/extrato',
    values: { totalPaginas: 501 },
    times: 9,
  })
  await expect(Array.fromAsync(received?.listTransfers?.(period) ?? [])).rejects.toThrow('longer than can be read')
})
