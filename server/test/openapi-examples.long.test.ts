import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readExamples } from '../src/platform/http/openapi/examples.ts'
import { businessDayFrom } from '../src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import { usualPlan } from '../src/products/reminders/plan.ts'
import { sendTestEvent } from '../src/money/webhooks/send-test-event.ts'
import { setWebhookAddress } from '../src/money/webhooks/set-webhook-address.ts'
import { optionalEvents } from '../src/money/webhooks/states.ts'
import { eventName } from '../src/money/webhooks/stream/stream-events.ts'
import { call } from './kit/api-client.ts'
import { newPayer } from './kit/company-payments.ts'
import { openStream } from './kit/event-stream.ts'
import { invoices, send, uploadAddress } from './kit/invoices.ts'
import { linksOf } from './kit/payment-links.ts'
import { batchesOf, payoutRow, payoutRows } from './kit/payout-batches.ts'
import { shapeOf } from './kit/shape-of.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { cpf, openTrilho, times } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()
await trilho.startServer({ workers: true })
const sink = await openSink()
const payer = await newPayer(trilho)
await setWebhookAddress(trilho.needs, { merchantId: payer.merchantId, url: sink.url, events: optionalEvents })
const webhook = { url: sink.url }

type Content = { example?: unknown; schema: object }
type Operation = {
  operationId: string
  parameters?: { $ref: string; name?: string }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
const { body: document } = await call(`${trilho.url}/openapi.json`)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ ...document, $id: 'openapi' })
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const examples = readExamples()

const cashIn = () => payer.createCashIn({ webhook })
const cashOut = () => payer.createCashOut({ webhook })
const initiation = async () => (await payer.createInitiation({ webhook })).id
const paid = async () => {
  const id = await cashIn()
  await payer.simulate('complete', id)
  return id
}
const paidInitiation = async () => {
  const id = await initiation()
  await payer.simulateInitiation('complete', id)
  return id
}
const tokenOf = (address: string) => address.split('/').at(-1) ?? ''
const documentOf = async (owner: string, isUploaded: boolean) => {
  const address = await uploadAddress(payer, owner)
  if (isUploaded) await send(address, invoices.pdf, { 'content-type': 'application/pdf' })
  return (await payer.get(`/documents?ownerType=Transaction&type=Invoice&owner=${owner}`)).body.data.items[0]
    .id as string
}
const request = async () => (await payer.createRequest()).id
/** The first event of a stream. */
const streamed = async () => {
  const stream = await openStream(trilho.url, payer)
  await paid()
  return (await stream.waitFor(() => true)).data
}
const dispute = async () =>
  (await payer.post('/sandbox/disputes', { transactionId: await paid() })).body.data.id as string
const links = linksOf(trilho, payer)
const soldOut = async () => {
  const { id, url } = await links.make({ stock: 1 })
  await links.complete(await links.openCharge(url))
  return id
}
const batch = async () => (await batchesOf(payer, trilho.needs).make(payoutRows(1))).id
/** With enough rows that the worker does not finish before it is stopped. */
const running = async () => {
  const batches = batchesOf(payer, trilho.needs)
  const { id } = await batches.make(times(400, () => payoutRow('0.01')))
  await batches.approve(id)
  return id
}
/** A separate merchant whose clock and faults change, so that the other examples are not affected. */
const inTrouble = await trilho.newMerchant()
const trouble = async () =>
  (await inTrouble.post('/sandbox/troubles', { kind: 'webhookDuplicate' })).body.data.id as string
const schedule = async () =>
  (await payer.post('/file-schedules', examples.operations['createFileSchedule']?.request)).body.data.id as string
const deliveryOf = async (id: string) =>
  (await payer.get(`/webhooks/deliveries?transactionId=${id}`)).body.data.items[0].id as string

/** Every customer has an external id of its own. */
const customer = async () => {
  const request = examples.operations['createCustomer']?.request as object
  return (await payer.post('/customers', { ...request, externalId: crypto.randomUUID() })).body.data.id
}

const bill = async () => {
  const request = examples.operations['createBill']?.request as object
  return (await payer.post('/bills', { ...request, webhook })).body.data.id
}

/** Another payer and customer: their reminders are stopped, those of the other examples go on. */
const otherBill = async () => {
  const request = examples.operations['createBill']?.request as object
  const other = { name: 'Ana', cpf: cpf.ana }
  return (await payer.post('/bills', { ...request, payer: other, webhook })).body.data.id
}
const otherCustomer = async () => (await payer.post('/customers', { name: 'Ana', document: cpf.ana })).body.data.id

async function importBills(rows: number): Promise<string> {
  const example = examples.operations['createBillImport']?.request as { file: string } | undefined
  const [head = '', row = ''] = Buffer.from(example?.file ?? '', 'base64')
    .toString()
    .split('\n')
  const text = [head, ...times(rows, () => row)].join('\n')
  const request = { name: 'Mensalidades', file: Buffer.from(text).toString('base64') }
  return (await payer.post('/bills/imports', request)).body.data.id
}
const billImport = () => importBills(1)
/** With enough rows that the worker does not finish before it is stopped. */
const runningImport = () => importBills(400)

const boletoBill = async () => {
  const request = examples.operations['createBill']?.request as { payer: object }
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const more = { methods: ['pix', 'boleto'], payer: { ...request.payer, address } }
  return (await payer.post('/bills', { ...request, ...more, webhook })).body.data.id
}

/** The path parameters of an operation; an example has the id of something that does not exist. */
const named: Record<string, () => Promise<string>> = {
  readTransaction: paid,
  cancelCashIn: cashIn,
  refundTransaction: paid,
  listRefunds: async () => {
    const id = await paid()
    await payer.refund(id, { amount: '3.00' })
    return id
  },
  showReceipt: async () => tokenOf((await payer.read(await paid())).body.data.transaction.receiptUrl),
  showQrCode: async () => tokenOf((await payer.read(await cashIn())).body.data.payment.qrCodeLocation),
  readCharge: async () => tokenOf((await payer.read(await cashIn())).body.data.payment.qrCodeLocation),
  readFile: async () => (await payer.post('/files', examples.operations['createFile']?.request)).body.data.id,
  listFileSchedules: schedule,
  deleteFileSchedule: schedule,
  readCustomer: customer,
  changeCustomer: customer,
  deleteCustomer: customer,
  listCustomerTransactions: async () => {
    const customerId = await customer()
    const payment = { customerId, value: { original: '10.50' } }
    const { body } = await payer.post('/accounts/pix/cashin', { payment, webhook })
    await payer.simulate('complete', body.data.transaction.id)
    return customerId
  },
  readBill: bill,
  readBillPdf: bill,
  readBillAmountDue: bill,
  listReminders: async () => {
    const id = await bill()
    await payer.post(`/bills/${id}/reminders`, {})
    return id
  },
  listBillReminders: bill,
  createBillReminder: bill,
  previewBillReminders: bill,
  changeBillReminders: otherBill,
  readCustomerReminders: customer,
  changeCustomerReminders: otherCustomer,
  changeBill: bill,
  cancelBill: bill,
  readBillImport: billImport,
  listBillImportRows: billImport,
  readBillImportResult: billImport,
  stopBillImport: runningImport,
  readPaymentLink: async () => (await links.make()).id,
  changePaymentLink: async () => (await links.make()).id,
  listPaymentLinkTransactions: soldOut,
  payStaticQrCode: async () => (await payer.post('/static-qrs', { title: 'Counter' })).body.data.id,
  readPayoutBatch: batch,
  listPayoutBatchRows: batch,
  readPayoutBatchResult: batch,
  cancelPayoutBatch: batch,
  stopPayoutBatch: running,
  approvePayoutBatch: batch,
  rejectPayoutBatch: batch,
  listDisputes: dispute,
  readDispute: dispute,
  requestDisputeFile: dispute,
  createDefence: dispute,
  createContest: async () => {
    const id = await dispute()
    await payer.put(`/sandbox/disputes/${id}/return`)
    return id
  },
  simulateDisputeReturn: dispute,
  simulateDisputeRelease: dispute,
  listTroubles: trouble,
  deleteTrouble: trouble,
  readDelivery: async () => deliveryOf(await paid()),
  resendDelivery: async () => deliveryOf(await paid()),
  readReceiver: async () => payer.receiverId,
  listReceiverAccounts: async () => payer.receiverId,
  readPaymentRequest: request,
  cancelPaymentRequest: request,
  approvePaymentRequest: request,
  rejectPaymentRequest: request,
  downloadDocument: async () => documentOf(await request(), true),
  deleteDocument: async () => documentOf(await request(), false),
  simulateComplete: cashIn,
  simulatePayBoleto: boletoBill,
  simulateSettleBoleto: async () => {
    const id = await boletoBill()
    await payer.simulate('pay-boleto', id)
    return id
  },
  simulateError: cashIn,
  simulateCancel: cashIn,
  simulateRegister: cashOut,
  simulateReverse: paid,
  simulateRefund: paid,
  simulateInitiationComplete: initiation,
  simulateInitiationError: initiation,
  simulateInitiationCancel: initiation,
  simulateInitiationReverse: paidInitiation,
  simulateInitiationRefund: paidInitiation,
}

const owner = await request()
await documentOf(owner, true)

/** Fields of examples that refer to data of the merchant that runs them. */
const own: Record<string, string> = {
  accessKey: payer.accessKey,
  secret: payer.secret,
  client_id: payer.accessKey,
  client_secret: payer.secret,
  url: sink.url,
  refReceiver: payer.receiverId,
  refBankAccount: payer.accountId,
  owner,
  transactionId: await paid(),
}
const withOwn = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => own[key] ?? value) as unknown

async function run({ path, method, operationId, parameters = [], requestBody }: (typeof operations)[number]) {
  const caller = /^\/sandbox\/(clock|troubles)/.test(path) ? inTrouble : payer
  const id = (await named[operationId]?.()) ?? ''
  const query = parameters
    .map(({ $ref, ...inline }) => ($ref === undefined ? inline : document.components.parameters[tokenOf($ref)]))
    .filter(parameter => parameter.in === 'query' && parameter.required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(own[name] ?? example)}`)
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body = withOwn(content?.example ?? null) as Record<string, string>
  return call(`${trilho.url}${path.replace(/\{\w+\}/, id)}?${query.join('&')}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${caller.token}`, ...(content === undefined ? {} : { 'content-type': type }) },
    ...(content === undefined
      ? {}
      : { body: type.includes('json') ? JSON.stringify(body) : new URLSearchParams(body) }),
  })
}

const pointer = (...keys: string[]) =>
  `openapi#/${keys.map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

function expectValid(place: string, value: unknown) {
  const validate = ajv.compile({ $ref: place })
  validate(value)
  expect([place, validate.errors]).toEqual([place, null])
}

/** The recorded examples: `TRILHO_RECORD=yes` writes real responses as examples, for review. */
const isRecording = process.env['TRILHO_RECORD'] === 'yes'
const asExample = (value: unknown): unknown => {
  const text = JSON.stringify(value)
    .replaceAll(trilho.url, 'https://pay.example.com')
    .replaceAll(sink.url, 'https://example.com/hooks')
  // One item is enough for a list.
  return JSON.parse(text, (key, part: unknown) =>
    key === 'access_token' ? examples.operations['logIn']?.answer : Array.isArray(part) ? part.slice(0, 1) : part,
  ) as unknown
}

test('every request example is accepted, and its response has the documented schema and the fields of the example', async () => {
  for (const operation of operations) {
    const { operationId, path, method, responses } = operation
    const answer = await run(operation)
    const status = String(answer.status)
    expect([operationId, status, answer.text.slice(0, 300)]).toEqual([
      operationId,
      Object.keys(responses).find(one => one.startsWith('2')),
      expect.anything(),
    ])
    if (operation.requestBody !== undefined)
      for (const type of Object.keys(operation.requestBody.content))
        expectValid(
          pointer('paths', path, method, 'requestBody', 'content', type, 'schema'),
          Object.values(operation.requestBody.content)[0]?.example,
        )
    const [type = '', { example } = {}] = Object.entries(responses[status]?.content ?? {})[0] ?? []
    if (type !== 'application/json' && type !== 'text/event-stream') continue
    const body = type === 'application/json' ? answer.body : await streamed()
    const place = pointer('paths', path, method, 'responses', status, 'content', type, 'schema')
    expectValid(place, body)
    if (isRecording) (examples.operations[operationId] ??= {}).answer = asExample(body)
    else {
      expectValid(place, example)
      expect([operationId, shapeOf(example)]).toEqual([operationId, shapeOf(body)])
    }
  }
})

/** By the clock of a merchant of its own, on the day on which its bill is due. */
async function remindOfBill() {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  await setWebhookAddress(trilho.needs, { merchantId, url: sink.url, events: optionalEvents })
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const plan = { ...usualPlan, isOn: true, days: [0] }
  expect((await finance.put(`/merchants/${merchantId}/reminder-plan`, plan)).status).toBe(200)
  const dueDate = businessDayFrom(addDays(dayOf(new Date()), 20))
  const payer = { name: 'Maria da Silva', cpf: cpf.maria, email: 'maria@example.com' }
  expect((await shop.post('/bills', { payer, amount: '100.00', dueDate, metadata: { contract: '4711' } })).status).toBe(
    201,
  )
  await shop.put('/sandbox/clock', { to: `${dueDate}T13:00:00.000Z` })
}

test('every event that the sandbox can cause has the documented schema and the fields of its example', async () => {
  // First, so that the last event is of an ordinary payment, like the example.
  await links.make({ endsAt: new Date(Date.now() + 1_000).toISOString() })
  await remindOfBill()
  await soldOut()
  await payer.simulate('register', await cashOut())
  await payer.refund(await paid(), { amount: '3.00' })
  await sendTestEvent(trilho.needs, { id: uuidv7(Date.now()), merchantId: payer.merchantId, url: sink.url })
  const happened = () => new Map(sink.received.map(({ text, body }) => [eventName(text), body]))
  // A failed refund needs a bank that refuses it, an adjustment an operator.
  const others = new Set(['transactionRefundFailed', 'balanceAdjusted'])
  const expected = Object.keys(document.webhooks).filter(name => !others.has(name))
  await expect.poll(() => [...happened().keys()].toSorted()).toEqual(expected.toSorted())
  for (const { text, body } of sink.received) {
    const name = eventName(text)
    const place = pointer('webhooks', name, 'post', 'requestBody', 'content', 'application/json')
    expectValid(`${place}/schema`, body)
    if (isRecording) examples.webhooks[name] = asExample(body)
  }
  if (isRecording)
    return writeFile(
      new URL('../src/platform/http/openapi/examples.json', import.meta.url),
      JSON.stringify(examples, null, 2),
    )
  for (const [name, body] of happened())
    expect([name, shapeOf(examples.webhooks[name])]).toEqual([name, { ...(shapeOf(body) as object) }])
})
