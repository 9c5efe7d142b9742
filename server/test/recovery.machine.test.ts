import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { mostSteps } from '../src/money/bank-orders/schedule.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call, clientWith } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { newDatabase } from './kit/databases.ts'
import { openMailbox } from './kit/mailbox.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { dataFolder, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

// Production beside a bank: a backup is made, the bank goes on paying, and the backup is restored.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const command = (name: string) => fileURLToPath(new URL(`../src/edges/commands/${name}.ts`, import.meta.url))
const original = await openTrilho(settings, { isConnected: false })
const { needs } = original
const bank = await startRealBank({ isProcess: true })
const efi = await bank.connect(needs, 'efi', true)
const sicoob = await bank.connect(needs, 'sicoob', false)
const inter = await bank.connect(needs, 'inter', false)
const paused = await bank.connect(needs, 'standard', false)
await untilDone(() => ensureCallbackUrls(needs))
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

/** A shell may lack the server's settings: then TRILHO_ENV is `sandbox`. */
async function run(name: string, databaseUrl: string, ...args: string[]) {
  const folder = await dataFolder()
  const shell = name === 'restore' ? { TRILHO_SECRET: settings.TRILHO_SECRET } : settings
  const env = { ...shell, DATABASE_URL: databaseUrl, TRILHO_DATA: folder }
  const done = await spawnServer(env, [command(name), ...args])
  return { code: await done.exited, said: done.output() + done.errors() }
}

async function startOn(databaseUrl: string, more: Record<string, string> = {}) {
  const env = { ...settings, ...more, DATABASE_URL: databaseUrl, TRILHO_DATA: await dataFolder() }
  const server = await spawnServer({ ...env, NODE_EXTRA_CA_CERTS: bank.fileOf('efi', 'ca.pem') })
  await server.ready()
  return server
}

/** A database that no server has used yet. */
async function emptyDatabase() {
  const { url, drop } = await newDatabase()
  const sql = openDatabase(url, { connections: 1, limits: 'longWork' })
  cleanUp(async () => {
    await sql.end()
    await drop()
  })
  return { url, sql }
}

const paidBy = async (partner: string): Promise<string[]> =>
  (await bank.control('GET', '/payouts?all'))
    .filter((one: { partner: string; state: string }) => one.partner === partner && one.state === 'Paid')
    .map((one: { amount: string }) => one.amount)
    .toSorted()

const idsPaidBy = async (partner: string): Promise<string[]> =>
  (await bank.control('GET', '/payouts?all'))
    .filter((one: { partner: string; state: string }) => one.partner === partner && one.state === 'Paid')
    .map((one: { endToEndId: string }) => one.endToEndId)

/** What the banks have paid, after all orders that are due by now. */
async function paidNow() {
  original.clock.aheadMs += 60_000
  await needs.bankOrders.stepAndWait()
  return [await paidBy('sicoob'), await paidBy('efi'), await paidBy('inter')]
}

const bakery = await original.newMerchant({ balance: '100' })
const atSicoob = await original.newMerchant({ balance: '100' })
await assignConnection(needs, { merchantId: atSicoob.merchantId, connectionId: sicoob })
const atInter = await original.newMerchant({ balance: '100' })
await assignConnection(needs, { merchantId: atInter.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
const backup = join(await dataFolder(), 'backup')
let unfinished = ''
let refundable = ''
let refundableToo = ''
let excepted = ''

async function paidCharge() {
  const id = await bakery.createCashIn({ amount: '30', webhook })
  const [charge] = await original.sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`)
  return id
}

test('a backup is made while a payout is unfinished, and after it banks pay and give back', async () => {
  // Sicoob is away when the backup is made, so its payout has no reference there.
  await bank.control('POST', '/faults', { kind: 'server error', status: 503, partner: 'sicoob', times: 50 })
  unfinished = await atSicoob.createCashOut({ amount: '10', webhook, ...joao })
  refundable = await paidCharge()
  refundableToo = await paidCharge()
  await needs.bankOrders.stepAndWait()
  await reconcileDay(needs, { connectionId: efi, day: dayOf(new Date()) })
  expect([await bakery.stateOf(refundable), await bakery.stateOf(refundableToo)]).toEqual(['Completed', 'Completed'])
  // Another payout at Sicoob has used up its schedule.
  excepted = await atSicoob.createCashOut({ amount: '5', webhook, ...joao })
  await paidNow()
  await original.sql`update bank_orders set step = ${mostSteps - 1} where transaction_id = ${excepted}`
  await paidNow()
  original.clock.aheadMs = 0
  await pauseConnection(needs, paused, new Date())

  expect(await run('backup', original.databaseUrl, backup)).toMatchObject({ code: 0 })

  // What the backup does not have: Sicoob and Inter pay, the bakery pays by Efí, and gives a payer money back.
  await bank.control('DELETE', '/faults')
  await atInter.createCashOut({ amount: '6', webhook, ...joao })
  await bakery.createCashOut({ amount: '7', webhook, ...joao })
  await bakery.refund(refundable, { amount: '4' })
  await expect.poll(paidNow).toEqual([['10.00'], ['7.00'], ['6.00']])
  const refunds = async () => (await bakery.get(`/accounts/transactions/pix/${refundable}/refunds`)).body.data.items
  await expect.poll(refunds).toMatchObject([{ state: 'Completed' }])
  // Efí has these in process when the books are restored.
  await bank.control('PUT', '/settings', { payoutDelayMs: null, refundDelayMs: null })
  await bakery.createCashOut({ amount: '9', webhook, ...joao })
  await bakery.refund(refundableToo, { amount: '3' })
  await paidNow()
  await bank.control('PUT', '/settings', { payoutDelayMs: 0, refundDelayMs: 0 })
  original.clock.aheadMs = 0
})

test('a backup of production is not restored before it is said what it is to be, whatever the settings of the shell', async () => {
  const { url } = await emptyDatabase()
  expect(await run('restore', url, backup)).toEqual({
    code: 1,
    said: expect.stringMatching(/nothing was restored: say what it is to be: --as replacement .* or --as copy/),
  })
})

test('a restored backup pays nothing twice: money is held, banks are compared, and an operator releases it', async () => {
  const { url, sql } = await emptyDatabase()
  expect(await run('restore', url, backup, '--as', 'replacement')).toMatchObject({ code: 0 })
  const server = await startOn(url)
  const exceptions = () => sql`
    select transaction_id, amount, said->>'code' as said from bank_exceptions
     where state = 'Open' and transaction_id is distinct from ${excepted} order by said->>'code', amount`

  // Sicoob cannot be asked by our id; Efí reports what it gave back and sent, and Inter, by the day, what it sent.
  await expect.poll(exceptions).toMatchObject([
    { transactionId: null, said: 'amountInProcess' },
    { transactionId: refundable, said: 'amountReturned' },
    { transactionId: null, amount: 6_000_000n, said: 'amountSent' },
    { transactionId: null, amount: 7_000_000n, said: 'amountSent' },
    { transactionId: unfinished, said: 'forgotten' },
  ])

  expect(await sql`select said->>'code' as said from bank_exceptions where transaction_id = ${excepted}`).toEqual([
    { said: 'forgotten' },
  ])

  // The bakery repeats what the books have forgotten, and pays something new.
  const again = clientWith(server.url, bakery.token)
  const repeated = await again.createCashOut({ amount: '7', webhook, ...joao })
  const another = await again.createCashOut({ amount: '8', webhook, ...joao })
  expect((await again.refund(refundable, { amount: '4' })).status).toBe(201)
  expect((await again.refund(refundableToo, { amount: '3' })).status).toBe(201)
  const states = () => sql`select distinct state from bank_orders where state <> 'Exception'`
  await expect.poll(states).toEqual([{ state: 'Held' }])

  const operator = await newPortalPerson({ needs: { ...needs, sql }, url: server.url }, { isOperator: true })
  const readRecovery = async () => (await operator.get('/operator/recovery')).body.data.recovery
  await expect.poll(async () => (await readRecovery()).comparedAt).not.toBeNull()
  expect(await readRecovery()).toMatchObject({
    cause: 'backup',
    role: 'replacement',
    banks: [
      { bank: 'efi', fault: null, sent: 2, differences: expect.any(Number) },
      { bank: 'sicoob', fault: null, sent: null },
      { bank: 'inter', fault: null, sent: 1 },
      { bank: 'standard', fault: 'the bank is paused' },
    ],
  })
  expect([await paidBy('sicoob'), await paidBy('efi')]).toEqual([['10.00'], ['7.00']])

  // What became of a payout at Sicoob its own statement says: it is not sent again.
  const [doubted] = await sql`select merchant_id, id from bank_exceptions where transaction_id = ${unfinished}`
  const path = `/operator/merchants/${doubted?.['merchantId']}/exceptions/${doubted?.['id']}`
  expect((await operator.get(path)).body.data.actions).toEqual([
    { act: 'settle', needs: ['endToEndId'] },
    { act: 'release', needs: ['bankChecked'] },
  ])
  const end = (form: object) => operator.post(`${path}/end`, { note: 'as the bank says', ...form })
  expect([(await end({ act: 'sendAgain' })).status, (await end({ act: 'release' })).status]).toEqual([409, 400])

  const release = (form: object) => operator.post('/operator/recovery/release', { note: 'compared', ...form })
  for (const form of [{}, { checkedByHand: ['sicoob'] }, { checkedByHand: ['standard'] }])
    expect((await release(form)).body.error.details.reason).toBe('RecoveryNotCompared')
  const byHand = { checkedByHand: ['sicoob', 'standard'] }
  expect((await release(byHand)).body.error.details.message).toContain('the total of its statement is missing')
  const statement = { bank: 'sicoob', total: '10.00', endToEndIds: await idsPaidBy('sicoob') }
  expect((await release({ ...byHand, statements: [statement] })).status).toBe(200)
  await expect.poll(() => again.stateOf(another)).toBe('Completed')
  // What was paid already, or given back already, is a person's to decide.
  await expect.poll(async () => (await exceptions()).length).toBe(9)
  expect((await exceptions()).map(({ said }) => said)).toEqual([
    'amountInProcess',
    ...times(3, () => 'amountReturned'),
    ...times(3, () => 'amountSent'),
    'forgotten',
    'paid',
  ])
  expect(await again.stateOf(repeated)).not.toBe('Completed')
  expect([await paidBy('sicoob'), await paidBy('efi')]).toEqual([['10.00'], ['7.00', '8.00']])
  expect(
    await sql`
    select person_name, details->>'checkedByHand' as banks from audit_entries where act = 'recovery.release'`,
  ).toEqual([{ personName: operator.name, banks: 'sicoob, standard' }])
  expect(await readRecovery()).toBeNull()
})

test('a copy beside the living server takes no callbacks, asks no bank, works off nothing and can only be read', async () => {
  const { url, sql } = await emptyDatabase()
  expect(await run('restore', url, backup, '--as', 'copy')).toMatchObject({ code: 0 })
  await sql`update bank_connections set next_callback_check_at = now(), next_sweep_at = now()`
  await sql`update bank_orders set next_step_at = now() where state = 'Waiting'`
  await sql`update webhook_events set next_attempt_at = now() where next_attempt_at is not null`
  await sql`
    insert into mails (id, sealed, next_attempt_at, created_at) values (gen_random_uuid(), 'not sealed', now(), now())`
  /** All that is due, and would be leased by the first turn of a worker. */
  const due = async () => [
    await sql`select id, state, attempts, next_step_at from bank_orders order by id`,
    await sql`select id, next_callback_check_at, next_sweep_at from bank_connections order by id`,
    await sql`select id, stage, next_attempt_at from webhook_events order by id`,
    await sql`select id, sealed, attempts, next_attempt_at from mails where next_attempt_at is not null order by id`,
  ]
  const dueBefore = await due()
  expect(dueBefore.every(rows => rows.length > 0)).toBe(true)
  const before = await bank.control('GET', '/webhooks')
  const callsBefore = await callsOf()
  const mailbox = await openMailbox()
  const server = await startOn(url, mailbox.settings)
  const api = clientWith(server.url, bakery.token)
  expect(await api.stateOf(refundable)).toBe('Completed')
  expect((await api.requestCashIn({ amount: '1' })).status).toBe(503)
  expect((await call(`${server.url}/readyz`)).body).toEqual({ status: 'not ready', reason: 'copy' })
  const operator = await newPortalPerson({ needs: { ...needs, sql }, url: server.url }, { isOperator: true })
  expect((await operator.get('/operator/recovery')).body.data.recovery).toMatchObject({ role: 'copy' })
  const { connections } = (await operator.get('/operator/platform')).body.data
  expect(connections.map(({ isUp }: { isUp: boolean }) => isUp)).toEqual([false, false, false, false])
  expect(
    await sql`select 1 from bank_orders
    where transaction_id <> ${excepted} and (state <> 'Waiting' or next_step_at is null)`,
  ).toHaveLength(0)
  expect(await bank.control('GET', '/webhooks')).toEqual(before)
  expect(await callsOf()).toBe(callsBefore)
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(await due()).toEqual(dueBefore)
  expect(mailbox.mails).toEqual([])
  const refused = expect.stringContaining('this database is a copy: run the command on the original')
  expect(await run('reconcile', url)).toEqual({ code: 2, said: refused })
  expect(await run('operator', url, 'bank', 'check', 'efi')).toEqual({ code: 1, said: refused })
  expect(await callsOf()).toBe(callsBefore)

  expect(await run('recovered', url, '--as', 'replacement')).toMatchObject({ code: 0 })
  const promoted = await startOn(url)
  await expect
    .poll(() => sql`select said->>'code' as said from bank_exceptions where transaction_id = ${unfinished}`)
    .toEqual([{ said: 'forgotten' }])
  expect(await paidBy('sicoob')).toEqual(['10.00'])
  await expect
    .poll(() => sql`select 1 from recoveries where released_at is null and compared_at is not null`)
    .toHaveLength(1)
  expect(await promoted.kill('SIGTERM')).toBe(0)
  expect(await run('recovered', url, '--release', 'compared', '--checked', 'sicoob')).toEqual({
    code: 1,
    said: expect.stringContaining('not checked by hand: standard'),
  })
  const checked = ['--checked', 'sicoob', '--checked', 'standard']
  expect(await run('recovered', url, '--release', 'compared', ...checked)).toEqual({
    code: 1,
    said: expect.stringContaining('the total of its statement is missing'),
  })
  const payouts = (await idsPaidBy('sicoob')).flatMap(id => ['--payout', `sicoob=${id}`])
  checked.push('--sent', 'sicoob=10.00', ...payouts)
  expect(await run('recovered', url, '--release', 'compared', ...checked)).toMatchObject({ code: 0 })
})

/** How many calls the bank has received. */
async function callsOf(): Promise<number> {
  return (await bank.control('GET', '/calls')).length
}
