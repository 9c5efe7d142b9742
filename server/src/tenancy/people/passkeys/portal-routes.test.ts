import { describe, expect, test } from 'vitest'
import { newAuthenticator } from '../../../../test/kit/authenticator.ts'
import { linkIn, openMailbox } from '../../../../test/kit/mailbox.ts'
import {
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
  refusalOf,
} from '../../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { purgeSessions } from '../sessions.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const refused = [401, 'PasskeyRefused']
const codeRequired = [401, 'SignInCodeRequired']
const elsewhere = () => newVisitor(trilho.url)

async function signedIn(options = {}, where = trilho) {
  const person = await newPersonWithPassword(where, { merchantId, ...options })
  const visitor = newVisitor(where.url)
  await visitor.signIn(person.email)
  return { ...visitor, ...person }
}

async function withPasskey(options = {}) {
  const ana = await signedIn(options)
  const phone = newAuthenticator(trilho.url)
  const { recoveryCodes } = (await phone.register(ana)).body.data
  return { ana, phone, recoveryCodes: recoveryCodes as string[] }
}

describe('a passkey', () => {
  test('signs in without e-mail, password or code, in a session with a second factor', async () => {
    const { ana, phone } = await withPasskey()
    const browser = elsewhere()
    const { status, body } = await phone.signIn(browser)
    expect([status, body.data.person.id, body.data.mustDo]).toEqual([200, ana.id, null])
    expect((await browser.get(`/merchants/${merchantId}/members`)).status).toBe(200)
    const [session] = await trilho.sql`
      select second_factor from sessions where person_id = ${ana.id} order by id desc limit 1`
    expect(session?.secondFactor).toBe(true)
    const entries = await trilho.sql`select act from audit_entries where person_id = ${ana.id} order by at, sequence`
    expect(entries.map(({ act }) => act)).toEqual(['session.start', 'passkey.register', 'session.start'])
  })

  test('is a second factor: the password alone no longer signs in, and sessions that showed none end', async () => {
    const ana = await signedIn()
    const other = elsewhere()
    await other.signIn(ana.email)
    const registered = await newAuthenticator(trilho.url).register(ana)
    expect(registered.status).toBe(201)
    expect((await ana.get('/session')).body.data.person).toMatchObject({ hasSecondFactor: true, hasCodes: false })
    expect(refusalOf(await other.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await elsewhere().signIn(ana.email))).toEqual(codeRequired)
    const [code = ''] = registered.body.data.recoveryCodes
    expect((await elsewhere().signIn(ana.email, goodPassword, code)).status).toBe(200)
    expect(refusalOf(await elsewhere().signIn(ana.email, goodPassword, code))).toEqual(codeRequired)
  })

  test('confirms who is there, for actions that ask for it', async () => {
    const { ana, phone } = await withPasskey()
    trilho.clock.aheadMs = 6 * 60_000
    expect(refusalOf(await ana.post('/passkeys/options'))).toEqual([403, 'ConfirmationRequired'])
    expect((await phone.confirm(ana)).status).toBe(200)
    expect((await ana.post('/passkeys/options')).status).toBe(200)
    trilho.clock.aheadMs = 0
  })

  test('is listed with its last use, renamed and removed by its owner only', async () => {
    const { ana, phone } = await withPasskey()
    const { ana: eva } = await withPasskey()
    await phone.signIn(elsewhere())
    const [mine] = (await ana.get('/passkeys')).body.data.items
    expect(mine).toMatchObject({ name: 'Celular', lastUsedAt: expect.any(String) })
    const notFound = [404, 'PasskeyNotFound']
    expect(refusalOf(await eva.put(`/passkeys/${mine.id}`, { name: 'x' }))).toEqual(notFound)
    expect(refusalOf(await eva.delete(`/passkeys/${mine.id}`))).toEqual(notFound)
    expect(refusalOf(await ana.delete('/passkeys/none'))).toEqual(notFound)
    expect((await ana.put(`/passkeys/${mine.id}`, { name: ' Notebook ' })).status).toBe(200)
    expect((await ana.get('/passkeys')).body.data.items[0].name).toBe('Notebook')
    expect((await ana.delete(`/passkeys/${mine.id}`)).status).toBe(200)
    expect(refusalOf(await phone.signIn(elsewhere()))).toEqual(refused)
    expect((await elsewhere().signIn(ana.email)).status).toBe(200)
    const [row] = await trilho.sql`
      select recovery_hashes from people where id = ${ana.id}`
    expect(row?.recoveryHashes).toEqual([])
  })

  test('brings recovery codes once; one-time codes beside it stay when it goes, and the other way round', async () => {
    const { ana, phone, recoveryCodes } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect((await newAuthenticator(trilho.url).register(ana, 'Chave')).body.data.recoveryCodes).toBeNull()
    await enableCodes(trilho, ana)
    expect((await ana.delete('/second-factor')).status).toBe(200)
    expect(refusalOf(await elsewhere().signIn(ana.email))).toEqual(codeRequired)
    expect((await ana.post('/second-factor/recovery-codes')).body.data.recoveryCodes).toHaveLength(10)
    expect((await phone.signIn(elsewhere())).status).toBe(200)
  })

  test('stays outside the sandbox if it is the last second factor and the role asks for one', async () => {
    const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const shop = await production.newMerchant()
    const ana = await signedIn({ merchantId: shop.merchantId, roles: ['approver'] }, production)
    expect((await ana.get('/session')).body.data.mustDo).toBe('enableSecondFactor')
    const { passkey } = (await newAuthenticator(production.url).register(ana)).body.data
    expect((await ana.get('/session')).body.data.mustDo).toBeNull()
    expect(refusalOf(await ana.delete(`/passkeys/${passkey.id}`))).toEqual([409, 'SecondFactorMandatory'])
    await newAuthenticator(production.url).register(ana, 'Another')
    const gone = await Promise.all(
      (await ana.get('/passkeys')).body.data.items.map((one: { id: string }) => ana.delete(`/passkeys/${one.id}`)),
    )
    expect(gone.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is announced to its owner by mail when it comes and goes', async () => {
    const mailbox = await openMailbox()
    const mailing = await openTrilho(mailbox.settings)
    const shop = await mailing.newMerchant()
    const ana = await signedIn({ merchantId: shop.merchantId }, mailing)
    const { passkey } = (await newAuthenticator(mailing.url).register(ana)).body.data
    await mailing.needs.mailer.sendDue()
    const added = await mailbox.mailTo(ana.email)
    expect(added.subject).toBe('Nova passkey na sua conta')
    expect(linkIn(added)).toBe(`${mailing.url}/portal/profile`)
    await ana.delete(`/passkeys/${passkey.id}`)
    await mailing.needs.mailer.sendDue()
    const subjects = () => mailbox.mails.map(({ subject }) => subject)
    await expect.poll(subjects, { interval: 10 }).toContain('Uma passkey foi removida da sua conta')
  })

  test('is gone when an operator resets the second factor of a person who lost everything', async () => {
    const { ana, phone } = await withPasskey()
    const operator = await newPortalPerson(trilho, { isOperator: true })
    expect((await operator.post(`/operator/people/${ana.id}/reset-second-factor`)).status).toBe(200)
    expect(refusalOf(await phone.signIn(elsewhere()))).toEqual(refused)
    expect((await elsewhere().signIn(ana.email)).status).toBe(200)
  })
})

describe('a passkey is refused', () => {
  test('if its response is used twice, even twice at once', async () => {
    const { phone } = await withPasskey()
    const response = await phone.answerTo(elsewhere(), '/sign-in/passkey-options')
    const answers = await Promise.all(times(4, () => elsewhere().post('/sign-in/passkey', { response })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect(refusalOf(await elsewhere().post('/sign-in/passkey', { response }))).toEqual(refused)
  })

  test('after five minutes, or for a challenge that was made up or meant for something else', async () => {
    const { ana, phone } = await withPasskey()
    const response = await phone.answerTo(elsewhere(), '/sign-in/passkey-options')
    trilho.clock.aheadMs = 5 * 60_000 + 1
    expect(refusalOf(await elsewhere().post('/sign-in/passkey', { response }))).toEqual(refused)
    trilho.clock.aheadMs = 0
    const signInWith = (one: object) => elsewhere().post('/sign-in/passkey', { response: one })
    const forConfirming = await phone.answerTo(ana, '/confirm/passkey-options')
    expect(refusalOf(await signInWith(forConfirming))).toEqual(refused)
    for (const challenge of ['', 'made up', Buffer.alloc(54).toString('base64url')])
      expect(refusalOf(await signInWith(phone.get(challenge)))).toEqual(refused)
    const forSigningIn = await phone.answerTo(elsewhere(), '/sign-in/passkey-options')
    expect(refusalOf(await ana.post('/confirm/passkey', { response: forSigningIn }))).toEqual(refused)
  })

  test('from another origin, for another site, without user verification, and when its counter goes back', async () => {
    const { phone } = await withPasskey()
    for (const faults of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { counter: 1 },
    ])
      expect([faults, refusalOf(await phone.signIn(elsewhere(), faults))]).toEqual([faults, refused])
    expect((await phone.signIn(elsewhere(), { counter: 100 })).status).toBe(200)
    expect(refusalOf(await phone.signIn(elsewhere(), { counter: 100 }))).toEqual(refused)
    const eva = await signedIn()
    for (const faults of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
      expect(refusalOf(await newAuthenticator(trilho.url).register(eva, 'x', faults))).toEqual(refused)
    expect((await eva.get('/session')).body.data.person.hasSecondFactor).toBe(false)
  })

  test('if it is unknown, of a disabled person, or of somebody else than who is signed in', async () => {
    expect(refusalOf(await newAuthenticator(trilho.url).signIn(elsewhere()))).toEqual(refused)
    const { ana, phone } = await withPasskey()
    const { ana: eva } = await withPasskey()
    expect(refusalOf(await phone.confirm(eva))).toEqual(refused)
    expect(refusalOf(await phone.register(eva))).toEqual(refused)
    await trilho.sql`update people set disabled_at = now() where id = ${ana.id}`
    expect(refusalOf(await phone.signIn(elsewhere()))).toEqual(refused)
  })

  test('to be registered without a recent confirmation, or twice with one response', async () => {
    const ana = await signedIn()
    const phone = newAuthenticator(trilho.url)
    const { challenge } = (await ana.post('/passkeys/options')).body.data
    const eva = await signedIn()
    const request = { name: 'Celular', response: phone.create(challenge) }
    expect(refusalOf(await eva.post('/passkeys', request))).toEqual(refused)
    expect((await ana.post('/passkeys', request)).status).toBe(201)
    expect(refusalOf(await ana.post('/passkeys', request))).toEqual(refused)
    trilho.clock.aheadMs = 6 * 60_000
    expect(refusalOf(await ana.post('/passkeys/options'))).toEqual([403, 'ConfirmationRequired'])
    trilho.clock.aheadMs = 0
  })
})

test('challenges that were answered are deleted after they expire', async () => {
  const { phone } = await withPasskey()
  await phone.signIn(elsewhere())
  const spent = async () => (await trilho.sql`select count(*)::int as n from spent_challenges`)[0]?.n as number
  expect(await spent()).toBeGreaterThan(0)
  trilho.clock.aheadMs = 60 * 60_000
  await purgeSessions(trilho.needs, new Date(0), 10_000)
  trilho.clock.aheadMs = 0
  expect(await spent()).toBe(0)
})
