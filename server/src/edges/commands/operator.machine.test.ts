import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { childEnv } from '../../../test/kit/child-env.ts'
import { linkIn, openMailbox } from '../../../test/kit/mailbox.ts'
import { enableCodes, newPersonWithPassword, newVisitor, refusalOf } from '../../../test/kit/portal-client.ts'
import { dataFolder, spawnServer } from '../../../test/kit/server-process.ts'
import { verifyAuditLog } from '../../tenancy/audit-log/verify-audit-log.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(production)
const script = fileURLToPath(new URL('operator.ts', import.meta.url))

/** `npm run operator`, as the person who runs the server does. */
async function operator(args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      ...childEnv,
      ...production,
      DATABASE_URL: trilho.databaseUrl,
      PUBLIC_URL: trilho.url,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output, errors, token: linkIn({ text: output }).split('/').at(-1) ?? '' }
}

test('create makes an operator and prints a link, once, that sets the password', async () => {
  const { code, output, token } = await operator(['create', 'First@example.com', 'Olívia Prado'])
  expect([code, output]).toEqual([0, expect.stringContaining(`${trilho.url}/portal/link/`)])
  const visitor = newVisitor(trilho.url)
  expect((await visitor.post(`/links/${token}`, { password: 'uma senha bem longa' })).status).toBe(200)
  expect((await visitor.get('/session')).body.data).toMatchObject({
    person: { email: 'first@example.com', name: 'Olívia Prado', isOperator: true },
    mustDo: 'enableSecondFactor',
  })
  const [entry] =
    await trilho.sql`select person_id, person_name, address, act, details from audit_entries order by at, sequence`
  expect(entry).toEqual({
    personId: null,
    personName: 'npm run operator',
    address: 'command line',
    act: 'person.create',
    details: {
      email: 'First@example.com',
      name: 'Olívia Prado',
      roles: ['support', 'treasury', 'compliance', 'administrator'],
    },
  })

  const again = await operator(['create', 'first@example.com'])
  expect([again.code, again.output, again.errors]).toEqual([1, '', 'trilho: This person is already an operator.\n'])
  expect((await verifyAuditLog(trilho.needs)).fault).toBeNull()
})

test('with a mail server the link is mailed, too; a failure is reported in one line', async () => {
  const mailbox = await openMailbox()
  const { code, output } = await operator(['create', 'mailed@example.com'], mailbox.settings)
  expect(code).toBe(0)
  expect(linkIn(await mailbox.mailTo('mailed@example.com'))).toBe(linkIn({ text: output }))

  const deaf = { ...mailbox.settings, SMTP_URL: 'smtp://127.0.0.1:9' }
  const unsent = await operator(['create', 'unsent@example.com'], deaf)
  expect([unsent.code, unsent.errors]).toEqual([0, expect.stringMatching(/^(trilho: a mail was not sent .*\n)+$/)])
  expect(unsent.token).not.toBe('')
})

test('link and reset-second-factor help people whom nobody inside the portal can help', async () => {
  const ana = await newPersonWithPassword(trilho, { isOperator: true })
  const visitor = newVisitor(trilho.url)
  await visitor.signIn(ana.email)
  await enableCodes(trilho, visitor)
  expect((await operator(['reset-second-factor', ana.email])).code).toBe(0)
  const { token } = await operator(['link', ana.email])
  const { data } = (await visitor.post(`/links/${token}`, { password: 'uma senha bem longa' })).body
  expect(data.signedIn).toBe(true)
  expect(refusalOf(await visitor.get('/operator/people'))).toEqual([403, 'SecondFactorRequired'])
  const unknown = await operator(['link', 'nobody@example.com'])
  expect([unknown.code, unknown.errors]).toEqual([1, 'trilho: No person has this id or e-mail here.\n'])
})

test('a command that changes something is announced by mail to the operators, one that only shows is not', async () => {
  const mailbox = await openMailbox()
  const olga = await newPersonWithPassword(trilho, { isOperator: true })
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPersonWithPassword(trilho, { merchantId })
  expect((await operator(['bank', 'list'], mailbox.settings)).code).toBe(0)
  expect((await operator(['link', owner.email], mailbox.settings)).code).toBe(0)
  const { text } = await mailbox.mailTo(olga.email)
  expect(text).toContain(`npm run operator -- link ${owner.email}`)
  expect(mailbox.mails.filter(({ to }) => to === olga.email)).toHaveLength(1)
})

test.each([[[]], [['create']], [['create', 'no-address']], [['destroy', 'x@example.com']]])(
  'asked for %j it says how to be used',
  async args => {
    const { code, errors } = await operator(args)
    expect([code, errors]).toEqual([2, expect.stringMatching(/^Usage.*\n.*npm run operator -- create/)])
  },
)

test('it works before the first start, on an embedded database, and beside the running server', async () => {
  const folder = await dataFolder()
  const settings = { TRILHO_DATA: folder, DATABASE_URL: '' }
  const before = await operator(['create', 'before@example.com'], settings)
  expect([before.code, before.errors]).toEqual([0, ''])
  const server = await spawnServer({ ...production, TRILHO_DATA: folder })
  await server.ready()
  const beside = await operator(['create', 'beside@example.com'], settings)
  for (const { token } of [before, beside])
    expect((await newVisitor(server.url).get(`/links/${token}`)).status).toBe(200)
})
