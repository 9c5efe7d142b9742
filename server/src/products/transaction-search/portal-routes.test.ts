import { describe, expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { eventually } from '../../../test/kit/delivery-kit.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { recordForcedReturn } from '../../money/refunds/force-return.ts'

const trilho = await openTrilho()
const sink = await openSink({ instead: response => response.writeHead(200).end(`thanks ${cpf.maria}`) })
const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: 'a secret' }
const shop = await newPayer(trilho, { chargeFixed: '0.10' })
const people = await everybody(trilho, shop.merchantId)
const path = `/merchants/${shop.merchantId}/transactions`
const everyRole = ['owner', 'finance', 'approver', 'developer', 'viewer', 'operator'] as const

type Person = (typeof people)['owner']
const read = async (id: string, person: Person = people.owner) => (await person.get(`${path}/${id}`)).body.data
const refund = (id: string, body: object = {}, person: Person = people.finance) =>
  person.post(`${path}/${id}/refund`, body)
const reveal = (id: string, party: string, person: Person = people.finance) =>
  person.post(`${path}/${id}/reveal`, { party })

async function completed(cashIn: object = {}) {
  const id = await shop.createCashIn({ amount: '10.50', webhook, ...cashIn })
  await shop.simulate('complete', id)
  await eventually(async () => expect((await read(id)).deliveries[0].attempts).toHaveLength(1))
  return id
}

describe('the page of a transaction', () => {
  test('a completed cash-in shows its key, states, money, webhook and receipt', async () => {
    const id = await completed({ transaction: { orderId: 'p-1', orderDescription: 'Pão' } })
    const transaction = await read(id)
    expect(transaction).toMatchObject({
      id,
      operation: 'pixCashIn',
      state: 'Completed',
      amount: '10.500000',
      askedAmount: '10.500000',
      paidAmount: '10.500000',
      charges: '0.100000',
      orderId: 'p-1',
      orderDescription: 'Pão',
      named: { name: 'Maria da Silva', taxNumber: '***.982.247-**' },
      actual: {
        name: 'Maria da Silva',
        taxNumber: '***.982.247-**',
        bank: 'Banco do Brasil S.A.',
        account: '1234567-8',
      },
      key: { accessKey: shop.accessKey },
      states: [{ state: 'Registered' }, { state: 'Completed' }],
      postings: [{ name: 'cashInSettled', available: '10.400000', bank: '-10.500000', fees: '0.100000' }],
      payable: null,
      refundable: '10.500000',
      request: null,
      simulations: ['reversed', 'forcedReturn'],
    })
    expect(transaction.receiptUrl).toContain('/receipts/')
    expect(transaction.endToEndId).toMatch(/^E\w{31}$/)
  })

  test('a webhook attempt is shown with request and answer, without secrets and documents', async () => {
    const id = await completed()
    const [delivery] = (await read(id, people.developer)).deliveries
    expect(delivery).toMatchObject({ event: 'Completed', status: 'Success', attemptCount: 1 })
    expect(delivery.request).toMatchObject({ method: 'POST', url: sink.url })
    expect(delivery.request.headers).toContainEqual({ name: 'x-shop', value: '••••••' })
    expect(delivery.request.headers).toContainEqual({ name: 'webhook-id', value: delivery.id })
    expect(JSON.parse(delivery.request.body)).toMatchObject({ id, payer: { taxNumber: '***.982.247-**' } })
    expect(delivery.attempts).toMatchObject([
      { number: 1, outcome: 'answered', httpStatus: 200, answer: 'thanks ***.982.247-**' },
    ])
    expect(JSON.stringify(delivery)).not.toMatch(new RegExp(`a secret|${cpf.maria}`))
  })

  test('who may not see webhooks sees how far an event is, and nothing of what was sent where', async () => {
    const id = await completed()
    for (const person of [people.viewer, people.finance, people.approver]) {
      const [delivery] = (await read(id, person)).deliveries
      expect(delivery).toMatchObject({ status: 'Success', attemptCount: 1, request: null, attempts: [] })
    }
  })

  test('a charge shows its code and picture while it can be paid', async () => {
    const id = await shop.createCashIn({ webhook, expiresIn: 600 })
    const { payable, simulations } = await read(id)
    expect(payable.qrCode).toMatch(/^000201/)
    const picture = await fetch(trilho.url + payable.imagePath)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(simulations).toEqual(['paid', 'cancelled', 'failed'])
    trilho.clock.aheadMs = 601_000
    expect(await read(id)).toMatchObject({ payable: null, simulations: ['cancelled', 'failed'] })
    trilho.clock.aheadMs = 0
  })

  test('an OpenFinance payment shows its checkout while it can be paid', async () => {
    const { id, checkoutUrl } = await shop.createInitiation({ webhook })
    expect((await read(id)).payable).toEqual({ qrCode: null, imagePath: null, payerUrl: null, checkoutUrl })
  })

  test('a cash-out shows the money held and masks a PIX key that is a CPF', async () => {
    const id = await shop.createCashOut({ amount: '5', key: { type: 'CPF', value: cpf.joao }, webhook })
    expect(await read(id)).toMatchObject({
      state: 'Created',
      pixKey: { type: 'CPF', value: '***.533.447-**', isMasked: true },
      postings: [{ name: 'cashOutHeld', available: '-5.100000', held: '5.100000' }],
      payable: null,
      refundable: null,
      simulations: ['accepted', 'paid', 'cancelled', 'failed'],
    })
    expect(JSON.stringify(await read(id))).not.toContain(cpf.joao)
  })

  test('a company payment shows who requested it and who decided; no outcome is simulated before it is approved', async () => {
    const { id: requestId, refTransaction } = await shop.createRequest('7')
    expect(await read(refTransaction)).toMatchObject({ state: 'Requested', simulations: [], key: null })
    await shop.approve(requestId, { comment: 'All fine' })
    expect(await read(refTransaction)).toMatchObject({
      state: 'Created',
      request: {
        id: requestId,
        status: 'Approved',
        steps: [
          { status: 'Pending', comment: null },
          { status: 'Approved', comment: 'All fine' },
        ],
      },
    })
  })

  test('actions are offered to those who may take them', async () => {
    const id = await completed()
    const offered = async (person: Person) => {
      const { refundable, simulations } = await read(id, person)
      return [refundable !== null, simulations.length > 0]
    }
    expect(await offered(people.owner)).toEqual([true, true])
    expect(await offered(people.finance)).toEqual([true, true])
    expect(await offered(people.developer)).toEqual([false, true])
    expect(await offered(people.viewer)).toEqual([false, false])
    expect(await offered(people.operator)).toEqual([false, false])
  })

  test('every role reads it; outsiders do not even find the merchant', async () => {
    const id = await shop.createCashIn()
    for (const route of [path, `${path}/${id}`, `${path}.csv`]) {
      await expectOnly(people, everyRole, person => person.get(route))
      await expectNotFoundByOutsiders(people, person => person.get(route))
    }
  })

  test("another merchant's transaction is not found", async () => {
    const foreign = await (await trilho.newMerchant()).createCashIn()
    for (const id of [foreign, 'nonsense']) {
      const answers = [await people.owner.get(`${path}/${id}`), await refund(id), await reveal(id, 'named')]
      for (const { status, body } of answers)
        expect([status, body.error.details.reason]).toEqual([404, 'TransactionNotFound'])
    }
  })
})

describe('refunding', () => {
  test('part goes back, then the rest, and both are in the audit log', async () => {
    const id = await completed()
    const before = await shop.availableBalance()
    const { status, body } = await refund(id, { amount: '4.50' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ amount: '4.500000', transactionState: 'Completed', refundedAmount: '4.500000' })
    expect(await read(id)).toMatchObject({ refundable: '6.000000', refundedAmount: '4.500000' })
    expect((await refund(id)).body.data).toMatchObject({ amount: '6.000000', transactionState: 'Refunded' })
    expect(Number(await shop.availableBalance())).toBeCloseTo(Number(before) - 10.5)
    const entries = (await auditEntriesOf(trilho, people.finance)).filter(({ subject }) => subject === id)
    expect(entries).toMatchObject([
      { act: 'transaction.refund', details: { amount: '4.50' }, merchantId: shop.merchantId },
      { act: 'transaction.refund', details: { amount: 'all' } },
    ])
  })

  test('each says who asked for it and why: a person, a program by its key, or the bank by itself', async () => {
    const id = await completed()
    await refund(id, { amount: '4', reason: 'Peça com defeito, CPF 529.982.247-25' })
    await shop.refund(id, { amount: '2', reason: 'Pedido cancelado' })
    await recordForcedReturn(trilho.needs, { merchantId: shop.merchantId, id, amount: 1_000_000n })
    const { refunds } = await read(id)
    expect(refunds.map(({ by, reason }: { by: object; reason: string | null }) => [by, reason])).toEqual([
      [{ kind: 'person', name: people.finance.name }, 'Peça com defeito, CPF ***.982.247-**'],
      [{ kind: 'key', name: expect.any(String) }, 'Pedido cancelado'],
      [{ kind: 'bank', name: null }, null],
    ])
    const listed = (await shop.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items
    expect(listed[1]).toMatchObject({ amount: '2.000000', reason: 'Pedido cancelado' })
    const act = (await auditEntriesOf(trilho, people.finance)).find(({ subject }) => subject === id)
    expect(act?.details).toMatchObject({ amount: '4', reason: 'Peça com defeito, CPF ***.982.247-**' })
  })

  test('a button pressed ten times at once refunds once', async () => {
    const id = await completed()
    const body = { amount: '1', refundId: crypto.randomUUID() }
    const answers = await Promise.all(times(10, () => refund(id, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect((await read(id)).refundedAmount).toBe('1.000000')
  })

  test('what is refused leaves no audit entry', async () => {
    const id = await completed()
    const { status, body } = await refund(id, { amount: '10.51' })
    expect([status, body.error.details.reason]).toEqual([409, 'RefundNotAllowed'])
    expect((await auditEntriesOf(trilho, people.finance)).filter(({ subject }) => subject === id)).toEqual([])
  })

  test.each([
    [{ amount: '0' }, '/amount', 'pattern'],
    [{ amount: '-1' }, '/amount', 'pattern'],
    [{ amount: 1 }, '/amount', 'type'],
    [{ refundId: 'x' }, '/refundId', 'format'],
  ])('the body %o is refused', async (body, where, code) => {
    const answer = await refund(await shop.createCashIn(), body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toContainEqual(expect.objectContaining({ path: where, code }))
  })

  test('owner and finance may; others are refused, also by calling the API directly', async () => {
    const id = await shop.createCashIn()
    await expectOnly(people, ['owner', 'finance'], person => refund(id, {}, person))
    await expectNotFoundByOutsiders(people, person => refund(id, {}, person))
  })
})

describe('revealing a document', () => {
  test('the full number is answered, and who asked for it is in the audit log', async () => {
    const id = await shop.createCashOut({ amount: '1', key: { type: 'CPF', value: cpf.joao }, webhook })
    await shop.simulate('complete', id)
    const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['approver'] })
    for (const party of ['named', 'actual', 'pixKey'])
      expect((await reveal(id, party, person)).body.data).toEqual({ taxNumber: cpf.joao })
    const entries = await auditEntriesOf(trilho, person)
    expect(entries).toMatchObject([
      { act: 'taxNumber.reveal', subject: id, details: { party: 'named' } },
      { act: 'taxNumber.reveal', subject: id, details: { party: 'actual' } },
      { act: 'taxNumber.reveal', subject: id, details: { party: 'pixKey' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(cpf.joao)
  })

  test('where nobody has given a number there is none', async () => {
    const id = await shop.createCashIn({ payer: null, webhook })
    expect((await reveal(id, 'named')).body.data).toEqual({ taxNumber: null })
    expect((await reveal(id, 'actual')).body.data).toEqual({ taxNumber: null })
  })

  test('an unknown party is refused', async () => {
    const { status, body } = await reveal(await shop.createCashIn(), 'everybody')
    expect(status).toBe(400)
    expect(body.error.details).toContainEqual(expect.objectContaining({ path: '/party', code: 'enum' }))
  })

  test('only those may who handle money, and the operator', async () => {
    const id = await shop.createCashIn()
    await expectOnly(people, ['owner', 'finance', 'approver', 'operator'], person => reveal(id, 'named', person))
    await expectNotFoundByOutsiders(people, person => reveal(id, 'named', person))
  })
})

describe('looking for a document', () => {
  const paths = (q: string) => [`${path}?q=${q}`, `${path}.csv?q=${q}`]
  /** The end of Ana's document is masked: these are all that it could be. */
  const candidates = times(40, n => `${cpf.ana.slice(0, 9)}${String(n).padStart(2, '0')}`)

  test('shows nothing to people who may not reveal one, however often they ask', async () => {
    await shop.createCashIn({ payer: { cpf: cpf.ana, name: 'Ana' }, webhook })
    for (const person of [people.viewer, people.developer]) {
      const all = await Promise.all(
        [...candidates, cpf.ana, '153.509.460-56'].flatMap(q => paths(q).map(one => person.get(one))),
      )
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
      const pages = all.filter(({ body }) => body?.data !== undefined)
      expect(pages.flatMap(({ body }) => body.data.items)).toEqual([])
      expect((await person.get(`${path}?q=${cpf.ana}`)).body.data.taxNumber).toBe('notAllowed')
      expect(await auditEntriesOf(trilho, person)).toEqual([])
    }
  })

  test('an order id that looks like one is found by everybody', async () => {
    const id = await shop.createCashIn({ transaction: { orderId: cpf.ana }, webhook })
    const { items } = (await people.viewer.get(`${path}?q=${cpf.ana}`)).body.data
    expect(items.map((item: { id: string }) => item.id)).toEqual([id])
  })

  test('is written down for who may, masked, page by page and file by file', async () => {
    const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
    for (const one of paths('153.509.460-56')) expect((await finance.get(one)).text).toContain('Ana')
    await finance.get(`${path}?q=${cpf.ana}&cursor=ffffffff-ffff-7fff-bfff-ffffffffffff`)
    expect((await finance.get(`${path}?q=${cpf.ana}`)).body.data.taxNumber).toBe('searched')
    expect((await finance.get(path)).body.data.taxNumber).toBeNull()
    const entries = await auditEntriesOf(trilho, finance)
    const entry = { act: 'taxNumber.search', subject: '***.509.460-**', merchantId: shop.merchantId }
    expect(entries).toEqual(times(4, () => expect.objectContaining(entry)))
    // Ids and times may have any digits.
    expect(JSON.stringify(entries.map(({ subject, details }) => [subject, details]))).not.toMatch(/153|56"/)
  })

  test('is slowed down: so many, then one a minute, on every server', async () => {
    const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
    const answers = await Promise.all(times(40, () => finance.get(`${path}?q=${cpf.ana}`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([30, 10])
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-6]\d?$/)
    expect(await auditEntriesOf(trilho, finance)).toHaveLength(30)
    expect((await finance.get(`${path}.csv?q=${cpf.ana}`)).status).toBe(429)
    // What is no document is searched as ever.
    expect((await finance.get(`${path}?q=order-a`)).status).toBe(200)
    expect((await people.owner.get(`${path}?q=${cpf.ana}`)).status).toBe(200)
  })
})
