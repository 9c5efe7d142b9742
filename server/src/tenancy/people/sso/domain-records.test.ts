import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startIdentityProvider } from '../../../../test/kit/identity-provider.ts'
import { openMailbox } from '../../../../test/kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from '../../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { untilDone } from '../../../../test/kit/patience.ts'

const records = new Map<string, string[][]>()
const gone = (code: string) => Object.assign(new Error(code), { code })
let areServersDown = false
const mailbox = await openMailbox()
const trilho = await openTrilho(mailbox.settings, {
  readTxt: async name => {
    if (areServersDown) throw gone('ETIMEOUT')
    const found = records.get(name)
    if (found === undefined) throw gone('ENOTFOUND')
    return found
  },
})
const provider = await startIdentityProvider(`${trilho.url}/portal/sso`)
const waitingMs = 5_000
const notLinked = [403, 'SsoNotLinked']

/** A merchant with the domain that an operator has named, and an approver with an address in it. */
async function newCompany() {
  const { merchantId } = await trilho.newMerchant()
  const domain = `${randomUUID()}.example.com`
  await trilho.sql`insert into sso_domains (domain, merchant_id) values (${domain}, ${merchantId})`
  const owner = await newPortalPerson(trilho, { merchantId, hasPassword: true })
  const set = (change: object = {}, by: Pick<typeof owner, 'put'> = owner) =>
    by.put(`/merchants/${merchantId}/sso`, { ...provider.settings, ...change })
  const ana = await newPersonWithPassword(trilho, { merchantId, roles: ['approver'] })
  const email = `ana@${domain}`
  await trilho.sql`update people set email = ${email} where id = ${ana.id}`
  const publish = (issuer: string) =>
    records.set(`_trilho.${domain}`, [['v=spf1 -all'], [`trilho-sso merchant=${merchantId} `, `issuer=${issuer}`]])
  return { merchantId, domain, owner, set, ana: { ...ana, email, subject: randomUUID() }, publish }
}

type SignedInThere = { email: string; subject: string; isVerified?: boolean | undefined }

async function signInAs(employee: SignedInThere, at = provider) {
  at.signsIn(employee)
  const visitor = newVisitor(trilho.url)
  const { url } = (await visitor.post('/sso/start', { email: employee.email })).body.data
  return { visitor, answer: await visitor.post('/sso/return', { parameters: await at.visit(url) }) }
}

test('a member is linked by e-mail only at the provider that the record of the domain names', async () => {
  const { merchantId, domain, owner, set, ana, publish } = await newCompany()
  expect((await set()).status).toBe(200)
  expect(refusalOf((await signInAs(ana)).answer)).toEqual(notLinked)
  const shown = async () => (await owner.get(`/merchants/${merchantId}/sso`)).body.data.records
  expect(await shown()).toEqual([
    {
      domain,
      name: `_trilho.${domain}`,
      value: `trilho-sso merchant=${merchantId} issuer=${provider.issuer}`,
      isFound: false,
    },
  ])
  publish(provider.issuer)
  expect(await shown()).toMatchObject([{ isFound: true }])
  areServersDown = true
  expect(refusalOf((await signInAs(ana)).answer)).toEqual([503, 'SsoUnavailable'])
  expect(await shown()).toMatchObject([{ isFound: null }])
  areServersDown = false
  expect((await signInAs(ana)).answer.status).toBe(200)
})

test('an owner who names a provider of their own becomes nobody else, and all members are mailed', async () => {
  const { merchantId, set, ana, publish, owner } = await newCompany()
  await set()
  publish(provider.issuer)
  expect((await signInAs(ana)).answer.status).toBe(200)

  const own = await startIdentityProvider(`${trilho.url}/portal/sso`)
  await untilDone(() => trilho.needs.mailer.sendDue())
  const before = mailbox.mails.length
  expect((await set({ issuer: own.issuer, trustsSecondFactor: true })).status).toBe(200)
  expect(refusalOf((await signInAs({ ...ana, subject: 'mine' }, own)).answer)).toEqual(notLinked)
  await untilDone(() => trilho.needs.mailer.sendDue())
  const mailed = mailbox.mails.slice(before)
  expect(mailed.map(({ to }) => to).toSorted()).toEqual([owner.email, ana.email].toSorted())
  expect(mailed[0]?.text).toContain(own.issuer)
  expect(await trilho.sql`select 1 from sso_identities where merchant_id = ${merchantId}`).toEqual([])
})

test('a member without the record links themselves in a session of their own, also if the provider verifies no e-mail', async () => {
  const { merchantId, set, ana } = await newCompany()
  await set()
  const own = newVisitor(trilho.url)
  await own.signIn(ana.email)
  expect((await own.get('/session')).body.data.ssoMerchants).toMatchObject([{ id: merchantId }])
  const headers = { cookie: own.cookie(), 'x-csrf-token': own.csrfToken() }
  const link = async (employee: SignedInThere) => {
    provider.signsIn(employee)
    const browser = newVisitor(trilho.url)
    const { url } = (await browser.send('POST', '/sso/start-link', { merchantId }, headers)).body.data
    const cookie = `${browser.cookie()}; ${headers.cookie}`
    return browser.send('POST', '/sso/return', { parameters: await provider.visit(url) }, { cookie })
  }
  expect(refusalOf(await link({ ...ana, email: 'other@example.com' }))).toEqual(notLinked)
  expect((await link({ ...ana, isVerified: undefined })).body.data).toMatchObject({ purpose: 'link' })
  expect((await signInAs(ana)).answer.body.data.session.person.id).toBe(ana.id)
  const elsewhere = (await trilho.newMerchant()).merchantId
  const refused = await own.post('/sso/start-link', { merchantId: elsewhere })
  expect(refusalOf(refused)).toEqual([404, 'SsoNotFound'])
})

test('a sign-in by a session that the provider had already confirms nothing', async () => {
  const { merchantId, set, ana, publish } = await newCompany()
  await trilho.sql`update memberships set roles = '{owner}' where person_id = ${ana.id}`
  await set()
  publish(provider.issuer)
  const fresh = await signInAs(ana)
  const change = { trustsSecondFactor: true }
  expect((await set(change, fresh.visitor)).status).toBe(200)
  // As if the person had shown themselves there six minutes before.
  trilho.clock.aheadMs = 6 * 60_000
  const { visitor, answer } = await signInAs(ana)
  expect(answer.status).toBe(200)
  expect(refusalOf(await visitor.delete(`/merchants/${merchantId}/sso`))).toEqual([403, 'ConfirmationRequired'])
  trilho.clock.aheadMs = 0
})

test('another client of the same provider ends the links of the one before', async () => {
  const { merchantId, set, ana, publish } = await newCompany()
  await set()
  publish(provider.issuer)
  const { visitor } = await signInAs(ana)
  expect((await set({ clientId: 'another' })).status).toBe(200)
  expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
  expect(await trilho.sql`select 1 from sso_identities where merchant_id = ${merchantId}`).toEqual([])
})

test('single sign-on is not required while its break-glass owner is being demoted', async () => {
  const { set, ana, publish, owner } = await newCompany()
  await set()
  publish(provider.issuer)
  await signInAs(ana)
  const demoting = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const demoted = trilho.sql.begin(async tx => {
    await tx`update memberships set roles = '{viewer}' where person_id = ${owner.id}`
    begun.resolve()
    await demoting.promise
  })
  await begun.promise
  const asked = set({ isRequired: true, breakGlassPersonId: owner.id })
  const isWaiting = async () =>
    (await trilho.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      .count > 0
  const answered = asked.then(() => true)
  // A distributed database waits on another node, where it is not seen: a moment is enough there.
  for (const end = Date.now() + waitingMs; Date.now() < end; )
    if ((await isWaiting()) || (await Promise.race([answered, setTimeout(20, false)]))) break
  demoting.resolve()
  await demoted
  expect(refusalOf(await asked)).toEqual([409, 'BreakGlassNotPossible'])
})
