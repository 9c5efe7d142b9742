import { vi } from 'vitest'
import { requireRail } from '../../../server/src/money/rails/rails-of.ts'
import { runFiles } from '../../../server/src/products/files/run-files.ts'
import { newPayer } from '../../../server/test/kit/company-payments.ts'
import { linksOf } from '../../../server/test/kit/payment-links.ts'
import { newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { cpf } from '../../../server/test/kit/trilho.ts'
import { openSink } from '../../../server/test/kit/webhook-sink.ts'
import { openDemo } from './demo.ts'
import type { Portal } from './matrix.ts'
import { untilDone } from '../../../server/test/kit/patience.ts'

export type ReceivingWorld = Awaited<ReturnType<typeof openReceivingWorld>>

/** The demo month, and what it lacks: every kind of transaction, links, disputes, files, and a merchant with nothing. */
export async function openReceivingWorld() {
  const demo = await openDemo()
  const { portal } = demo
  const { trilho } = portal
  const empty = (await trilho.newMerchant()).merchantId
  const shop = await newShop(portal)
  const { merchantId } = shop
  const links = linksOf(trilho, shop)
  const { disputeId, disputed } = await newDispute(portal)
  const contests = await newContests(portal)
  const faulty = await trilho.newMerchant()
  await faulty.put('/sandbox/clock', { forward: 86_400 })
  await faulty.post('/sandbox/troubles', { kind: 'slowBank', seconds: 2, times: 3 })
  const as = (id: string, ...roles: ('finance' | 'viewer' | 'developer')[]) =>
    newPortalPerson(trilho, { merchantId: id, roles })
  return {
    ...demo,
    ids: {
      ...demo.ids,
      disputeId,
      linkId: (await links.make({ stock: 3 })).id,
      customerId: await newCustomer(shop),
      billId: await newBill(shop),
    },
    overdue: await newOverdueBills(portal),
    boletos: await newBoletoBills(portal),
    empty,
    shop,
    shopOwner: await newPortalPerson(trilho, { merchantId }),
    shopViewer: await as(merchantId, 'viewer'),
    emptyFinance: await as(empty, 'finance'),
    disputed,
    contests,
    disputedFinance: await as(disputed, 'finance'),
    faulty: faulty.merchantId,
    faultyDeveloper: await as(faulty.merchantId, 'developer'),
    staticLink: (await shop.post('/static-qrs', { title: 'Balcão' })).body.data.id as string,
    filed: await newFiles(portal),
  }
}

/** A customer with everything that can be said of one, and a charge. */
async function newCustomer(shop: Awaited<ReturnType<typeof newShop>>): Promise<string> {
  const address = { street: 'Rua das Flores', number: '12', city: 'São Paulo', state: 'SP', postalCode: '01310-100' }
  const contact = { document: cpf.maria, email: 'rosa@example.com', phone: '+5511912345678', address }
  const more = { notes: 'Prefere manhãs', metadata: { plano: 'ouro' }, externalId: 'c-1' }
  const { id } = (await shop.post('/customers', { name: 'Rosa Prado', ...contact, ...more })).body.data
  const payment = { customerId: id, value: { original: '10.00' } }
  await shop.post('/accounts/pix/cashin', { payment, webhook: { url: 'http://127.0.0.1:9/' } })
  return id
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
const billTerms = {
  fine: { kind: 'Percent', rate: '2' },
  interest: { kind: 'PercentPerMonth', rate: '1' },
  rebate: { kind: 'Fixed', amount: '5.00' },
}

/** A bill with all that can be said of one, changed once. */
async function newBill(shop: Awaited<ReturnType<typeof newShop>>): Promise<string> {
  const payer = { name: 'Maria da Silva', cpf: cpf.maria }
  const lines = [{ description: 'Aula', amount: '100.00' }]
  const more = { description: 'Mensalidade', orderId: 'mensalidade-1', metadata: { turma: '7b' }, lines }
  const { id } = (await shop.post('/bills', { payer, amount: '100.00', dueDate: today(), ...billTerms, ...more })).body
    .data
  await shop.patch(`/bills/${id}`, { payableDaysAfterDue: 60 })
  return id
}

/** A merchant with an overdue bill, a paid one and one due this week, of a customer. */
async function newOverdueBills({ trilho }: Portal) {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const customerId: string = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data.id
  const make = async (dueDate: string): Promise<string> =>
    (await shop.post('/bills', { customerId, amount: '100.00', dueDate, ...billTerms })).body.data.id
  const [overdue, paid] = [await make(today()), await make(today())]
  await shop.put(`/sandbox/transactions/complete/${paid}`)
  await shop.put('/sandbox/clock', { forward: 8 * 86_400 })
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  await finance.post(`/merchants/${merchantId}/bills/${overdue}/reminders`, {})
  return { merchantId, customerId, overdue, paid, finance }
}

/** A merchant with a bill that can be paid by boleto, one whose boleto is paid and not settled, and one that has expired. */
async function newBoletoBills({ trilho }: Portal) {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const address = { street: 'Rua das Flores, 12', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const form = { payer: { name: 'Maria da Silva', cpf: cpf.maria, address }, amount: '100', methods: ['pix', 'boleto'] }
  const make = async (dueDate: string): Promise<string> =>
    (await shop.post('/bills', { ...form, dueDate, payableDaysAfterDue: 0 })).body.data.id
  const [open, toSettle, expired] = [await make('2030-01-10'), await make(today()), await make(today())]
  await shop.simulate('pay-boleto', toSettle)
  await shop.put('/sandbox/clock', { forward: 20 * 86_400 })
  return {
    merchantId,
    open,
    toSettle,
    expired,
    finance: await newPortalPerson(trilho, { merchantId, roles: ['finance'] }),
  }
}

/** A merchant with one transaction of each kind. */
async function newShop({ trilho }: Portal) {
  const shop = await newPayer(trilho, { balance: '5000', chargeFixed: '0.10' })
  const sink = await openSink()
  const webhook = { url: sink.url, customHeaderName: 'x-shop-token', customHeaderValue: 'very secret' }
  const paid = await shop.createCashIn({ amount: '10.50', webhook })
  await shop.simulate('complete', paid)
  await sink.waitForEvents(paid, 1)
  const failed = await shop.createCashIn({ amount: '20', webhook })
  await shop.simulate('error', failed)
  const out = await shop.createCashOut({ amount: '300', webhook, key: { type: 'CPF', value: cpf.joao } })
  await shop.simulate('complete', out)
  const { id: initiated } = await shop.createInitiation({ amount: '45', taxNumber: cpf.ana, webhook })
  const { refTransaction: company } = await shop.createRequest('1500')
  const waiting = await shop.createCashIn({ amount: '99.90', payer: null, webhook })

  const returns = requireRail((await trilho.needs.railsOf(null)).returns)
  const refund = async (answer: 'accepted' | 'refused') => {
    const id = await shop.createCashIn({ amount: '80', webhook })
    await shop.simulate('complete', id)
    const state =
      answer === 'accepted' ? { state: 'accepted' as const } : { state: 'refused' as const, cause: 'AccountClosed' }
    vi.spyOn(returns, 'sendReturn').mockResolvedValueOnce(state)
    await shop.refund(id, { amount: '30' })
    return id
  }
  const refundFailed = await refund('refused')
  const refunding = await refund('accepted')
  const unmatched = await shop.createCashIn({ amount: '10', payer: null })
  await shop.simulate('complete', unmatched, { amount: '7', name: 'João', taxNumber: cpf.joao })
  await trilho.needs.bankOrders.stepAndWait()

  const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'], name: 'Flávia' })
  await finance.post(`/merchants/${shop.merchantId}/transactions/${paid}/notes`, { text: 'A cliente ligou.' })
  return { ...shop, paid, failed, out, initiated, company, waiting, refundFailed, refunding, unmatched, finance }
}

/** A merchant that received R$ 80, paid out R$ 30, and has a dispute over the rest. */
async function newDispute({ trilho }: Portal) {
  const shop = await trilho.newMerchant()
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  await shop.createCashOut({ amount: '30' })
  const opened = await shop.post('/sandbox/disputes', { transactionId, details: 'O pagador não reconhece o pagamento' })
  return { disputeId: opened.body.data.id as string, disputed: shop.merchantId }
}

/** A merchant that contests a return that was made, and one that can. */
async function newContests({ trilho }: Portal) {
  const shop = await trilho.newMerchant()
  const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  const newReturned = async () => {
    const transactionId = await shop.createCashIn({ amount: '80' })
    await shop.simulate('complete', transactionId)
    const id = (await shop.post('/sandbox/disputes', { transactionId })).body.data.id as string
    await shop.put(`/sandbox/disputes/${id}/return`)
    return id
  }
  const [contestable, contested] = [await newReturned(), await newReturned()]
  const path = `/merchants/${shop.merchantId}/disputes/${contested}/contest`
  await finance.post(path, { reason: 'NoFraud', text: 'Entregue na segunda, com assinatura.', files: [] })
  return { contesting: shop.merchantId, contestable, contested, contestFinance: finance }
}

/** A merchant with a ready file, a comparison that found differences, a waiting file and a schedule. */
async function newFiles({ trilho }: Portal) {
  const shop = await trilho.newMerchant({ balance: '100' })
  await shop.simulate('complete', await shop.createCashIn({ amount: '50', transaction: { orderId: 'bolo' } }))
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  const path = `/merchants/${shop.merchantId}`
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  const period = { firstDay: day, lastDay: day }
  const content = Buffer.from('Pedido;Valor\r\nbolo;50,00\r\ntorta;30,00\r\n').toString('base64')
  await owner.post(`${path}/files`, { kind: 'statement', format: 'csv', ...period })
  await owner.post(`${path}/files/reconciliation`, { format: 'csv', ...period, content })
  await untilDone(() => runFiles(trilho.needs))
  await owner.post(`${path}/files`, { kind: 'transactions', format: 'xlsx', ...period })
  await owner.post(`${path}/file-schedules`, { kind: 'statement', format: 'csv', every: 'day' })
  return { merchantId: shop.merchantId, owner }
}
