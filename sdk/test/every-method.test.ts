import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { invoices } from '../../server/test/kit/invoices.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import names from '../names.json' with { type: 'json' }
import { Trilho } from '../src/index.ts'

const server = await openTrilho()
const sink = await openSink()
const { accessKey, secret, receiverId, accountId } = await newPayer(server)
const trilho = new Trilho({ url: server.url, accessKey, secret })
const webhook = { url: sink.url }
const maria = { cpf: '529.982.247-25', name: 'Maria da Silva' }
const period = { startDate: new Date(0), endDate: '2100-01-01T00:00:00Z' }

const cashIn = async () => {
  const { transaction } = await trilho.pix.createCashIn({
    payment: { payer: maria, value: { original: '10.50' } },
    webhook,
  })
  return transaction.id
}
const cashOut = async () => {
  const recipient = { name: 'João de Souza', cpf: '39053344705' }
  const payment = { recipient, key: { type: 'EMAIL', value: 'joao@example.com' }, value: 1_000_000n } as const
  return (await trilho.pix.createCashOut({ payment, webhook })).transaction.id
}
const customersFile = Buffer.from('Nome;E-mail\nMaria da Silva;maria@example.com\n').toString('base64')
const bill = async () => {
  const payer = { name: 'Maria da Silva', cpf: '529.982.247-25' }
  return (await trilho.bills.create({ payer, amount: '10.00', dueDate: '2030-01-15' })).id
}
async function boletoBill(): Promise<string> {
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const payer = { name: 'Maria', cpf: '529.982.247-25', address }
  const methods = ['pix', 'boleto'] as const
  const request = { payer, amount: '10.00', dueDate: '2030-01-15', methods: [...methods], webhook: { url: sink.url } }
  return (await trilho.bills.create(request)).id
}
const customer = async () => (await trilho.customers.create({ name: 'Maria da Silva' })).id
const charged = async () => {
  const customerId = await customer()
  const webhook = { url: 'http://127.0.0.1:9/' }
  await trilho.pix.createCashIn({ payment: { customerId, value: { original: 1_000_000n } }, webhook })
  return customerId
}
const link = async () => (await trilho.paymentLinks.create({ title: 'Cake', amount: 2_000_000n })).id
const batch = async () => {
  const row = { ...payment, keyType: 'EMAIL', key: 'maria@example.com', amount: '1.00' }
  return (await trilho.payoutBatches.create({ name: 'Week 46', kind: 'payouts', rows: [row] })).id
}
const dispute = async () => (await trilho.sandbox.disputes.open({ transactionId: await paid(), amount: 1_000_000n })).id
const payment = { name: maria.name, taxNumber: maria.cpf, amount: 1_000_000n }
const file = async () =>
  (await trilho.files.create({ kind: 'statement', format: 'ofx', firstDay: '2026-11-01', lastDay: '2026-11-15' })).id
const schedule = async () => {
  const bucket = { region: 'sa-east-1', bucket: 'shop-accounting', accessKey: 'key', secret: 'secret' }
  return (await trilho.fileSchedules.create({ kind: 'transactions', format: 'csv', every: 'day', bucket })).id
}
const staticQr = async () => (await trilho.paymentLinks.createStatic({ title: 'Counter' })).id
const initiation = async () => {
  const payment = {
    payer: { taxNumber: maria.cpf },
    value: { original: 3_000_000n },
    redirectUrl: 'https://shop.example.com',
  }
  return (await trilho.openFinance.createPaymentInitiation({ payment, webhook })).transactionId
}
const paid = async () => (await trilho.sandbox.complete(await cashIn())).transactionId
const paidInitiation = async () => (await trilho.sandbox.initiations.complete(await initiation())).transactionId
const billsFile = () => btoa('Nome;CPF;Valor;Vencimento\nMaria;529.982.247-25;10,00;10/12/2030')
const billImport = async () => (await trilho.bills.import({ name: 'December', file: billsFile() })).id
const request = async () => {
  const asked = { amount: 2_000_000n, description: 'Flour', refReceiver: receiverId, refBankAccount: accountId }
  return (await trilho.paymentRequests.create(asked)).id
}
const invoice = async () => {
  const owner = await request()
  await trilho.documents.upload({ owner, content: new Uint8Array(invoices.pdf), fileName: 'invoice.pdf' })
  const { items } = await trilho.documents.list({ owner })
  return { owner, id: items[0]?.id ?? '' }
}
const qrCode = async () => (await trilho.transactions.read(await cashIn())).payment.qrCodeLocation ?? ''
const receipt = async () => (await trilho.transactions.read(await paid())).transaction.receiptUrl ?? ''
const delivery = async () => (await trilho.deliveries.list({ transactionId: await paid() })).items[0]?.id ?? ''
const first = async <Item>(items: AsyncGenerator<Item>) => {
  for await (const item of items) return item
}
const textOf = async (answer: Promise<Response>) => (await answer).text()
const id = expect.any(String)
const outcome = { transactionId: id, transactionState: expect.any(String) }

/** One call of every method, with the minimum of its response. */
const calls: Record<string, [call: () => Promise<unknown>, answer: unknown]> = {
  'auth.logIn': [() => trilho.auth.logIn({ accessKey, secret }), expect.stringContaining('eyJ')],
  'auth.createOAuthToken': [
    () =>
      trilho.auth.createOAuthToken({ grant_type: 'client_credentials', client_id: accessKey, client_secret: secret }),
    { token_type: 'Bearer' },
  ],
  'pix.createCashIn': [cashIn, id],
  'pix.createCashOut': [cashOut, id],
  'pix.checkCashOut': [
    () =>
      trilho.pix.checkCashOut({
        payment: { recipient: maria, key: { type: 'CPF', value: maria.cpf }, value: 1_000_000n },
      }),
    { refusal: null, token: id },
  ],
  'payoutBatches.create': [batch, id],
  'payoutBatches.readSpreadsheet': [
    () =>
      trilho.payoutBatches.readSpreadsheet({ kind: 'companyPayments', file: btoa('CNPJ;Valor;Descricao\n1;2,50;Pao') }),
    { rows: [{ line: 2, row: { receiver: '1', amount: '2.50', description: 'Pao' } }] },
  ],
  'payoutBatches.list': [() => trilho.payoutBatches.list(), { items: expect.anything(), limit: 20 }],
  'payoutBatches.each': [() => first(trilho.payoutBatches.each()), { id }],
  'payoutBatches.read': [async () => trilho.payoutBatches.read(await batch()), { state: 'Pending' }],
  'payoutBatches.listRows': [async () => trilho.payoutBatches.listRows(await batch()), { limit: 20 }],
  'payoutBatches.eachRow': [async () => first(trilho.payoutBatches.eachRow(await batch())), { state: 'Waiting' }],
  'payoutBatches.downloadResult': [
    async () => (await trilho.payoutBatches.downloadResult(await batch())).text(),
    expect.stringContaining('1,Waiting'),
  ],
  'payoutBatches.cancel': [async () => trilho.payoutBatches.cancel(await batch()), { state: 'Cancelled' }],
  'payoutBatches.stop': [
    async () => {
      const id = await batch()
      await trilho.sandbox.payoutBatches.approve(id)
      return trilho.payoutBatches.stop(id)
    },
    { state: 'Stopped' },
  ],
  'sandbox.payoutBatches.approve': [
    async () => trilho.sandbox.payoutBatches.approve(await batch()),
    { state: 'Running' },
  ],
  'sandbox.payoutBatches.reject': [
    async () => trilho.sandbox.payoutBatches.reject(await batch()),
    { state: 'Rejected' },
  ],
  'customers.readReminders': [
    async () => trilho.customers.readReminders(await customer()),
    { isRefused: false, byPayer: null },
  ],
  'customers.setReminders': [
    async () => {
      const { id: known } = await trilho.customers.create({ name: 'João', document: '390.533.447-05' })
      return trilho.customers.setReminders(known, { isRefused: true })
    },
    { isRefused: true, byPayer: false },
  ],
  'bills.create': [bill, id],
  'bills.createPlan': [
    () => {
      const payer = { name: 'Maria da Silva', cpf: '529.982.247-25' }
      const days = { firstDueDate: '2030-01-31', count: 3 }
      return trilho.bills.createPlan({ orderId: 'plan-1', payer, amount: '100.00', ...days })
    },
    { amount: '100.000000', bills: expect.anything() },
  ],
  'bills.list': [() => trilho.bills.list({ state: 'Open' }), { items: expect.anything(), limit: 20 }],
  'bills.each': [() => first(trilho.bills.each()), { id }],
  'bills.read': [async () => trilho.bills.read(await bill()), { state: 'Open' }],
  'bills.readAmountDue': [async () => trilho.bills.readAmountDue(await bill()), { amount: '10.000000' }],
  'bills.downloadPdf': [
    async () => (await trilho.bills.downloadPdf(await bill())).headers.get('content-type'),
    'application/pdf',
  ],
  'bills.listReminders': [async () => trilho.bills.listReminders(await bill()), { isRefused: false, items: [] }],
  'bills.recordReminder': [
    async () => trilho.bills.recordReminder(await bill()),
    { reminder: { channels: ['WhatsApp'] }, message: { moment: 'Before' } },
  ],
  'bills.previewReminders': [async () => trilho.bills.previewReminders(await bill()), { pt: expect.anything() }],
  'bills.setReminders': [
    async () => trilho.bills.setReminders(await bill(), { isRefused: false }),
    { isRefused: false },
  ],
  'bills.readAgeing': [() => trilho.bills.readAgeing(), { isExact: true }],
  'bills.exportAgeing': [async () => (await trilho.bills.exportAgeing()).text(), expect.stringContaining('Days late')],
  'reminders.list': [() => trilho.reminders.list(), { limit: 20 }],
  'reminders.each': [
    async () => {
      await trilho.bills.recordReminder(await bill())
      return first(trilho.reminders.each())
    },
    { payerName: 'Maria da Silva' },
  ],
  'reminders.readPlan': [() => trilho.reminders.readPlan(), { hour: 9 }],
  'reminders.changePlan': [() => trilho.reminders.changePlan({ hour: 10 }), { hour: 10, isOn: false }],
  'bills.change': [async () => trilho.bills.change(await bill(), { amount: '12.00' }), { amount: '12.000000' }],
  'bills.cancel': [async () => trilho.bills.cancel(await bill()), { state: 'Cancelled' }],
  'bills.previewImport': [() => trilho.bills.previewImport({ file: billsFile() }), { valid: 1, invalid: 0 }],
  'bills.import': [billImport, id],
  'bills.listImports': [() => trilho.bills.listImports(), { items: expect.anything(), limit: 20 }],
  'bills.eachImport': [() => first(trilho.bills.eachImport()), { id }],
  'bills.readImport': [async () => trilho.bills.readImport(await billImport()), { rows: { count: 1 } }],
  'bills.listImportRows': [async () => trilho.bills.listImportRows(await billImport()), { limit: 20 }],
  'bills.eachImportRow': [async () => first(trilho.bills.eachImportRow(await billImport())), { line: 2 }],
  'bills.downloadImportResult': [
    async () => (await trilho.bills.downloadImportResult(await billImport())).text(),
    expect.stringContaining('line,state,name'),
  ],
  'bills.stopImport': [async () => trilho.bills.stopImport(await billImport()), { state: 'Stopped' }],
  'customers.create': [customer, id],
  'customers.list': [() => trilho.customers.list({ text: 'maria' }), { items: expect.anything(), limit: 20 }],
  'customers.each': [() => first(trilho.customers.each()), { id }],
  'customers.read': [async () => trilho.customers.read(await customer()), { name: 'Maria da Silva' }],
  'customers.change': [
    async () => trilho.customers.change(await customer(), { email: 'maria@example.com' }),
    { email: 'maria@example.com' },
  ],
  'customers.listTransactions': [async () => trilho.customers.listTransactions(await customer()), { items: [] }],
  'customers.eachTransaction': [async () => first(trilho.customers.eachTransaction(await charged())), { id }],
  'customers.previewImport': [
    () => trilho.customers.previewImport({ file: customersFile }),
    { created: 1, rows: [{ line: 2, action: 'create', customerId: null }] },
  ],
  'customers.import': [
    () => trilho.customers.import({ file: customersFile }),
    { created: 1, rows: [{ name: 'Maria da Silva', customerId: expect.any(String) }] },
  ],
  'customers.export': [() => textOf(trilho.customers.export()), expect.stringMatching(/^\uFEFF?Name;/)],
  'customers.delete': [async () => trilho.customers.delete(await customer()), undefined],
  'paymentLinks.create': [link, id],
  'paymentLinks.createStatic': [staticQr, id],
  'paymentLinks.list': [() => trilho.paymentLinks.list(), { items: expect.anything(), limit: 20 }],
  'paymentLinks.each': [() => first(trilho.paymentLinks.each()), { id }],
  'paymentLinks.read': [async () => trilho.paymentLinks.read(await link()), { state: 'Active' }],
  'paymentLinks.change': [
    async () => trilho.paymentLinks.change(await link(), { state: 'Closed' }),
    { state: 'Closed' },
  ],
  'paymentLinks.listTransactions': [async () => trilho.paymentLinks.listTransactions(await link()), { items: [] }],
  'paymentLinks.eachTransaction': [
    async () => {
      const code = await staticQr()
      await trilho.sandbox.payStatic(code, payment)
      return first(trilho.paymentLinks.eachTransaction(code))
    },
    { id },
  ],
  'files.create': [file, id],
  'files.list': [() => trilho.files.list(), { items: expect.anything(), limit: 20 }],
  'files.each': [() => first(trilho.files.each()), { id }],
  'fileSchedules.list': [() => trilho.fileSchedules.list(), { items: expect.any(Array) }],
  'fileSchedules.create': [schedule, id],
  'fileSchedules.delete': [async () => trilho.fileSchedules.delete(await schedule()), undefined],
  'files.read': [async () => trilho.files.read(await file()), { kind: 'statement', url: null }],
  'disputes.list': [() => trilho.disputes.list({ limit: 5 }), { items: expect.anything(), limit: 5 }],
  'disputes.each': [
    async () => {
      await dispute()
      return first(trilho.disputes.each())
    },
    { id },
  ],
  'disputes.read': [async () => trilho.disputes.read(await dispute()), { state: 'Open' }],
  'disputes.requestFile': [
    async () => trilho.disputes.requestFile(await dispute(), { fileName: 'delivery.pdf' }),
    { id, uploadUrl: expect.stringContaining('http') },
  ],
  'disputes.contest': [
    async () => {
      const { id } = await trilho.sandbox.disputes.return(await dispute())
      return trilho.disputes.contest(id, { reason: 'NoFraud', text: 'It was delivered' })
    },
    { contest: { reason: 'NoFraud', outcome: null } },
  ],
  'disputes.defend': [
    async () => trilho.disputes.defend(await dispute(), { text: 'It was delivered' }),
    { state: 'Defended' },
  ],
  'pix.showQrCode': [async () => textOf(trilho.pix.showQrCode(await qrCode())), expect.stringMatching(/^iVBORw0KGgo/)],
  'pix.readCharge': [
    async () => trilho.pix.readCharge((await qrCode()).split('/').at(-1) ?? ''),
    { amount: '10.500000' },
  ],
  'openFinance.createPaymentInitiation': [initiation, id],
  'transactions.read': [async () => trilho.transactions.read(await paid()), { transaction: { state: 'Completed' } }],
  'transactions.list': [
    () => trilho.transactions.list({ limit: 5, offset: 0, type: 'Credit', ...period }),
    { items: expect.anything(), limit: 5 },
  ],
  'transactions.each': [() => first(trilho.transactions.each()), { id }],
  'transactions.cancel': [async () => trilho.transactions.cancel(await cashIn()), { transactionId: id }],
  'transactions.refund': [
    async () => trilho.transactions.refund(await paid(), { amount: 3_000_000n }),
    { amount: '3.000000' },
  ],
  'transactions.listRefunds': [async () => trilho.transactions.listRefunds(await paid()), { items: [] }],
  'transactions.showReceipt': [
    async () => textOf(trilho.transactions.showReceipt(await receipt(), { lang: 'en' })),
    expect.stringContaining('<html lang="en"'),
  ],
  'account.readBalance': [() => trilho.account.readBalance(), { currency: 'BRL' }],
  'account.readLimits': [() => trilho.account.readLimits(), { perNight: null, nightFrom: 20 }],
  'account.readStatement': [() => trilho.account.readStatement({ limit: 5 }), { items: expect.anything(), offset: 0 }],
  'account.eachStatementEntry': [() => first(trilho.account.eachStatementEntry(period)), { number: 1 }],
  'account.downloadStatement': [
    () => textOf(trilho.account.downloadStatement(period)),
    expect.stringMatching(/^number,date,kind/),
  ],
  'deliveries.list': [() => trilho.deliveries.list({ state: 'Success' }), { nextCursor: null }],
  'deliveries.each': [() => first(trilho.deliveries.each()), { id }],
  'deliveries.read': [async () => trilho.deliveries.read(await delivery()), { attempts: [{ httpStatus: 200 }] }],
  'deliveries.resend': [async () => trilho.deliveries.resend(await delivery()), { id }],
  'deliveries.resendUndelivered': [() => trilho.deliveries.resendUndelivered(period), { resentIsExact: true }],
  'events.listen': [async () => first(trilho.events.listen({ since: new Date(0) })), { id, body: id }],
  'receivers.list': [() => trilho.receivers.list(), { items: [{ id: receiverId }], limit: 20 }],
  'receivers.each': [() => first(trilho.receivers.each()), { id: receiverId }],
  'receivers.read': [() => trilho.receivers.read(receiverId), { items: [{ id: receiverId }] }],
  'receivers.listAccounts': [() => trilho.receivers.listAccounts(receiverId), [{ id: accountId }]],
  'receivers.eachAccount': [() => first(trilho.receivers.eachAccount(receiverId)), { id: accountId }],
  'paymentRequests.create': [request, id],
  'paymentRequests.list': [() => trilho.paymentRequests.list({ status: 'Pending', ...period }), { offset: 0 }],
  'paymentRequests.each': [() => first(trilho.paymentRequests.each({ status: 'Pending', ...period })), { id }],
  'paymentRequests.read': [async () => trilho.paymentRequests.read(await request()), { entity: { status: 'Pending' } }],
  'paymentRequests.cancel': [async () => trilho.paymentRequests.cancel(await request()), undefined],
  'documents.requestUpload': [
    async () =>
      trilho.documents.requestUpload({
        ownerType: 'Transaction',
        owner: await request(),
        type: 'Invoice',
        properties: { name: 'Invoice' },
        fileName: 'invoice.pdf',
      }),
    expect.stringContaining('http'),
  ],
  'documents.list': [
    async () => trilho.documents.list({ owner: (await invoice()).owner }),
    { items: [{ state: 'Uploaded' }] },
  ],
  'documents.each': [async () => first(trilho.documents.each({ owner: (await invoice()).owner })), { id }],
  'documents.download': [async () => textOf(trilho.documents.download((await invoice()).id)), invoices.pdf.toString()],
  'documents.delete': [async () => trilho.documents.delete((await invoice()).id), undefined],
  'sandbox.complete': [async () => trilho.sandbox.complete(await cashIn(), { amount: 10_500_000n }), outcome],
  'sandbox.payStatic': [async () => trilho.sandbox.payStatic(await staticQr(), payment), outcome],
  'sandbox.clock.read': [() => trilho.sandbox.clock.read(), { aheadSeconds: expect.any(Number) }],
  'sandbox.clock.move': [() => trilho.sandbox.clock.move({ forward: 60 }), { time: expect.any(String) }],
  'sandbox.troubles.list': [() => trilho.sandbox.troubles.list(), { items: expect.any(Array) }],
  'sandbox.troubles.create': [() => trilho.sandbox.troubles.create({ kind: 'webhookDuplicate' }), { timesLeft: 1 }],
  'sandbox.troubles.delete': [
    async () => trilho.sandbox.troubles.delete((await trilho.sandbox.troubles.create({ kind: 'slowBank' })).id),
    undefined,
  ],
  'sandbox.disputes.open': [dispute, id],
  'sandbox.disputes.return': [async () => trilho.sandbox.disputes.return(await dispute()), { state: 'Returned' }],
  'sandbox.disputes.release': [async () => trilho.sandbox.disputes.release(await dispute()), { state: 'Released' }],
  'sandbox.error': [async () => trilho.sandbox.error(await cashIn()), outcome],
  'sandbox.cancel': [async () => trilho.sandbox.cancel(await cashIn()), outcome],
  'sandbox.payBoleto': [async () => trilho.sandbox.payBoleto(await boletoBill()), { transactionState: 'Registered' }],
  'sandbox.settleBoleto': [
    async () => {
      const paid = await boletoBill()
      await trilho.sandbox.payBoleto(paid)
      return trilho.sandbox.settleBoleto(paid)
    },
    { transactionState: 'Completed' },
  ],
  'sandbox.register': [async () => trilho.sandbox.register(await cashOut()), outcome],
  'sandbox.reverse': [async () => trilho.sandbox.reverse(await paid()), outcome],
  'sandbox.refund': [async () => trilho.sandbox.refund(await paid()), outcome],
  'sandbox.initiations.complete': [async () => trilho.sandbox.initiations.complete(await initiation()), outcome],
  'sandbox.initiations.error': [async () => trilho.sandbox.initiations.error(await initiation()), outcome],
  'sandbox.initiations.cancel': [async () => trilho.sandbox.initiations.cancel(await initiation()), outcome],
  'sandbox.initiations.reverse': [async () => trilho.sandbox.initiations.reverse(await paidInitiation()), outcome],
  'sandbox.initiations.refund': [async () => trilho.sandbox.initiations.refund(await paidInitiation()), outcome],
  'sandbox.paymentRequests.approve': [
    async () => trilho.sandbox.paymentRequests.approve(await request(), { comment: 'Agreed' }),
    { status: 'Approved' },
  ],
  'sandbox.paymentRequests.reject': [
    async () => trilho.sandbox.paymentRequests.reject(await request()),
    { status: 'Rejected' },
  ],
}

const methods = [names.methods, names.iterators, names.files].flatMap(table => Object.values(table))

test('every method of the SDK works with the real server', async () => {
  expect(Object.keys(calls).toSorted()).toEqual(methods.toSorted())
  for (const [name, [call, answer]] of Object.entries(calls)) {
    const answered = await call().catch((error: unknown) => error)
    expect({ [name]: answered }).toMatchObject({ [name]: answer })
  }
})
