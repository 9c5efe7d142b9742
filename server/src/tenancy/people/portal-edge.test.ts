import { describe, expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from '../../../test/kit/portal-client.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { roles } from './permissions.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const owner = await newPortalPerson(trilho, { merchantId })
const sessionInvalid = [401, 'SessionInvalid']
const hour = 60 * 60 * 1000

describe('the guard of the portal', () => {
  test('a signed-in person is shown who they are, where they belong and what they may do', async () => {
    const { status, body } = await owner.get('/session')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ isSandbox: true, mustDo: null, person: { id: owner.id, isOperator: false } })
    expect(body.data.merchants).toMatchObject([{ id: merchantId, roles: ['owner'] }])
    expect(body.data.merchants[0].permissions).toContain('keys.manage')
    expect(body.data.merchants[0].permissions).not.toContain('platform.read')
  })

  test('without a session, and with a made-up one, the answer is 401', async () => {
    for (const cookie of ['', 'trilho=nonsense']) {
      const { status, body } = await owner.send('GET', '/session', undefined, { cookie })
      expect([status, body.error.details.reason]).toEqual([401, 'SessionInvalid'])
    }
  })

  test('a change from another site, or from nowhere, is refused, also where nobody need be signed in', async () => {
    const profile = { name: 'Eve', language: 'en' }
    for (const origin of ['https://evil.example.com', 'null', ''])
      for (const [method, path, body] of [
        ['PUT', '/profile', profile],
        ['POST', '/sign-in', { email: 'a', password: 'b' }],
        ['POST', '/password-reset', { email: 'a' }],
      ] as const)
        expect([path, refusalOf(await owner.send(method, path, body, { origin }))]).toEqual([
          path,
          [403, 'OriginNotAllowed'],
        ])
  })

  test("a change without the session's own CSRF token is refused", async () => {
    const other = await newPortalPerson(trilho, { merchantId })
    const othersToken = (await other.get('/session')).body.data.csrfToken
    for (const token of ['', 'nonsense', othersToken]) {
      const answer = await owner.send('PUT', '/profile', { name: 'Eve', language: 'en' }, { 'x-csrf-token': token })
      expect(refusalOf(answer)).toEqual([403, 'CsrfTokenInvalid'])
    }
    expect((await owner.get('/session')).body.data.person.name).toBe('Ana Souza')
  })

  test('a role that may not do it is refused, and a merchant one has nothing to do with is not found', async () => {
    for (const role of roles.filter(role => role !== 'owner')) {
      const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
      expect([role, refusalOf(await person.get(`/merchants/${merchantId}/members`))]).toEqual([
        role,
        [403, 'RoleNotAllowed'],
      ])
    }
    const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
    for (const id of [merchantId, crypto.randomUUID(), 'nonsense'])
      expect(refusalOf(await outsider.get(`/merchants/${id}/members`))).toEqual([404, 'MerchantNotFound'])
  })

  test('an operator may look at every merchant there is, and at none that is not', async () => {
    const operator = await newPortalPerson(trilho, { isOperator: true })
    expect((await operator.get(`/merchants/${merchantId}/members`)).status).toBe(200)
    expect(refusalOf(await operator.get(`/merchants/${crypto.randomUUID()}/members`))).toEqual([
      404,
      'MerchantNotFound',
    ])
    expect(refusalOf(await operator.delete(`/merchants/${merchantId}/members/${owner.id}`))).toEqual([
      403,
      'RoleNotAllowed',
    ])
  })

  test('an id in the path is the same however it is spelled', async () => {
    const shop = await trilho.newMerchant()
    const only = await newPortalPerson(trilho, { merchantId: shop.merchantId })
    const members = `/merchants/${shop.merchantId.toUpperCase()}/members`
    expect((await only.get(members)).status).toBe(200)
    const demoted = await only.put(`${members}/${only.id.toUpperCase()}`, { roles: ['viewer'] })
    expect(refusalOf(demoted)).toEqual([409, 'LastOwner'])
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const disabled = await operator.post(`/operator/people/${only.id.toUpperCase()}/disable`)
    expect(refusalOf(disabled)).toEqual([409, 'LastOwner'])
  })

  test('a person who is disabled is out with the next request', async () => {
    const person = await newPortalPerson(trilho, { merchantId })
    await trilho.sql`update people set disabled_at = now() where id = ${person.id}`
    expect(refusalOf(await person.get('/session'))).toEqual(sessionInvalid)
  })

  test('a session ends after twelve hours, whatever happens in it', async () => {
    const person = await newPortalPerson(trilho, { merchantId })
    trilho.clock.aheadMs = 12 * hour - 60_000
    expect((await person.get('/session')).status).toBe(200)
    trilho.clock.aheadMs = 12 * hour + 60_000
    expect(refusalOf(await person.get('/session'))).toEqual(sessionInvalid)
    trilho.clock.aheadMs = 0
  })

  test('when somebody was last seen is kept to the minute, without a write for every request', async () => {
    const person = await newPortalPerson(trilho, { merchantId })
    const seen = async () =>
      (await trilho.sql`select last_seen_at from sessions where person_id = ${person.id}`)[0]?.lastSeenAt.getTime()
    const first = await seen()
    trilho.clock.aheadMs = 50_000
    await person.get('/session')
    expect(await seen()).toBe(first)
    trilho.clock.aheadMs = 70_000
    await person.get('/session')
    expect(await seen()).toBeGreaterThanOrEqual(first + 70_000)
    trilho.clock.aheadMs = 0
  })
})

describe('password or code shown again', () => {
  const invitation = { email: 'new@example.com', name: 'New', roles: ['viewer'] }

  test('is asked for five minutes after the last time, and is good for five more', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(ana.email)
    trilho.clock.aheadMs = 6 * 60_000
    const invite = () => visitor.post(`/merchants/${merchantId}/members`, invitation)
    expect(refusalOf(await invite())).toEqual([403, 'ConfirmationRequired'])
    expect(refusalOf(await visitor.post('/confirm', { password: 'wrong' }))).toEqual([401, 'SignInRefused'])
    expect(refusalOf(await visitor.post('/confirm', { code: '123456' }))).toEqual([401, 'SignInRefused'])
    expect((await visitor.post('/confirm', {})).status).toBe(400)
    expect(refusalOf(await invite())).toEqual([403, 'ConfirmationRequired'])
    expect((await visitor.post('/confirm', { password: 'a long walk by the river' })).status).toBe(200)
    expect((await invite()).status).toBe(201)
    trilho.clock.aheadMs = 0
  })

  test('guessing here is limited as signing in is', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(ana.email)
    const answers = []
    for (let tries = 0; tries < 9; tries++) answers.push((await visitor.post('/confirm', { password: 'wrong' })).status)
    expect(answers).toEqual([...Array(8).fill(401), 429])
  })
})

describe('outside the sandbox', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const shop = await production.newMerchant()

  test('a browser that was left alone for two hours is signed out, one that was used is not', async () => {
    const person = await newPortalPerson(production, { merchantId: shop.merchantId, roles: ['viewer'] })
    for (const hours of [1.5, 3]) {
      production.clock.aheadMs = hours * hour
      expect((await person.get('/session')).status).toBe(200)
    }
    production.clock.aheadMs = 5.1 * hour
    expect(refusalOf(await person.get('/session'))).toEqual(sessionInvalid)
    production.clock.aheadMs = 0
  })

  test('operators, owners and approvers must set up one-time codes before anything else', async () => {
    const expected = { operator: true, owner: true, approver: true, finance: false, developer: false, viewer: false }
    for (const [who, must] of Object.entries(expected)) {
      const isOperator = who === 'operator'
      const { email } = await newPersonWithPassword(production, {
        isOperator,
        ...(isOperator ? {} : { merchantId: shop.merchantId, roles: [who as never] }),
      })
      const visitor = newVisitor(production.url)
      const { body } = await visitor.signIn(email)
      expect([who, body.data.mustDo]).toEqual([who, must ? 'enableSecondFactor' : null])
      const path = isOperator ? '/operator/people' : `/merchants/${shop.merchantId}/members`
      const reason = must ? 'SecondFactorRequired' : 'RoleNotAllowed'
      expect([who, refusalOf(await visitor.get(path))]).toEqual([who, [403, reason]])
      expect((await visitor.get('/session')).status).toBe(200)
    }
  })

  test('behind https the cookie is the host’s own and secure', async () => {
    const publicUrl = () => 'https://pay.example.com'
    const config = readConfig({ LOG_LEVEL: 'silent', TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const app = await buildApp(config, { ...production.needs, publicUrl })
    const { email } = await newPersonWithPassword(production)
    const headers = { origin: publicUrl() }
    const payload = { email, password: 'a long walk by the river' }
    const answer = await app.inject({ method: 'POST', url: '/portal/api/sign-in', headers, payload })
    expect(answer.headers['set-cookie']).toMatch(/^__Host-trilho=[^;]+; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const session = await app.inject({ url: '/portal/api/session', headers: { cookie } })
    expect(session.statusCode).toBe(200)
  })
})

test('no answer of the portal’s API is kept by a cache', async () => {
  const answers = [
    await owner.get('/session'),
    await owner.send('GET', '/session', undefined, { cookie: '' }),
    await owner.post('/sign-in', { nothing: 'right' }),
  ]
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'no-store'],
    [401, 'no-store'],
    [400, 'no-store'],
  ])
})
