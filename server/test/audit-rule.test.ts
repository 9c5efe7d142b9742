import { openBooks } from '../src/money/ledger/books.ts'
import { describe, expect, test } from 'vitest'
import { openException } from '../src/money/bank-orders/exceptions.ts'
import { fact } from '../src/money/bank-orders/fact.ts'
import { placeOrders } from '../src/money/bank-orders/place-orders.ts'
import { facts, openDifference } from '../src/money/bank-orders/differences.ts'
import { evaluateAlarms } from '../src/operations/alarms/evaluate-alarms.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import { type ActName, auditActions } from '../src/tenancy/audit-log/act.ts'
import { actNames } from '../src/tenancy/audit-log/words.ts'
import { unrecorded } from '../src/tenancy/audit-log/unrecorded.ts'
import { newAuthenticator } from './kit/authenticator.ts'
import { cnpj, newPayer } from './kit/company-payments.ts'
import { startIdentityProvider } from './kit/identity-provider.ts'
import { linkIn, linkPrinted, openMailbox } from './kit/mailbox.ts'
import { payoutRow } from './kit/payout-batches.ts'
import { codeAt, goodPassword, newPersonWithPassword, newPortalPerson, newVisitor } from './kit/portal-client.ts'
import { watchPortalRoutes } from './kit/portal-route-list.ts'
import { startRealBank } from './kit/real-bank.ts'
import { type Trilho, cpf, openTrilho } from './kit/trilho.ts'

const routes = watchPortalRoutes()
const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const changes = routes.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every route that changes something declares its act, or stands with a reason among those that leave no entry', () => {
  expect(changes.length).toBeGreaterThan(60)
  expect(changes.filter(({ act }) => act === undefined)).toEqual([])
  const without = changes.filter(({ act }) => act === null).map(nameOf)
  expect(without.toSorted()).toEqual(Object.keys(unrecorded).toSorted())
})

test('every act that a route declares is in the table of acts, with words in both languages', () => {
  for (const act of routes.flatMap(({ act }) => act ?? [])) {
    expect(auditActions).toContain(act)
    for (const language of ['en', 'pt'] as const) expect(actNames[act][language]).toMatch(/\S/)
  }
})

const here = `/merchants/${merchantId}`
const [member, operator] = [
  await newPortalPerson(trilho, { merchantId }),
  await newPortalPerson(trilho, { isOperator: true }),
]
/** An owner of the merchant at its paths, and an operator at the platform's: nobody is both. */
const whoCalls = (path: string) => (path.startsWith('/operator') ? operator : member)
const owner = {
  get: (path: string) => whoCalls(path).get(path),
  post: (path: string, body?: unknown) => whoCalls(path).post(path, body),
  send: (method: string, path: string, body?: unknown) => whoCalls(path).send(method, path, body),
}
const formKey = () => crypto.randomUUID()
const policy = (above: string | null) => ({ approversNeeded: 1, operatorApprovesAbove: above })
const called = new Set<string>()

type Sender = { send: typeof owner.send }

/** The route that a call reaches: the paths of no two routes match the same call. */
const routeOf = (method: string, path: string) =>
  changes.find(one => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))

/** Makes a call that must succeed, and compares the entries that it has written with what its route declares. */
async function expectEntry(
  { send }: Sender,
  [method, path]: [method: 'POST' | 'PUT' | 'DELETE', path: string],
  body: object = {},
  { sql }: Pick<Trilho, 'sql'> = trilho,
) {
  const declared = [routeOf(method, path)?.act ?? []].flat()
  expect([method, path, declared.length > 0]).toEqual([method, path, true])
  const written = (after: number) =>
    sql<{ act: ActName }[]>`select act from audit_entries order by at, sequence offset ${after}`
  const before = (await written(0)).length
  const answer = await send(method, path, body)
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body])
  const found = (await written(before)).map(({ act }) => act)
  const [isWritten, areDeclared] = [found.length > 0, found.every(act => declared.includes(act))]
  expect([path, isWritten, areDeclared, new Set(found).size]).toEqual([path, true, true, found.length])
  const route = routeOf(method, path)
  if (route !== undefined) called.add(nameOf(route))
  return answer.body.data
}

/** Takes the books of a merchant below zero. */
const owe = (merchantId: string, amount: string) =>
  trilho.sql.begin(async tx => {
    const books = await openBooks(tx, [merchantId])
    const at = trilho.needs.clock()
    books.post({
      merchantId,
      transactionId: null,
      name: 'openingBalance',
      amount: -parseAmount(amount),
      charges: 0n,
      at,
    })
    await books.close()
  })

describe('a call that changes something leaves one entry of each act that it did, and no other', () => {
  test('single sign-on', async () => {
    const provider = await startIdentityProvider(`${trilho.url}/portal/sso`)
    const domain = 'audited.example.com'
    await expectEntry(owner, ['PUT', `/operator${here}/sso-domains`], { domains: [domain] })
    await expectEntry(owner, ['PUT', `${here}/sso`], provider.settings)
    const { id } = await newPersonWithPassword(trilho, { merchantId })
    const email = `ana@${domain}`
    await trilho.sql`update people set email = ${email} where id = ${id}`
    const browser = newVisitor(trilho.url)
    provider.signsIn({ subject: 'ana', email })
    const { url } = (await browser.post('/sso/start', { email })).body.data
    await expectEntry(browser, ['POST', '/sso/return'], { parameters: await provider.visit(url) })
    await expectEntry(owner, ['DELETE', `${here}/sso`])
    await expectEntry(owner, ['PUT', '/operator/sso'], provider.settings)
    await expectEntry(owner, ['DELETE', '/operator/sso'])
  })

  test('own account', async () => {
    const { id, email } = await newPersonWithPassword(trilho, { merchantId })
    const [ana, elsewhere] = [newVisitor(trilho.url), newVisitor(trilho.url)]
    const changed = 'another long walk by the river'
    await expectEntry(ana, ['POST', '/sign-in'], { email, password: goodPassword })
    await expectEntry(ana, ['PUT', '/profile'], { name: 'Ana', language: 'en' })
    await expectEntry(ana, ['PUT', '/password'], { current: goodPassword, new: changed })
    const { secret } = (await ana.post('/second-factor')).body.data
    await expectEntry(ana, ['POST', '/second-factor/confirm'], { code: codeAt(secret, trilho.needs.clock()) })
    await expectEntry(ana, ['POST', '/second-factor/recovery-codes'])
    await expectEntry(ana, ['DELETE', '/second-factor'])
    const phone = newAuthenticator(trilho.url)
    const { challenge } = (await ana.post('/passkeys/options')).body.data
    const registration = { name: 'Celular', response: phone.create(challenge) }
    const { passkey } = await expectEntry(ana, ['POST', '/passkeys'], registration)
    await expectEntry(ana, ['PUT', `/passkeys/${passkey.id}`], { name: 'Notebook' })
    const visitor = newVisitor(trilho.url)
    const response = await phone.answerTo(visitor, '/sign-in/passkey-options')
    await expectEntry(visitor, ['POST', '/sign-in/passkey'], { response })
    await expectEntry(ana, ['DELETE', `/passkeys/${passkey.id}`])
    await elsewhere.signIn(email, changed)
    const [last] = await trilho.sql<{ id: string }[]>`
      select id from sessions where person_id = ${id} and ended_at is null order by id desc limit 1`
    expect((await ana.get('/sessions')).body.data.items.length).toBeGreaterThan(1)
    await expectEntry(ana, ['DELETE', `/sessions/${last?.id}`])
    await expectEntry(ana, ['DELETE', '/sessions'])
    await expectEntry(ana, ['POST', '/sign-out'])
    const choice = { byMail: false, inPortal: true }
    await expectEntry(owner, ['PUT', `${here}/notification-choices`], { topic: 'webhooks', ...choice })
    await expectEntry(owner, ['PUT', '/operator/notification-choices'], { topic: 'operatorApprovals', ...choice })
  })

  test('members and people', async () => {
    const members = `${here}/members`
    const invitation = { email: 'carla@example.com', name: 'Carla', roles: ['viewer'] }
    const { personId } = await expectEntry(owner, ['POST', members], invitation)
    await expectEntry(owner, ['POST', `${members}/${personId}/invite`])
    const token = linkPrinted(trilho.logged).split('/').at(-1)
    await expectEntry(newVisitor(trilho.url), ['POST', `/links/${token}`], { password: goodPassword })
    await expectEntry(owner, ['PUT', `${members}/${personId}`], { roles: ['finance'] })
    await expectEntry(owner, ['DELETE', `${members}/${personId}`])

    const people = '/operator/people'
    const newOperator = (email: string) =>
      expectEntry(owner, ['POST', people], { email, name: 'Otávio', roles: ['support'] })
    await newOperator('otavio@example.com')
    const { id } = await newPersonWithPassword(trilho, { merchantId })
    const { personId: otavio } = await newOperator('otto@example.com')
    await expectEntry(owner, ['PUT', `${people}/${otavio}/roles`], { roles: ['treasury'] })
    for (const act of ['send-link', 'disable', 'enable', 'reset-second-factor'])
      await expectEntry(owner, ['POST', `${people}/${id}/${act}`])
  })

  test('keys and webhooks', async () => {
    const keys = `${here}/keys`
    const form = { name: 'ERP', scopes: ['payments'] }
    const { key } = await expectEntry(owner, ['POST', keys], form)
    const rotated = await expectEntry(owner, ['POST', `${keys}/${key.id}/rotate`], { overlap: 'day' })
    await expectEntry(owner, ['POST', `${keys}/${rotated.key.id}/revoke`])
    await expectEntry(owner, ['PUT', `${keys}/${key.id}/networks`], { networks: ['203.0.113.0/24'] })
    const rules = { approvalAbove: '100', newKeyLimit: null, restrictsRecipients: false }
    await expectEntry(owner, ['PUT', `${here}/payout-rules`], rules)
    await expectEntry(owner, ['PUT', `${here}/payout-rules`], { ...rules, approvalAbove: null })
    for (const kind of ['access', 'erasure'])
      await expectEntry(owner, ['POST', `${here}/personal-data/${kind}`], { email: 'nobody@example.com' })
    const recipients = `${here}/payout-recipients`
    const maria = { name: 'Maria', cpf: cpf.maria, key: { type: 'CPF', value: cpf.maria } }
    await expectEntry(owner, ['POST', recipients], maria)
    const [recipient] = (await owner.get(recipients)).body.data.items
    await expectEntry(owner, ['DELETE', `${recipients}/${recipient.id}`])
    const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
    const waiting = (await developer.post(keys, form)).body.data.key
    await expectEntry(owner, ['POST', `${keys}/${waiting.id}/confirm`])

    const webhooks = `${here}/webhooks`
    await expectEntry(owner, ['PUT', `${webhooks}/address`], { url: 'http://127.0.0.1:9/nobody-listens' })
    await expectEntry(owner, ['POST', `${webhooks}/secret/rotate`])
    const { deliveryId } = await expectEntry(owner, ['POST', `${webhooks}/test`])
    await expectEntry(owner, ['POST', `${webhooks}/deliveries/${deliveryId}/resend`])
    await expectEntry(owner, ['POST', `${webhooks}/resend`])
  })

  test('merchants', async () => {
    const merchants = '/operator/merchants'
    const { id } = await expectEntry(owner, ['POST', merchants], {
      name: 'Mercado Central',
      cnpj: cnpj.serra,
      city: 'Recife',
      plan: { fixed: '0.10', percent: '0.99' },
      owner: { email: 'rita@example.com', name: 'Rita' },
    })
    const limits = { cashOutDailyLimit: null, companyPaymentLimit: null, companyPaymentDailyLimit: null }
    const successor = { email: 'sara@example.com', name: 'Sara', note: 'The owner has left' }
    await expectEntry(owner, ['POST', `${merchants}/${id}/owner`], { email: 'rosa@example.com', name: 'Rosa' })
    await expectEntry(owner, ['POST', `${merchants}/${merchantId}/successor`], successor)
    await expectEntry(owner, ['PUT', `${merchants}/${id}/plan`], { fixed: '0', percent: '2' })
    await expectEntry(owner, ['PUT', `${merchants}/${id}/approval-policy`], policy(null))
    await expectEntry(owner, ['PUT', `${merchants}/${id}/limits`], { cashOutLimit: '10', ...limits })
    await expectEntry(owner, ['PUT', `${merchants}/${id}/reserve`], { percent: '5', amount: null, days: 30 })
    await owe(id, '5')
    // What the platform bears is its own: fees that it has earned.
    const earning = await trilho.newMerchant({ chargeFixed: '6' })
    await earning.simulate('complete', await earning.createCashIn({ amount: '7' }))
    const debt = { amount: '5', reason: 'It is gone', evidence: 'Decision 12' }
    await expectEntry(owner, ['POST', `${merchants}/${id}/write-off`], debt)
    await expectEntry(owner, ['PUT', `${merchants}/${id}/bank`], {
      charges: [],
      payouts: [],
      initiations: [],
      allowsSecondCharge: true,
      allowsUnknownKeyOwner: true,
    })
    await expectEntry(owner, ['POST', `${merchants}/${id}/reveal`])
    await expectEntry(owner, ['POST', `${merchants}/${id}/suspend`], { reason: 'Investigation' })
    await expectEntry(owner, ['POST', `${merchants}/${id}/resume`])
  })

  test('transactions and disputes', async () => {
    const newCharge = async () => {
      const { id } = await expectEntry(owner, ['POST', `${here}/charges`], { amount: '10', formKey: formKey() })
      return { id, path: `${here}/transactions/${id}` }
    }
    const paidCharge = async () => {
      const charge = await newCharge()
      const payer = { name: 'Maria da Silva', taxNumber: cpf.maria }
      await expectEntry(owner, ['POST', `${charge.path}/simulate`], { outcome: 'complete', ...payer })
      return charge
    }
    const cancelled = await newCharge()
    await expectEntry(owner, ['POST', `${cancelled.path}/cancel`])
    const note = await expectEntry(owner, ['POST', `${cancelled.path}/notes`], { text: 'a note' })
    await expectEntry(owner, ['DELETE', `${cancelled.path}/notes/${note.id}`])
    const refunded = await paidCharge()
    await expectEntry(owner, ['POST', `${refunded.path}/reveal`], { party: 'actual' })
    await expectEntry(owner, ['POST', `${refunded.path}/refund`], { formKey: formKey() })

    const decided = async (decision: 'return' | 'release') => {
      const form = { transactionId: (await paidCharge()).id, bankReference: formKey(), reason: 'Fraud' }
      const { id } = await expectEntry(owner, ['POST', `/operator${here}/disputes`], form)
      await expectEntry(owner, ['POST', `${here}/disputes/${id}/files`], { fileName: 'proof.pdf' })
      await expectEntry(owner, ['POST', `${here}/disputes/${id}/defence`], { text: 'Delivered', files: [] })
      await expectEntry(owner, ['POST', `/operator${here}/disputes/${id}/${decision}`], { note: 'As agreed' })
      return id
    }
    const contest = { reason: 'NoFraud', text: 'Delivered', files: [] }
    for (const place of ['', '/operator']) {
      const path = `${here}/disputes/${await decided('return')}/contest`
      if (place !== '')
        await expectEntry(owner, ['POST', `${place}${path.replace(/contest$/, 'files')}`], { fileName: 'proof.pdf' })
      await expectEntry(owner, ['POST', `${place}${path}`], contest)
      await expectEntry(owner, ['POST', `/operator${path}/outcome`], { outcome: 'Accepted', note: 'As agreed' })
    }
    await decided('release')
  })

  test('customers, payment links, files and the sandbox', async () => {
    const customers = `${here}/customers`
    const customer = await expectEntry(owner, ['POST', customers], { name: 'Maria', formKey: formKey() })
    await expectEntry(owner, ['PUT', `${customers}/${customer.id}`], { notes: 'VIP' })
    await expectEntry(owner, ['DELETE', `${customers}/${customer.id}`])
    const file = Buffer.from('Nome\nMaria\n').toString('base64')
    await expectEntry(owner, ['POST', `${customers}/import`], { file, formKey: formKey() })
    const terms = { amount: '10', dueDate: dayOf(new Date()) }
    const payer = { name: 'Maria da Silva', cpf: cpf.maria }
    const bill = await expectEntry(owner, ['POST', `${here}/bills`], { payer, ...terms, formKey: formKey() })
    await expectEntry(owner, ['PUT', `${here}/bills/${bill.id}`], { amount: '11' })
    const plan = { payer, orderId: 'plan-1', count: 2, amount: '10', firstDueDate: terms.dueDate }
    await expectEntry(owner, ['POST', `${here}/bills/plans`], plan)
    const sheet = { name: 'December', file: btoa('Nome;CPF;Valor;Vencimento\nMaria;529.982.247-25;10,00;10/12/2030') }
    const sent = await expectEntry(owner, ['POST', `${here}/bills/imports`], { ...sheet, formKey: formKey() })
    await expectEntry(owner, ['POST', `${here}/bills/imports/${sent.id}/stop`])
    const reminders = { isOn: true, days: [0], byMail: true, language: 'pt', hour: 9 }
    const texts = { Before: null, DueDay: null, After: null }
    await expectEntry(owner, ['PUT', `${here}/reminder-plan`], { ...reminders, words: { pt: texts, en: texts } })
    await expectEntry(owner, ['POST', `${here}/bills/${bill.id}/reminders`])
    const { id: known } = await expectEntry(owner, ['POST', customers], { name: 'Ana', document: cpf.ana })
    for (const isRefused of [true, false]) {
      await expectEntry(owner, ['PUT', `${here}/bills/${bill.id}/reminders/wish`], { isRefused })
      await expectEntry(owner, ['PUT', `${customers}/${known}/reminders`], { isRefused })
    }
    const links = `${here}/payment-links`
    const link = await expectEntry(owner, ['POST', links], { title: 'Bolo', amount: '10', formKey: formKey() })
    await expectEntry(owner, ['PUT', `${links}/${link.id}`], { title: 'Bolos' })

    const days = { firstDay: '2026-01-01', lastDay: '2026-01-01' }
    await expectEntry(owner, ['POST', `${here}/files`], { kind: 'statement', format: 'csv', ...days })
    const content = Buffer.from('orderId;amount\norder-1;10,00\n').toString('base64')
    await expectEntry(owner, ['POST', `${here}/files/reconciliation`], { format: 'csv', content, ...days })
    const schedules = `${here}/file-schedules`
    const { id } = await expectEntry(owner, ['POST', schedules], { kind: 'statement', format: 'csv', every: 'day' })
    await expectEntry(owner, ['DELETE', `${schedules}/${id}`])

    await expectEntry(owner, ['PUT', `${here}/sandbox/clock`], { forward: 60 })
    const { faults } = await expectEntry(owner, ['POST', `${here}/sandbox/faults`], { kind: 'webhookDrop' })
    await expectEntry(owner, ['DELETE', `${here}/sandbox/faults/${faults[0].id}`])
  })

  test('receivers', async () => {
    const form = { fantasyName: 'Moinho Estrela', cnpj: cnpj.moinho }
    const bank = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '12345-6' }
    const newReceiver = async () =>
      `${here}/receivers/${(await expectEntry(owner, ['POST', `${here}/receivers`], form)).id}`
    const [approved, rejected] = [await newReceiver(), await newReceiver()]
    await expectEntry(owner, ['PUT', approved], { ...form, fantasyName: 'Moinho' })
    const revisionOf = async (path: string) => (await owner.get(path)).body.data.revision
    const [first, second] = [await revisionOf(approved), await revisionOf(rejected)]
    await expectEntry(owner, ['POST', `/operator${approved}/approve`], { revision: first })
    await expectEntry(owner, ['POST', `/operator${rejected}/reject`], { revision: second, note: 'Closed' })
    for (const review of ['approve', 'reject']) {
      const { id } = await expectEntry(owner, ['POST', `${approved}/accounts`], bank)
      await expectEntry(owner, ['POST', `/operator${approved}/accounts/${id}/${review}`], { note: 'Checked' })
    }
  })

  test('payment requests, withdrawals and payout batches', async () => {
    const { merchantId: id, receiverId, accountId } = await newPayer(trilho)
    const finance = await newPortalPerson(trilho, { merchantId: id, roles: ['finance'] })
    const approver = await newPortalPerson(trilho, { merchantId: id, roles: ['approver'] })
    const [requests, batches] = [`/merchants/${id}/requests`, `/merchants/${id}/payout-batches`]
    const newRequest = { amount: '30', description: 'Flour', receiverId, accountId }
    const newBatch = { kind: 'payouts', name: 'Week 46', rows: [payoutRow('1.00')] }
    const make = async (path: string) => {
      const form = path === requests ? newRequest : newBatch
      return `${path}/${(await expectEntry(finance, ['POST', path], { ...form, formKey: formKey() })).id}`
    }
    const comment = { comment: 'As agreed' }
    const approve = async (path: string) => {
      await expectEntry(approver, ['POST', `${path}/approve`], comment)
      await expectEntry(owner, ['POST', `/operator${path}/approve`], comment)
      return path
    }
    await expectEntry(owner, ['PUT', `/operator/merchants/${id}/approval-policy`], policy('0'))
    for (const path of [requests, batches]) {
      await expectEntry(approver, ['POST', `${await make(path)}/reject`], comment)
      await expectEntry(owner, ['POST', `/operator${await make(path)}/reject`], comment)
      await expectEntry(finance, ['POST', `${await make(path)}/cancel`], comment)
      await approve(await make(path))
    }
    await expectEntry(approver, ['POST', `${await approve(await make(batches))}/stop`], comment)
    await expectEntry(owner, ['POST', `/operator${await approve(await make(batches))}/stop`], comment)

    const withdrawal = { amount: '5', key: { type: 'EMAIL', value: 'padaria@example.com' }, description: 'Rent' }
    await expectEntry(finance, ['POST', `/merchants/${id}/withdrawals`], { ...withdrawal, formKey: formKey() })
    const document = await expectEntry(finance, ['POST', `${await make(requests)}/documents`], { fileName: 'a.pdf' })
    await expectEntry(finance, ['DELETE', `/merchants/${id}/documents/${document.id}`])
  })

  test('exceptions and a recovery', async () => {
    const { id } = (await owner.post(`${here}/charges`, { amount: '10', formKey: formKey() })).body.data
    const kind = 'paymentAmount' as const
    const sides = { expected: facts.nothingReceived, said: facts.received(parseAmount('9')) }
    const difference = { kind, endToEndId: `E${'9'.repeat(31)}`, transaction: { merchantId, id }, ...sides }
    const [bank] = await trilho.sql<{ id: string }[]>`select id from bank_connections`
    await trilho.sql.begin(tx => openDifference(tx, bank?.id ?? '', difference, new Date()))
    const [exception] = (await owner.get('/operator/exceptions')).body.data.items
    const path = `/operator${here}/exceptions`
    await expectEntry(owner, ['POST', `${path}/${exception.id}/end`], { act: 'note', note: 'Known' })

    const at = new Date()
    const order = { merchantId, kind: 'return', transactionId: id, subject: null, connectionId: null } as const
    const bankOrderId = uuidv7(at.getTime())
    await trilho.sql.begin(async tx => {
      await placeOrders(tx, [{ ...order, id: bankOrderId, createdAt: at, nextStepAt: new Date(at.getTime() + 1e9) }])
      await openException(tx, { ...order, bankOrderId, expected: fact('anEnd'), said: fact('noEnd', '200') }, at)
    })
    const [unknown] = (await owner.get('/operator/exceptions')).body.data.items
    await expectEntry(owner, ['POST', `${path}/${unknown.id}/ask`])

    await trilho.sql`
      insert into recoveries (id, cause, role, lost_from, at, compared_at)
      values (${uuidv7(Date.now())}, 'backup', 'replacement', now(), now(), now())`
    await expectEntry(owner, ['POST', '/operator/recovery/release'], { note: 'Compared' })

    await evaluateAlarms({ ...trilho.needs, clock: () => new Date(Date.now() + 3_600_000) })
    const person = { email: 'nobody@example.com' }
    for (const kind of ['access', 'erasure'])
      await expectEntry(owner, ['POST', `/operator/personal-data/${kind}`], person)
    const [alarm] = (await owner.get('/operator/alarms')).body.data.items
    await expectEntry(owner, ['POST', `/operator/alarms/${alarm.id}/acknowledge`], { note: 'I look at it' })
  })

  test('banks', async () => {
    const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
    const production = await openTrilho(settings, { isConnected: false })
    const operator = await newPortalPerson(production, { isOperator: true })
    const bank = await startRealBank()
    const { certificates, ...given } = await bank.settingsOf('inter')
    const [certificate] = certificates
    const proof = { callbackSecret: 'a-secret-of-callbacks', proxyVerifiesBank: false }
    const form = { name: 'Inter', dialect: 'inter', isDefault: true, ...given, ...proof, certificate }
    const path = '/operator/bank-connections'
    const { items } = await expectEntry(operator, ['POST', path], form, production)
    const { clientId, clientSecret } = given
    const bodies = {
      credentials: { clientId, clientSecret, sameAccountConfirmed: true },
      certificates: certificate,
      pause: {},
      resume: {},
    }
    for (const [name, body] of Object.entries(bodies))
      await expectEntry(operator, ['POST', `${path}/${items[0].id}/${name}`], body, production)
    const other = await bank.connect(production.needs, 'sicoob', false)
    const tariff = { name: 'tariffPaid', amount: '1', reason: 'Tariff', evidence: 'Line 3' }
    const reporting = await bank.connect(production.needs, 'efi', false)
    await expectEntry(operator, ['POST', `${path}/${reporting}/balance/proofs`], {}, production)
    await expectEntry(operator, ['POST', `${path}/${other}/balance/entries`], { amount: '1' }, production)
    await expectEntry(operator, ['POST', `${path}/${other}/balance/postings`], tariff, production)
    await expectEntry(operator, ['PUT', `${path}/${other}/least-balance`], { amount: '10' }, production)
    await production.sql`insert into connection_balances (connection_id, amount) values (${other}, 5000000)`
    const { pixKey } = await bank.settingsOf('sicoob')
    for (const [key, partner] of [[given.pixKey, 'inter'] as const, [pixKey, 'sicoob'] as const])
      await bank.control('PUT', `/keys/${key}`, { name: 'Trilho', taxId: '11222333000181', partner })
    const transfer = { toId: items[0].id, amount: '1', formKey: formKey() }
    await expectEntry(operator, ['POST', `${path}/${other}/transfers`], transfer, production)
    await expectEntry(operator, ['PUT', `${path}/${items[0].id}/settings`], { name: 'Banco Inter' }, production)
    await production.sql`update bank_connections set is_default = false, paused_at = now() - interval '1 hour'`
    await expectEntry(operator, ['DELETE', `${path}/${items[0].id}`], {}, production)
  })

  test('what one operator asks for and another one decides', async () => {
    const mailbox = await openMailbox()
    const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), ...mailbox.settings }
    const production = await openTrilho(settings, { isConnected: false })
    const [olga, otto] = [
      await newPortalPerson(production, { isOperator: true, hasPassword: true }),
      await newPortalPerson(production, { isOperator: true, hasPassword: true }),
    ]
    const shop = await production.newMerchant()
    const ana = await newPersonWithPassword(production, { merchantId: shop.merchantId })
    const named = async () => {
      const form = { name: 'Rita', email: `${crypto.randomUUID()}@example.com`, note: 'The owner has left' }
      const path = `/operator/merchants/${shop.merchantId}/successor`
      return (await expectEntry(olga, ['POST', path], form, production)).requested.id
    }
    const decide = (who: Sender, id: string, how: string, body = {}) =>
      expectEntry(who, ['POST', `/operator/approvals/${id}/${how}`], body, production)
    await decide(otto, await named(), 'refuse', { note: 'Not agreed' })
    await decide(olga, await named(), 'refuse', { note: 'Not needed' })
    const [first, second] = [await named(), await named()]
    await decide(otto, first, 'approve')
    await production.needs.mailer.sendDue()
    const token = linkIn(await mailbox.mailTo(ana.email))
      .split('/')
      .at(-1)
    await expectEntry(newVisitor(production.url), ['POST', `/successors/${token}`], {}, production)
    await decide(otto, second, 'approve')
    const owner = await newPortalPerson(production, { merchantId: shop.merchantId })
    const stop = `/merchants/${shop.merchantId}/successors/${second}/stop`
    await expectEntry(owner, ['POST', stop], {}, production)
  })

  test('every route that declares an act was called above', () => {
    const recorded = changes.filter(({ act }) => act !== null).map(nameOf)
    expect(recorded.filter(route => !called.has(route))).toEqual([])
  })
})
