import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const shop = await newPayer(trilho)
const people = await everybody(trilho, shop.merchantId)
const path = `/merchants/${shop.merchantId}/transactions`
type Person = (typeof people)['owner']
const simulate = (id: string, body: object, person: Person = people.developer) =>
  person.post(`${path}/${id}/simulate`, body)

test('a QR code is paid by the named payer, and the money is credited', async () => {
  const id = await shop.createCashIn({ amount: '10', payer: null, editable: true, webhook })
  const before = Number(await shop.availableBalance())
  const payer = { name: 'João de Souza', taxNumber: '390.533.447-05', amount: '12.34' }
  const { status, body } = await simulate(id, { outcome: 'complete', ...payer })
  expect([status, body.data]).toEqual([200, { state: 'Completed', webhookCalled: true }])
  expect(Number(await shop.availableBalance())).toBeCloseTo(before + 12.34)
  expect((await shop.read(id)).body.data.transaction.payer).toMatchObject({
    name: 'João de Souza',
    taxNumber: cpf.joao,
  })
})

test.each([
  ['cashIn', ['cancel'], 'Cancelled'],
  ['cashIn', ['error'], 'Error'],
  ['cashIn', ['complete', 'reverse'], 'Reversed'],
  ['cashIn', ['complete', 'refund'], 'Refunded'],
  ['cashOut', ['register', 'complete'], 'Completed'],
  ['cashOut', ['register', 'error'], 'Error'],
  ['initiation', ['complete'], 'Completed'],
  ['initiation', ['cancel'], 'Cancelled'],
])('a %s goes through %o to %s', async (kind, outcomes, state) => {
  const made = {
    cashIn: () => shop.createCashIn({ amount: '1', webhook }),
    cashOut: () => shop.createCashOut({ amount: '1', webhook }),
    initiation: async () => (await shop.createInitiation({ amount: '1', webhook })).id,
  }
  const id = await made[kind as keyof typeof made]()
  let last = null
  for (const outcome of outcomes) last = (await simulate(id, { outcome })).body.data
  expect(last).toEqual({ state, webhookCalled: true })
})

test('an unreachable webhook is reported and is no refusal: the state has changed', async () => {
  const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['developer'] })
  const id = await shop.createCashIn({ webhook: { url: 'http://127.0.0.1:9/nobody' } })
  const { status, body } = await simulate(id, { outcome: 'complete' }, person)
  expect([status, body.data]).toEqual([200, { state: 'Completed', webhookCalled: false }])
  expect(await auditEntriesOf(trilho, person)).toHaveLength(1)
})

test('who did it is in the audit log, and what is refused leaves no entry', async () => {
  const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  const id = await shop.createCashIn({ webhook })
  await simulate(id, { outcome: 'cancel' }, person)
  const { status, body } = await simulate(id, { outcome: 'complete', name: 'Ana', taxNumber: cpf.ana }, person)
  expect([status, body.error.details.reason]).toEqual([409, 'TransactionStateNotAllowed'])
  const entries = await auditEntriesOf(trilho, person)
  expect(entries).toMatchObject([{ act: 'transaction.simulate', subject: id, details: { outcome: 'cancel' } }])
  expect(JSON.stringify(entries)).not.toContain(cpf.ana)
})

test('ten people pay one QR code at once: it is paid once', async () => {
  const id = await shop.createCashIn({ amount: '1', webhook })
  const answers = await Promise.all(times(10, () => simulate(id, { outcome: 'complete' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('a company payment that waits for approval cannot be completed', async () => {
  const { refTransaction } = await shop.createRequest('1')
  const { status, body } = await simulate(refTransaction, { outcome: 'complete' })
  expect([status, body.error.details.reason]).toEqual([409, 'PaymentRequestNotApproved'])
})

test.each([
  [{ outcome: 'explode' }, '/outcome', 'enum'],
  [{}, '', 'required'],
  [{ outcome: 'complete', taxNumber: '123' }, '/taxNumber', 'pattern'],
  [{ outcome: 'complete', amount: '1,5' }, '/amount', 'pattern'],
])('the body %o is refused', async (wrong, where, code) => {
  const { status, body } = await simulate(await shop.createCashIn(), wrong)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual(expect.objectContaining({ path: where, code }))
})

test('an anonymous charge needs a payer', async () => {
  const id = await shop.createCashIn({ payer: null, webhook })
  expect((await simulate(id, { outcome: 'complete' })).status).toBe(400)
})

test('owner, finance and developer may; others are refused, people of other merchants find nothing', async () => {
  const id = await shop.createCashIn({ webhook })
  const pay = (person: Person) => simulate(id, { outcome: 'complete' }, person)
  await expectOnly(people, ['owner', 'finance', 'developer'], pay)
  await expectNotFoundByOutsiders(people, pay)
  const foreign = await (await trilho.newMerchant()).createCashIn()
  expect((await simulate(foreign, { outcome: 'cancel' })).status).toBe(404)
})

test('outside the sandbox there is no such address, and no outcome is offered', async () => {
  const production = await openTrilho({
    TRILHO_ENV: 'production',
    TRILHO_SECRET: 's'.repeat(40),
    PUBLIC_URL: 'http://127.0.0.1',
  })
  const merchant = await production.newMerchant()
  const owner = await newPortalPerson(production, { merchantId: merchant.merchantId })
  const id = await merchant.createCashIn({ webhook: { url: 'https://example.com/hook' } })
  const transaction = `/merchants/${merchant.merchantId}/transactions/${id}`
  expect((await owner.get(transaction)).body.data).toMatchObject({ state: 'Registered', simulations: [] })
  expect((await owner.post(`${transaction}/simulate`, { outcome: 'complete' })).status).toBe(404)
})
