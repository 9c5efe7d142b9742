import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createServer, request as requestTo } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { cliScript, openCli } from './kit/cli.ts'

const sandbox = await openTrilho()
const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const sink = await openSink()

type Merchant = Awaited<ReturnType<typeof sandbox.newMerchant>>
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what a tool answered and asserts on it
type Answer = { isError?: boolean; structuredContent: any; content: { text: string }[] }

/** An assistant: the official client, which starts `trilho mcp` as a process. */
async function openAssistant(url: string, { accessKey, secret }: Merchant, ...options: string[]) {
  const { env } = await openCli()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliScript, 'mcp', ...options],
    env: { ...env, TRILHO_URL: url, TRILHO_ACCESS_KEY: accessKey, TRILHO_SECRET: secret },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  cleanUp(() => client.close())
  const { tools } = await client.listTools()
  return {
    tools,
    names: tools.map(({ name }) => name).toSorted(),
    instructions: client.getInstructions() ?? '',
    call: async (name: string, given: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: given })) as unknown as Answer,
  }
}

const textOf = ({ content }: Answer) => content.map(({ text }) => text).join('\n')

const reads = [
  'check_cash_out',
  'explain_error',
  'list_bills',
  'list_customers',
  'list_deliveries',
  'list_disputes',
  'list_files',
  'list_payment_links',
  'list_reminders',
  'list_transactions',
  'preview_reminders',
  'read_balance',
  'read_bill',
  'read_bill_ageing',
  'read_customer',
  'read_delivery',
  'read_dispute',
  'read_file',
  'read_payment_link',
  'read_reminder_plan',
  'read_transaction',
  'search',
]
const undoable = [
  'change_bill',
  'change_payment_link',
  'create_bill',
  'create_cash_in',
  'create_customer',
  'create_file',
  'create_payment_link',
  'record_reminder',
  'resend_delivery',
]
const forGood = ['cancel_bill', 'cancel_cash_in', 'defend_dispute']
const writes = [...undoable, ...forGood]
const simulations = ['complete_payment', 'simulate_outcome']
const payouts = ['create_cash_out', 'refund_transaction']
const sorted = (...names: string[][]) => names.flat().toSorted()

test('in a sandbox a payment is created, completed and read, and no secret or document is shown', async () => {
  const merchant = await sandbox.newMerchant()
  const assistant = await openAssistant(sandbox.url, merchant)
  expect(assistant.names).toEqual(sorted(reads, writes, simulations))
  expect(assistant.instructions).toContain('a sandbox')
  const input = { amount: '10.50', idempotencyKey: 'assistant-1', payerCpf: '529.982.247-25', payerName: 'Maria' }
  const webhookUrl = `${sink.url}?key=hidden-in-the-query`
  const created = await assistant.call('create_cash_in', { ...input, webhookUrl })
  expect(textOf(created)).toContain('R$ 10.50 can be paid now')
  const { id } = created.structuredContent.transaction
  const again = await assistant.call('create_cash_in', { ...input, webhookUrl })
  expect(again.structuredContent.transaction.id).toBe(id)

  expect(textOf(await assistant.call('complete_payment', { id }))).toContain('Registered → Completed')
  const [read, listed, balance, deliveries] = await Promise.all([
    assistant.call('read_transaction', { id }),
    assistant.call('list_transactions', { state: 'Completed' }),
    assistant.call('read_balance'),
    assistant.call('list_deliveries', { transactionId: id }),
  ])
  expect(read.structuredContent).toMatchObject({ id, state: 'Completed', amount: '10.500000', refunds: [] })
  expect(listed.structuredContent.items).toMatchObject([{ id, amount: '10.500000' }])
  expect(balance.structuredContent).toMatchObject({ available: '10.500000' })
  const [{ id: deliveryId }] = deliveries.structuredContent.items
  const delivery = await assistant.call('read_delivery', { id: deliveryId })
  expect(delivery.structuredContent).toMatchObject({ status: 'Success', attempts: [{ httpStatus: 200 }] })
  expect((await assistant.call('resend_delivery', { id: deliveryId })).structuredContent.id).toBe(deliveryId)
  const customHeader = { customHeaderName: 'x-shop', customHeaderValue: 'hidden-in-the-header' }
  const other = await merchant.createCashIn({ webhook: { url: sink.url, ...customHeader } })
  const shown = await assistant.call('read_transaction', { id: other })
  expect(shown.structuredContent.webhook).toMatchObject({ customHeaderName: 'x-shop' })
  const all = JSON.stringify([created, read, listed, deliveries, delivery, shown])
  for (const hidden of [
    'hidden-in-the-header',
    'hidden-in-the-query',
    merchant.secret,
    '52998224725',
    '529.982.247-25',
  ])
    expect(all).not.toContain(hidden)
})

test('outside the sandbox it only reads: there is no other tool to call', async () => {
  const merchant = await production.newMerchant({ balance: '100' })
  const assistant = await openAssistant(production.url, merchant)
  expect(assistant.names).toEqual(reads)
  expect(assistant.instructions).toContain('You may only read.')
  for (const name of [...writes, ...simulations, ...payouts]) {
    const refused = await assistant.call(name, { id: crypto.randomUUID(), amount: '1.00', idempotencyKey: 'assistant' })
    expect([name, refused.isError, textOf(refused)]).toEqual([name, true, expect.stringContaining('not found')])
  }
  expect((await assistant.call('read_balance')).structuredContent).toMatchObject({
    available: '100.000000',
    held: '0.000000',
  })
})

test('with --allow-writes there are payments, payouts and refunds, but still no simulations', async () => {
  const merchant = await production.newMerchant({ balance: '100' })
  const assistant = await openAssistant(production.url, merchant, '--allow-writes')
  expect(assistant.names).toEqual(sorted(reads, writes, payouts))
  const payout = {
    amount: '10.00',
    idempotencyKey: 'payout-of-today',
    key: 'joao@example.com',
    keyType: 'EMAIL',
    recipientName: 'João de Souza',
    recipientCpf: '39053344705',
    webhookUrl: 'https://example.com/hooks',
  }
  const { idempotencyKey: _key, webhookUrl: _url, ...checkable } = payout
  const checked = await assistant.call('check_cash_out', checkable)
  expect(textOf(checked)).toContain('can be paid; R$ 90.00 would be left')
  expect(checked.structuredContent).toMatchObject({ owner: { taxNumber: '***.533.447-**' } })
  expect(textOf(await assistant.call('check_cash_out', { ...checkable, amount: '1000' }))).toContain(
    'It would be refused: InsufficientBalance',
  )
  const { token: checkToken } = checked.structuredContent
  const changed = await assistant.call('create_cash_out', { ...payout, amount: '11.00', checkToken })
  expect([changed.isError, changed.structuredContent.reason]).toEqual([true, 'CheckMismatch'])
  expect((await assistant.call('read_balance')).structuredContent).toMatchObject({ held: '0.000000' })
  const [first, second] = [
    await assistant.call('create_cash_out', { ...payout, checkToken }),
    await assistant.call('create_cash_out', { ...payout, checkToken }),
  ]
  expect(first.structuredContent.transaction.id).toBe(second.structuredContent.transaction.id)
  expect((await assistant.call('read_balance')).structuredContent).toMatchObject({ held: '10.000000' })
  const byDocument = { ...payout, idempotencyKey: 'another-of-today', key: '39053344705', keyType: 'CPF' }
  const { id } = (await assistant.call('create_cash_out', byDocument)).structuredContent.transaction
  const read = await assistant.call('read_transaction', { id })
  expect([read.structuredContent.payment.key, textOf(read).includes('39053344705')]).toEqual(['***533447**', false])
})

test('in a sandbox, too, money is sent only with --allow-writes', async () => {
  const merchant = await sandbox.newMerchant()
  const assistant = await openAssistant(sandbox.url, merchant, '--allow-writes')
  expect(assistant.names).toEqual(sorted(reads, writes, simulations, payouts))
  const id = await merchant.createCashIn({ webhook: { url: sink.url } })
  await assistant.call('complete_payment', { id })
  const refund = { id, amount: '2.50', idempotencyKey: 'refund-of-today' }
  await assistant.call('refund_transaction', refund)
  const repeated = await assistant.call('refund_transaction', refund)
  expect(repeated.structuredContent).toMatchObject({ amount: '2.500000', refundedAmount: '2.500000' })
})

test('a customer is created once, listed and found by its id, and the document is masked', async () => {
  const assistant = await openAssistant(sandbox.url, await sandbox.newMerchant())
  const input = { name: 'Maria', document: '529.982.247-25', externalId: 'c-1', idempotencyKey: 'customer-of-today' }
  const { id } = (await assistant.call('create_customer', input)).structuredContent
  expect((await assistant.call('create_customer', input)).structuredContent.id).toBe(id)
  const listed = await assistant.call('list_customers', { text: 'maria' })
  expect(listed.structuredContent.items).toMatchObject([{ id, name: 'Maria', document: '***982247**' }])
  expect(textOf(await assistant.call('read_customer', { id }))).not.toContain('52998224725')
  expect((await assistant.call('search', { query: id })).structuredContent.items).toMatchObject([
    { readBy: 'read_customer', name: 'Maria' },
  ])
})

test('a bill is created once, changed, reminded of and cancelled', async () => {
  const merchant = await sandbox.newMerchant()
  const assistant = await openAssistant(sandbox.url, merchant)
  const dueDate = addDays(dayOf(new Date()), 20)
  const payer = { payerName: 'Maria', payerCpf: '529.982.247-25' }
  const fine = { kind: 'Percent', rate: '2' }
  const input = { amount: '250.00', dueDate, fine, ...payer, idempotencyKey: 'bill-of-today' }
  const created = await assistant.call('create_bill', input)
  const { id, url } = created.structuredContent
  expect(textOf(created)).toContain(`R$ 250.00, due on ${dueDate}, is paid at ${url}`)
  expect((await assistant.call('create_bill', input)).structuredContent.id).toBe(id)
  expect(textOf(created)).not.toContain('52998224725')

  const interest = { kind: 'PercentPerMonth', rate: '1' }
  const changed = await assistant.call('change_bill', { id, amount: '260.00', fine: null, interest })
  expect(changed.structuredContent).toMatchObject({ id, amount: '260.000000', interest, dueDate })
  expect((await merchant.get(`/bills/${id}`)).body.data).toMatchObject({ fine: null, interest })
  const recorded = await assistant.call('record_reminder', { billId: id })
  expect(textOf(recorded)).toContain('https://wa.me/')
  expect((await assistant.call('list_reminders', { billId: id })).structuredContent.items).toMatchObject([
    { id: recorded.structuredContent.reminder.id, channels: ['WhatsApp'] },
  ])
  expect(textOf(await assistant.call('cancel_bill', { id }))).toContain('It is Cancelled.')
  for (const [name, given] of [
    ['change_bill', { id, amount: '1.00' }],
    ['record_reminder', { billId: id }],
  ] as const)
    expect((await assistant.call(name, given)).structuredContent).toMatchObject({
      reason: 'TransactionStateNotAllowed',
    })

  const { id: customerId } = (await merchant.post('/customers', { name: 'Rosa', document: '390.533.447-05' })).body.data
  const address = { street: 'Rua das Flores, 12', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  await merchant.put(`/customers/${customerId}`, { name: 'Rosa', document: '390.533.447-05', address })
  const ofCustomer = { amount: '10.00', dueDate, customerId, byBoleto: true, idempotencyKey: 'bill-of-rosa' }
  expect((await assistant.call('create_bill', ofCustomer)).structuredContent).toMatchObject({
    customerId,
    methods: ['pix', 'boleto'],
  })
})

test('payment links, disputes, files and cancelling, and everything is found by its id', async () => {
  const merchant = await sandbox.newMerchant()
  const assistant = await openAssistant(sandbox.url, merchant)
  const input = { title: 'Rifa', amount: '12.00', stock: 3, idempotencyKey: 'link-of-today' }
  const { id: linkId } = (await assistant.call('create_payment_link', input)).structuredContent
  expect((await assistant.call('create_payment_link', input)).structuredContent.id).toBe(linkId)
  await assistant.call('change_payment_link', { id: linkId, state: 'Closed' })
  const read = await assistant.call('read_payment_link', { id: linkId })
  expect(read.structuredContent).toMatchObject({ state: 'Closed', stock: 3, transactions: [] })
  const links = await assistant.call('list_payment_links', { state: 'Closed' })
  expect(links.structuredContent.items).toMatchObject([{ id: linkId, title: 'Rifa' }])

  const [unpaid, paid] = [await merchant.createCashIn(), await merchant.createCashIn({ amount: '8' })]
  expect(textOf(await assistant.call('cancel_cash_in', { id: unpaid }))).toContain('Cancelled')
  await assistant.call('complete_payment', { id: paid })
  const { id: disputeId } = (await merchant.post('/sandbox/disputes', { transactionId: paid })).body.data
  const open = await assistant.call('list_disputes', { state: 'Open' })
  expect(open.structuredContent.items).toMatchObject([{ id: disputeId, blockedAmount: '8.000000' }])
  const defence = { id: disputeId, text: 'Delivered' }
  expect((await assistant.call('defend_dispute', defence)).structuredContent).toMatchObject({ state: 'Defended' })
  expect((await assistant.call('defend_dispute', defence)).isError).toBe(true)
  expect(textOf(await assistant.call('read_dispute', { id: disputeId }))).toContain('R$ 8.00 are blocked')

  const days = { firstDay: '2026-11-01', lastDay: '2026-11-15' }
  const file = await assistant.call('create_file', { kind: 'statement', format: 'csv', ...days })
  const { id: fileId } = file.structuredContent
  expect((await assistant.call('read_file', { id: fileId })).structuredContent).toMatchObject({ state: 'Waiting' })
  expect((await assistant.call('list_files')).structuredContent.items).toMatchObject([{ id: fileId }])

  const found = async (query: string) => (await assistant.call('search', { query })).structuredContent.items
  const known = { read_payment_link: linkId, read_dispute: disputeId, read_file: fileId, read_transaction: paid }
  for (const [readBy, id] of Object.entries(known)) expect(await found(id)).toMatchObject([{ readBy, id }])
  const orderId = 'Pedido 7'
  const ordered = await merchant.createCashIn({ transaction: { orderId } })
  expect(await found(orderId)).toMatchObject([{ readBy: 'read_transaction', id: ordered }])
  expect(await found(crypto.randomUUID())).toEqual([])
})

test('tools declare whether they only read, are reversible, and may be repeated', async () => {
  const merchant = await sandbox.newMerchant()
  const { tools } = await openAssistant(sandbox.url, merchant, '--allow-writes')
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  expect(hints['read_balance']).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
  expect(hints['create_cash_in']).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true })
  for (const name of [...undoable, ...forGood])
    expect([name, hints[name]?.destructiveHint]).toEqual([name, forGood.includes(name)])
  expect(hints['create_cash_out']).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
  expect(tools.filter(({ name }) => payouts.includes(name)).map(({ inputSchema }) => inputSchema.required)).toEqual([
    expect.arrayContaining(['idempotencyKey']),
    expect.arrayContaining(['idempotencyKey']),
  ])
})

test('a refusal of the server is returned with its reason, its meaning and the request id', async () => {
  const merchant = await sandbox.newMerchant()
  const assistant = await openAssistant(sandbox.url, merchant)
  const refused = await assistant.call('read_transaction', { id: crypto.randomUUID() })
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { reason: 'TransactionNotFound', status: 404, requestId: expect.stringMatching(/^[\w-]{8,}$/) },
  })
  expect(textOf(refused)).toContain('You have no transaction with this id.')
  const wrong = await assistant.call('create_cash_in', { amount: 10.5, idempotencyKey: 'assistant-2' })
  expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('amount')])

  const answer = (await merchant.read('x')).text
  const explained = await assistant.call('explain_error', { error: answer })
  expect(explained.structuredContent).toMatchObject({
    reason: 'TransactionNotFound',
    status: '404',
    requestId: JSON.parse(answer).error.details.requestId,
    documentation: `${sandbox.url}/docs/errors#TransactionNotFound`,
  })
  const words = [
    ['InsufficientBalance', 'does not cover amount and charges'],
    ['refused with PixKeyNotFound today', 'No account is registered'],
    ['HTTP 401', 'secret'],
    ['no answer within 10 s', 'Respond with 2xx at once'],
    ['my bicycle', 'InsufficientBalance'],
  ] as const
  for (const [error, meaning] of words)
    expect(textOf(await assistant.call('explain_error', { error }))).toContain(meaning)
})

test('a write that only a sandbox allows is refused once another server responds at the URL', async () => {
  const merchant = await sandbox.newMerchant()
  let behind = sandbox.url
  const address = await openProxy(() => behind)
  const assistant = await openAssistant(address, merchant)
  const input = { amount: '1.00', idempotencyKey: 'assistant-3' }
  expect((await assistant.call('create_cash_in', input)).isError).toBeUndefined()
  behind = production.url
  const refused = await assistant.call('create_cash_in', input)
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('no sandbox any more')])
})

/** Forwards every request to a server that may be another one each time. */
async function openProxy(target: () => string): Promise<string> {
  const proxy = createServer((request, response) => {
    const { method, headers, url } = request
    const onward = requestTo(target() + url, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('the server reports whether it is a sandbox, and without that nothing starts', async () => {
  const merchant = await sandbox.newMerchant()
  const cli = await openCli()
  const env = { TRILHO_ACCESS_KEY: merchant.accessKey, TRILHO_SECRET: merchant.secret }
  const { code, out, err } = await cli.run(['mcp'], { env: { ...env, TRILHO_URL: sink.url } })
  expect([code, out, err]).toEqual([4, '', expect.stringContaining('does not describe its API')])
})
