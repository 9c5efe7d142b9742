import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newAuthenticator } from '../../../../test/kit/authenticator.ts'
import { type Employee, startIdentityProvider } from '../../../../test/kit/identity-provider.ts'
import {
  codeAt,
  enableCodes,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
  refusalOf,
} from '../../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { addMembership } from '../create-person.ts'
import type { Role } from '../permissions.ts'

const trilho = await openTrilho()
const provider = await startIdentityProvider(`${trilho.url}/portal/sso`)
const operator = await newPortalPerson(trilho, { isOperator: true })
const refused = [401, 'SsoRefused']
const notLinked = [403, 'SsoNotLinked']

/** A merchant whose owner has named the provider, and whose domain an operator has named. */
async function newCompany(settings: object = {}, domain = `${randomUUID()}.example.com`) {
  const { merchantId } = await trilho.newMerchant()
  const here = `/merchants/${merchantId}`
  const owner = await newPortalPerson(trilho, { merchantId, hasPassword: true })
  const set = await operator.put(`/operator${here}/sso-domains`, { domains: [domain] })
  expect(set.status).toBe(200)
  const configure = (change: object = {}) => owner.put(`${here}/sso`, { ...provider.settings, ...settings, ...change })
  expect((await configure()).status).toBe(200)
  const newMember = async (roles: Role[] = ['viewer']) => {
    const person = await newPersonWithPassword(trilho, { merchantId, roles })
    const email = `${randomUUID()}@${domain}`
    await trilho.sql`update people set email = ${email} where id = ${person.id}`
    return { ...person, email, subject: randomUUID() }
  }
  return { merchantId, here, owner, domain, configure, newMember }
}

type Visitor = ReturnType<typeof newVisitor>

/** The whole way: to the provider, which signs in the employee, and back. */
async function signInAs(employee: Employee, visitor: Visitor = newVisitor(trilho.url)) {
  provider.signsIn(employee)
  const started = await visitor.post('/sso/start', { email: employee.email })
  if (started.status !== 200) return { visitor, answer: started }
  return { visitor, answer: await finish(visitor, await provider.visit(started.body.data.url)) }
}

/** A visitor has one cookie; a browser that comes back has that of the attempt, and that of its session. */
const finish = (visitor: Visitor, parameters: string, session = '') =>
  visitor.send('POST', '/sso/return', { parameters }, { cookie: [visitor.cookie(), session].join('; ') })

const auditEntriesOf = async (personId: string) =>
  (await trilho.sql`select act from audit_entries where person_id = ${personId} order by at, sequence`).map(
    ({ act }) => act,
  )

describe('a member', () => {
  test('is linked once by a verified e-mail in a domain of the merchant, and then by issuer and subject', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    const { visitor, answer } = await signInAs(ana)
    expect([answer.status, answer.body.data?.session.person.id]).toEqual([200, ana.id])
    expect(answer.body.data.session).toMatchObject({ isSso: true, mustDo: null })
    expect((await visitor.get(`${company.here}/transactions`)).status).toBe(200)
    expect(await auditEntriesOf(ana.id)).toEqual(['sso.link', 'session.start'])
    const renamed = { subject: ana.subject, email: `renamed@${company.domain}`, isVerified: false }
    expect((await signInAs(renamed)).answer.body.data.session.person.id).toBe(ana.id)
    const thief = { subject: 'another subject', email: ana.email }
    expect(refusalOf((await signInAs(thief)).answer)).toEqual(notLinked)
  })

  test('is not linked by an e-mail that is unverified, of another domain, unknown, or of no member', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    expect(refusalOf((await signInAs({ ...ana, isVerified: false })).answer)).toEqual(notLinked)
    const outsider = await newPersonWithPassword(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
    const unlinked = `${randomUUID()}@${company.domain}`
    await trilho.sql`update people set email = ${unlinked} where id = ${outsider.id}`
    expect(refusalOf((await signInAs({ subject: 'x', email: unlinked })).answer)).toEqual(notLinked)
    expect(refusalOf((await signInAs({ subject: 'y', email: `nobody@${company.domain}` })).answer)).toEqual(notLinked)

    provider.signsIn({ subject: 'z', email: company.owner.email })
    const visitor = newVisitor(trilho.url)
    const { url } = (await visitor.post('/sso/start', { email: ana.email })).body.data
    expect(refusalOf(await finish(visitor, await provider.visit(url)))).toEqual(notLinked)
    expect(refusalOf(await visitor.post('/sso/start', { email: 'a@nowhere.example' }))).toEqual([404, 'SsoNotFound'])
  })

  test('who is disabled or removed cannot sign in, and a removed one has no session left', async () => {
    const company = await newCompany()
    const [ana, eva] = [await company.newMember(), await company.newMember()]
    const { visitor } = await signInAs(ana)
    expect((await company.owner.delete(`${company.here}/members/${ana.id}`)).status).toBe(200)
    expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf((await signInAs(ana)).answer)).toEqual(notLinked)
    await signInAs(eva)
    await trilho.sql`update people set disabled_at = now() where id = ${eva.id}`
    expect(refusalOf((await signInAs(eva)).answer)).toEqual(notLinked)
  })

  test('of two merchants enters only the one whose provider it was, and cannot change their own sign-in there', async () => {
    const company = await newCompany()
    const ana = await company.newMember(['owner'])
    const elsewhere = await trilho.newMerchant()
    await addMembership(trilho.needs, { merchantId: elsewhere.merchantId, personId: ana.id, roles: ['owner'] })
    const { visitor, answer } = await signInAs(ana)
    expect(answer.body.data.session.merchants.map(({ id }: { id: string }) => id)).toEqual([company.merchantId])
    expect(refusalOf(await visitor.get(`/merchants/${elsewhere.merchantId}/members`))).toEqual([
      404,
      'MerchantNotFound',
    ])
    for (const path of ['/passkeys/options', '/second-factor'])
      expect(refusalOf(await visitor.post(path))).toEqual([403, 'OwnSignInRequired'])
  })
})

describe('an attempt', () => {
  test('works once, in the browser that began it, and only with its own state', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    provider.signsIn(ana)
    const begin = async () => {
      const visitor = newVisitor(trilho.url)
      const { url } = (await visitor.post('/sso/start', { email: ana.email })).body.data
      return { visitor, cookie: visitor.cookie(), parameters: await provider.visit(url) }
    }
    const [first, second] = [await begin(), await begin()]
    expect(refusalOf(await finish(newVisitor(trilho.url), first.parameters))).toEqual(refused)
    expect(refusalOf(await finish(first.visitor, second.parameters))).toEqual(refused)
    const again = await begin()
    const send = () =>
      newVisitor(trilho.url).send('POST', '/sso/return', { parameters: again.parameters }, { cookie: again.cookie })
    const answers = await Promise.all(times(3, send))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    const late = await begin()
    trilho.clock.aheadMs = 11 * 60_000
    expect(refusalOf(await finish(late.visitor, late.parameters))).toEqual(refused)
    trilho.clock.aheadMs = 0
    const denied = await begin()
    const state = new URLSearchParams(denied.parameters).get('state')
    const parameters = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
    expect(refusalOf(await finish(denied.visitor, parameters))).toEqual(refused)
  })

  test('sends PKCE, state and nonce, and comes back to this site only', async () => {
    const company = await newCompany()
    const { url } = (await newVisitor(trilho.url).post('/sso/start', { email: `a@${company.domain}` })).body.data
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${trilho.url}/portal/sso`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{72}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })
})

describe('the second factor', () => {
  test('is shown by amr or acr, or trusted by the policy; otherwise the own one is asked for', async () => {
    const company = await newCompany()
    const isSecond = async (personId: string) =>
      (await trilho.sql`select second_factor from sessions where person_id = ${personId} order by id desc limit 1`)[0]
        ?.secondFactor
    const ana = await company.newMember()
    await signInAs(ana)
    expect(await isSecond(ana.id)).toBe(false)
    await signInAs({ ...ana, amr: ['pwd'] })
    expect(await isSecond(ana.id)).toBe(false)
    await signInAs({ ...ana, amr: ['pwd', 'otp', 'mfa'] })
    expect(await isSecond(ana.id)).toBe(true)

    const own = newVisitor(trilho.url)
    await own.signIn(ana.email)
    const { secret } = await enableCodes(trilho, own)
    const { visitor, answer } = await signInAs(ana)
    expect(answer.body.data.session.mustDo).toBe('giveSecondFactor')
    expect(refusalOf(await visitor.get(`${company.here}/transactions`))).toEqual([403, 'SecondFactorRequired'])
    expect(refusalOf(await visitor.delete('/second-factor'))).toEqual([403, 'SecondFactorRequired'])
    expect((await visitor.post('/confirm', { code: codeAt(secret, trilho.needs.clock()) })).status).toBe(200)
    expect((await visitor.get(`${company.here}/transactions`)).status).toBe(200)

    await company.configure({ trustsSecondFactor: true })
    expect((await signInAs(ana)).answer.body.data.session.mustDo).toBeNull()
  })
})

describe('a person without a password', () => {
  test('confirms by showing themselves at the provider again, or with a passkey', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    await trilho.sql`update people set password_hash = null where id = ${ana.id}`
    const { visitor } = await signInAs(ana)
    const session = visitor.cookie()
    const phone = newAuthenticator(trilho.url)
    trilho.clock.aheadMs = 6 * 60_000
    const asks = async () => refusalOf(await visitor.post('/passkeys/options'))
    expect(await asks()).toEqual([403, 'ConfirmationRequired'])
    const browser = newVisitor(trilho.url)
    const started = await browser.send(
      'POST',
      '/sso/start-confirm',
      {},
      { cookie: session, 'x-csrf-token': visitor.csrfToken() },
    )
    expect(new URL(started.body.data.url).searchParams.get('prompt')).toBe('login')
    const done = await finish(browser, await provider.visit(started.body.data.url), session)
    expect([done.status, done.body.data.purpose]).toEqual([200, 'confirm'])
    expect((await phone.register(visitor)).status).toBe(201)
    expect((await phone.confirm(visitor)).status).toBe(200)

    const other = newVisitor(trilho.url)
    const begun = await other.send(
      'POST',
      '/sso/start-confirm',
      {},
      { cookie: session, 'x-csrf-token': visitor.csrfToken() },
    )
    provider.signsIn(await company.newMember())
    const wrong = await finish(other, await provider.visit(begun.body.data.url), session)
    expect(refusalOf(wrong)).toEqual(refused)
    trilho.clock.aheadMs = 0
  })
})

describe('a merchant that requires single sign-on', () => {
  test('opens to no password and no passkey but that of its break-glass owner', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    const required = { isRequired: true, breakGlassPersonId: company.owner.id }
    expect(refusalOf(await company.configure(required))).toEqual([409, 'SsoNotTried'])
    await signInAs(ana)
    expect(refusalOf(await company.configure({ ...required, breakGlassPersonId: ana.id }))).toEqual([
      409,
      'BreakGlassNotPossible',
    ])
    const own = newVisitor(trilho.url)
    await own.signIn(ana.email)
    expect((await own.get(`${company.here}/transactions`)).status).toBe(200)
    expect((await company.configure(required)).status).toBe(200)

    expect(refusalOf(await own.get(`${company.here}/transactions`))).toEqual([403, 'SsoRequired'])
    const again = await newVisitor(trilho.url).signIn(ana.email)
    expect(again.body.data).toMatchObject({ mustDo: 'signInWithSso', merchants: [] })
    const { visitor } = await signInAs(ana)
    expect((await visitor.get(`${company.here}/transactions`)).status).toBe(200)
    expect((await company.owner.get(`${company.here}/members`)).status).toBe(200)
  })

  test('is open to its break-glass owner while the provider is down, who then turns the requirement off', async () => {
    const company = await newCompany()
    const down = await startIdentityProvider(`${trilho.url}/portal/sso`)
    await down.close()
    await trilho.sql`
      update sso_providers set issuer = ${down.issuer}, is_required = true, break_glass_id = ${company.owner.id}
       where merchant_id = ${company.merchantId}`
    const started = await newVisitor(trilho.url).post('/sso/start', { email: `a@${company.domain}` })
    expect(refusalOf(started)).toEqual([503, 'SsoUnavailable'])
    expect((await company.owner.delete(`${company.here}/sso`)).status).toBe(200)
  })
})

describe('an owner', () => {
  test('with break glass is not removed, demoted or disabled while single sign-on is required', async () => {
    const company = await newCompany()
    const ana = await company.newMember(['owner'])
    const { visitor } = await signInAs(ana)
    const { id } = company.owner
    expect((await company.configure({ isRequired: true, breakGlassPersonId: id })).status).toBe(200)
    const member = `${company.here}/members/${id}`
    const needed = [409, 'BreakGlassNeeded']
    expect(refusalOf(await visitor.delete(member))).toEqual(needed)
    expect(refusalOf(await visitor.put(member, { roles: ['viewer'] }))).toEqual(needed)
    expect(refusalOf(await operator.post(`/operator/people/${id}/disable`))).toEqual(needed)
    expect((await visitor.put(member, { roles: ['owner', 'viewer'] })).status).toBe(200)
    expect((await company.configure()).status).toBe(200)
    expect((await visitor.delete(member)).status).toBe(200)
  })

  test('whom the provider has signed in has accepted the invitation, without a password too', async () => {
    const company = await newCompany()
    const ana = await company.newMember(['owner'])
    await trilho.sql`update people set password_hash = null where id = ${ana.id}`
    const leave = () => company.owner.delete(`${company.here}/members/${company.owner.id}`)
    expect(refusalOf(await leave())).toEqual([409, 'LastOwner'])
    await signInAs(ana)
    expect((await leave()).status).toBe(200)
    const detail = await operator.get(`/operator${company.here}`)
    expect([detail.status, detail.body.data.awaitsOwner]).toEqual([200, false])
  })

  test('without a password stays the owner when the provider is changed or removed: no operator alone names another', async () => {
    const company = await newCompany()
    const ana = await company.newMember(['owner'])
    await trilho.sql`update people set password_hash = null where id = ${ana.id}`
    const { visitor } = await signInAs(ana)
    expect((await company.owner.delete(`${company.here}/members/${company.owner.id}`)).status).toBe(200)
    expect((await visitor.delete(`${company.here}/sso`)).status).toBe(200)
    const other = { email: `${randomUUID()}@example.com`, name: 'Another' }
    expect(refusalOf(await operator.post(`/operator${company.here}/owner`, other))).toEqual([409, 'OwnerAlreadyThere'])
    const members = (await operator.get(`${company.here}/members`)).body.data.items
    expect(members).toMatchObject([{ email: ana.email, roles: ['owner'] }])
  })
})

describe('an operator', () => {
  test('is never linked by e-mail: they link themselves in their own session, and then sign in', async () => {
    const domain = `${randomUUID()}.example.org`
    await trilho.sql`insert into sso_domains (domain, merchant_id) values (${domain}, 'ffffffff-ffff-7fff-bfff-ffffffffffff')`
    expect((await operator.put('/operator/sso', provider.settings)).status).toBe(200)
    const person = await newPersonWithPassword(trilho, { isOperator: true })
    const email = `${randomUUID()}@${domain}`
    await trilho.sql`update people set email = ${email} where id = ${person.id}`
    const employee = { subject: randomUUID(), email }
    expect(refusalOf((await signInAs(employee)).answer)).toEqual(notLinked)

    const own = newVisitor(trilho.url)
    await own.signIn(email)
    const session = own.cookie()
    const browser = newVisitor(trilho.url)
    const started = await browser.send(
      'POST',
      '/sso/start-link',
      {},
      { cookie: session, 'x-csrf-token': own.csrfToken() },
    )
    provider.signsIn(employee)
    const linked = await finish(browser, await provider.visit(started.body.data.url), session)
    expect([linked.status, linked.body.data.purpose]).toEqual([200, 'link'])
    const { visitor, answer } = await signInAs(employee)
    expect(answer.body.data.session.person.id).toBe(person.id)
    expect((await visitor.get('/operator/people')).status).toBe(200)

    const required = { ...provider.settings, isRequired: true, breakGlassPersonId: person.id }
    expect((await operator.put('/operator/sso', required)).status).toBe(200)
    expect(refusalOf(await operator.get('/operator/people'))).toEqual([403, 'SsoRequired'])
    expect((await own.get('/operator/people')).status).toBe(200)
    const path = `/operator/people/${person.id}`
    expect(refusalOf(await own.post(`${path}/disable`))).toEqual([409, 'BreakGlassNeeded'])
    expect(refusalOf(await own.put(`${path}/roles`, { roles: ['support'] }))).toEqual([409, 'BreakGlassNeeded'])
    expect((await own.delete('/operator/sso')).status).toBe(200)
  })

  test('needs a second one to change the provider or the domains outside the sandbox', async () => {
    const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const { merchantId } = await production.newMerchant()
    const [alone] = [
      await newPortalPerson(production, { isOperator: true, hasPassword: true }),
      await newPortalPerson(production, { isOperator: true, hasPassword: true }),
    ]
    const domains = { domains: ['example.com'] }
    expect((await alone.put(`/operator/merchants/${merchantId}/sso-domains`, domains)).status).toBe(202)
    expect((await alone.delete('/operator/sso')).status).toBe(202)
    expect(await production.sql`select * from sso_domains`).toEqual([])
  })
})

describe('the settings', () => {
  test('refuse addresses that are not public or not https in production, as webhooks do', async () => {
    const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const { merchantId } = await production.newMerchant()
    const owner = await newPortalPerson(production, { merchantId })
    for (const issuer of [
      provider.issuer,
      'https://127.0.0.1',
      'https://169.254.169.254',
      'https://localhost',
      'https://[::1]',
      'http://login.example.com',
      'https://a:b@login.example.com',
      'ftp://login.example.com',
      'no address',
    ]) {
      const answer = await owner.put(`/merchants/${merchantId}/sso`, { ...provider.settings, issuer })
      expect([issuer, refusalOf(answer)]).toEqual([issuer, [409, 'SsoAddressNotAllowed']])
    }
  })

  test('never show the client secret, store it sealed, and send it to no other issuer', async () => {
    const company = await newCompany()
    const [row] = await trilho.sql`select * from sso_providers where merchant_id = ${company.merchantId}`
    expect(JSON.stringify(row)).not.toContain(provider.settings.clientSecret)
    expect(JSON.stringify((await company.owner.get(`${company.here}/sso`)).body)).not.toContain('ecret')
    const { clientSecret: _, ...without } = provider.settings
    expect((await company.owner.put(`${company.here}/sso`, { ...without, trustsSecondFactor: true })).status).toBe(200)
    const thief = await startIdentityProvider(`${trilho.url}/portal/sso`)
    const moved = await company.owner.put(`${company.here}/sso`, { ...without, issuer: thief.issuer })
    expect([moved.status, moved.body.error.details[0].code]).toEqual([400, 'required'])
  })

  test('another issuer, or none, ends the sessions and links of the one before', async () => {
    const company = await newCompany()
    const ana = await company.newMember()
    const { visitor } = await signInAs(ana)
    const next = await startIdentityProvider(`${trilho.url}/portal/sso`)
    expect((await company.configure({ issuer: next.issuer })).status).toBe(200)
    expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(await trilho.sql`select * from sso_identities where merchant_id = ${company.merchantId}`).toEqual([])
  })

  test('a domain belongs to one merchant', async () => {
    const company = await newCompany()
    const { merchantId } = await trilho.newMerchant()
    const taken = await operator.put(`/operator/merchants/${merchantId}/sso-domains`, { domains: [company.domain] })
    expect(refusalOf(taken)).toEqual([409, 'SsoDomainTaken'])
  })
})
