import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { csrfToken } from '../src/tenancy/people/portal-edge.ts'
import { startSession } from '../src/tenancy/people/sessions.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { verifyAuditLog } from '../src/tenancy/audit-log/verify-audit-log.ts'
import { call, clientWith } from './kit/api-client.ts'
import { childEnv } from './kit/child-env.ts'
import { enableCodes, newPersonWithPassword, newPortalPerson, newVisitor } from './kit/portal-client.ts'
import { dataFolder, spawnServer } from './kit/server-process.ts'
import { openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const [before, after] = ['the secret before, of 32 characters or more', 'the secret after it, of 32 characters or more']
const both = { TRILHO_SECRET: after, TRILHO_SECRET_PREVIOUS: before }

/** A command, as an operator runs it. */
async function run(command: string, args: string[], settings: Record<string, string>) {
  const script = fileURLToPath(new URL(`../src/edges/commands/${command}.ts`, import.meta.url))
  const env = { ...childEnv, ...settings }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output, errors }
}

test('the secret is rotated with old and new valid at the same time, and nothing stored is lost', async () => {
  const trilho = await openTrilho({ TRILHO_SECRET: before })
  const database = { DATABASE_URL: trilho.databaseUrl, TRILHO_DATA: await dataFolder() }
  const merchant = await trilho.newMerchant()
  const sink = await openSink()
  const ana = await newPersonWithPassword(trilho, { merchantId: merchant.merchantId })
  const visitor = newVisitor(trilho.url)
  await visitor.signIn(ana.email)
  const { recoveryCodes } = await enableCodes(trilho, visitor)
  const id = await merchant.createCashIn()
  await merchant.simulate('complete', id)
  const { body } = await merchant.read(id)
  const receipt = new URL(body.data.receipt?.location ?? trilho.needs.addresses.receipt(merchant.merchantId, id))
    .pathname

  async function worksOn(server: Awaited<ReturnType<typeof trilho.startServer>>, token: string, code: string) {
    const api = clientWith(server.url, token)
    const paid = await api.createCashIn({ webhook: { url: sink.url } })
    await api.simulate('complete', paid)
    await expect.poll(() => sink.eventsOf(paid).length).toBe(1)
    const [event] = sink.eventsOf(paid)
    new Webhook(merchant.webhookSecret).verify(event?.text ?? '', event?.headers as Record<string, string>)
    expect((await newVisitor(server.url).signIn(ana.email, undefined, code)).status).toBe(200)
    expect((await verifyAuditLog(server.needs)).fault).toBeNull()
  }

  const side = await trilho.startServer({ others: both })
  await worksOn(side, merchant.token, recoveryCodes[0] ?? '')
  expect((await call(side.url + receipt)).status).toBe(200)
  const { token: cookie, session } = await startSession(trilho.needs, {
    personId: ana.id,
    secondFactor: true,
    address: '',
    agent: '',
  })
  const changed = await call(`${side.url}/portal/api/profile`, {
    method: 'PUT',
    headers: {
      cookie: `trilho=${cookie}`,
      origin: side.url,
      'x-csrf-token': csrfToken(trilho.needs.portalKey, session.id),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Ana', language: 'en' }),
  })
  expect(changed.status).toBe(200)

  // Not finished: a start with only the new secret is refused.
  const early = await spawnServer({ ...database, TRILHO_SECRET: after })
  expect(await early.exited).toBe(1)
  expect(early.errors()).toMatch(/^trilho: TRILHO_SECRET does not fit this database: .*\n$/)

  const first = await run('operator', ['secret', 'reseal'], { ...database, ...both })
  expect([first.code, first.errors]).toEqual([0, ''])
  expect(first.output).toMatch(/^webhook secrets: 1 sealed anew$/m)
  expect(first.output).toMatch(/^secrets of one-time codes: 1 sealed anew$/m)
  expect(first.output).toMatch(/^keys of audit log and recovery codes: 1 sealed anew$/m)
  const again = await run('operator', ['secret', 'reseal'], { ...database, ...both })
  expect([again.code, again.output.match(/[1-9]\d* sealed anew/)]).toEqual([0, null])

  const alone = await trilho.startServer({ others: { TRILHO_SECRET: after } })
  expect((await clientWith(alone.url, merchant.token).get('/accounts/balance')).status).toBe(401)
  const { text: token } = await call(`${alone.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessKey: merchant.accessKey, secret: merchant.secret }),
  })
  await worksOn(alone, token, recoveryCodes[1] ?? '')
  expect((await call(alone.url + receipt)).status).toBe(404)
})

test('values that open with neither secret are named, and the rotation is not finished', async () => {
  const trilho = await openTrilho({ TRILHO_SECRET: before, TRILHO_ENV: 'production' })
  const database = { DATABASE_URL: trilho.databaseUrl, TRILHO_ENV: 'production' }
  const { merchantId } = await trilho.newMerchant()
  const lost = await trilho.newMerchant()
  const foreign = Buffer.alloc(60, 1).toString('base64')
  await trilho.sql`update merchants set webhook_secret = ${foreign} where id = ${lost.merchantId}`
  const { code, errors } = await run('operator', ['secret', 'reseal'], { ...database, ...both })
  expect(code).toBe(1)
  expect(errors).toContain(`webhook secrets, ${lost.merchantId}`)
  expect(errors).not.toContain(merchantId)
  await expect(trilho.startServer({ others: { TRILHO_SECRET: after } })).rejects.toThrow('TRILHO_SECRET does not fit')
})

test('a database refuses a secret that did not seal it, and a start without one', async () => {
  const trilho = await openTrilho({ TRILHO_SECRET: before })
  await expect(trilho.startServer({ others: { TRILHO_SECRET: after } })).rejects.toThrow('TRILHO_SECRET does not fit')
  await expect(trilho.startServer({ others: { TRILHO_SECRET: '' } })).rejects.toThrow('TRILHO_SECRET must be set')
})

test('the audit prints the head of its log, and checks that the log still contains a head stored elsewhere', async () => {
  const trilho = await openTrilho({ TRILHO_SECRET: before })
  const settings = { DATABASE_URL: trilho.databaseUrl, TRILHO_SECRET: before }
  const person = await newPortalPerson(trilho, { isOperator: true })
  for (const name of ['Ana', 'Bia', 'Carla']) await person.put('/profile', { name, language: 'pt' })
  const { code, output: head } = await run('audit', ['--print-head'], settings)
  expect([code, head]).toEqual([0, expect.stringMatching(/^3 [0-9a-f]{64} \d{4}-\S+Z\n$/)])
  const whole = await run('audit', ['--head', head], settings)
  expect([whole.code, whole.output]).toEqual([
    0,
    expect.stringContaining('It contains the head that was kept, entry 3.'),
  ])

  await trilho.sql.begin(async tx => {
    await tx`alter table audit_entries disable trigger user`
    await tx`delete from audit_entries where merchant_id = ${platformId} and sequence = 3`
    await tx`update audit_chain_heads set sequence = 2, hash = (select hash from audit_entries where merchant_id = ${platformId} and sequence = 2) where merchant_id = ${platformId}`
  })
  expect((await run('audit', [], settings)).code).toBe(0)
  const cut = await run('audit', ['--head', head], settings)
  expect([cut.code, cut.output]).toEqual([1, expect.stringContaining('entries 3 to 3 are missing')])
  expect((await run('audit', ['--head', 'nonsense'], settings)).code).toBe(2)
})
