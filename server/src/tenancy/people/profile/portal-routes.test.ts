import { describe, expect, test } from 'vitest'
import { linkPrinted } from '../../../../test/kit/mailbox.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newVisitor,
  refusalOf,
} from '../../../../test/kit/portal-client.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const now = () => trilho.needs.clock()
const stateNotAllowed = [409, 'SecondFactorStateNotAllowed']

async function signedIn(options = {}) {
  const person = await newPersonWithPassword(trilho, { merchantId, ...options })
  const visitor = newVisitor(trilho.url)
  await visitor.signIn(person.email)
  return { ...visitor, ...person }
}

const auditEntriesOf = async (personId: string, act: string) =>
  trilho.sql`select subject, details from audit_entries where person_id = ${personId} and act = ${act} order by at, sequence`

test('a person changes name and language', async () => {
  const ana = await signedIn()
  expect((await ana.put('/profile', { name: ' Ana Maria ', language: 'en' })).status).toBe(200)
  expect((await ana.get('/session')).body.data.person).toMatchObject({ name: 'Ana Maria', language: 'en' })
  expect(await auditEntriesOf(ana.id, 'profile.change')).toHaveLength(1)
  for (const wrong of [
    { name: '', language: 'en' },
    { name: '  ', language: 'en' },
    { name: 'Ana', language: 'fr' },
    {},
  ])
    expect((await ana.put('/profile', wrong)).status).toBe(400)
})

describe('changing the password', () => {
  test('needs the present one, ends all other sessions and makes links sent before useless', async () => {
    const ana = await signedIn()
    const elsewhere = newVisitor(trilho.url)
    await elsewhere.signIn(ana.email)
    await elsewhere.post('/password-reset', { email: ana.email })
    const link = linkPrinted(trilho.logged)
    const change = { current: goodPassword, new: 'uma senha bem comprida' }
    expect(refusalOf(await ana.put('/password', { ...change, current: 'wrong' }))).toEqual([401, 'SignInRefused'])
    expect((await ana.put('/password', change)).status).toBe(200)
    expect((await ana.get('/session')).status).toBe(200)
    expect(refusalOf(await elsewhere.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await elsewhere.get(`/links/${link.split('/').at(-1)}`))).toEqual([403, 'LinkInvalid'])
    expect((await elsewhere.signIn(ana.email)).status).toBe(401)
    expect((await elsewhere.signIn(ana.email, change.new)).status).toBe(200)

    const entries = await auditEntriesOf(ana.id, 'password.change')
    expect(entries.map(entry => entry.details)).toEqual([{}])
  })

  test('refuses what is guessed first, and asks for nothing but length otherwise', async () => {
    const ana = await signedIn()
    const tryNew = async (password: string) => {
      const { status, body } = await ana.put('/password', { current: goodPassword, new: password })
      return status === 200 ? 'taken' : `${body.error.details[0].path} ${body.error.details[0].code}`
    }
    expect(await tryNew('elevenchars')).toBe('/new minLength')
    for (const weak of [
      '123456789012',
      'senha1234567',
      'Password1234',
      'aaaaaaaaaaaaa',
      'trilhotrilho',
      'qwertyuiop123',
    ])
      expect([weak, await tryNew(weak)]).toEqual([weak, '/new passwordIsCommon'])
    expect(await tryNew(ana.email)).toBe('/new passwordIsEmail')
    expect(await tryNew('só letras minúsculas')).toBe('taken')
  })
})

describe('one-time codes', () => {
  test('are on once a first code is given; browsers that never showed one are signed out', async () => {
    const ana = await signedIn()
    const elsewhere = newVisitor(trilho.url)
    await elsewhere.signIn(ana.email)
    const start = (await ana.post('/second-factor')).body.data
    expect(start.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(start.otpauthUri).toMatch(new RegExp(`^otpauth://totp/Trilho:.*secret=${start.secret}`))
    const image = Buffer.from(start.qrCode.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(image).toMatch(/^<svg /)
    expect((await newVisitor(trilho.url).signIn(ana.email)).status).toBe(200)

    expect(refusalOf(await ana.post('/second-factor/confirm', { code: '000' }))).toEqual([401, 'SignInRefused'])
    const { status, body } = await ana.post('/second-factor/confirm', { code: codeAt(start.secret, now()) })
    expect(status).toBe(200)
    expect(new Set(body.data.recoveryCodes).size).toBe(10)
    expect((await ana.get('/session')).body.data.person.hasSecondFactor).toBe(true)
    expect(refusalOf(await elsewhere.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await newVisitor(trilho.url).signIn(ana.email))).toEqual([401, 'SignInCodeRequired'])
    expect(await auditEntriesOf(ana.id, 'secondFactor.enable')).toHaveLength(1)
  })

  test('can be begun anew until they are on; only the last secret counts', async () => {
    const ana = await signedIn()
    const first = (await ana.post('/second-factor')).body.data.secret
    const second = (await ana.post('/second-factor')).body.data.secret
    const confirm = (secret: string) => ana.post('/second-factor/confirm', { code: codeAt(secret, now()) })
    expect(refusalOf(await confirm(first))).toEqual([401, 'SignInRefused'])
    expect((await confirm(second)).status).toBe(200)
    expect(refusalOf(await ana.post('/second-factor'))).toEqual(stateNotAllowed)
    expect(refusalOf(await confirm(second))).toEqual(stateNotAllowed)
  })

  test('confirm a session as a password does, each code once', async () => {
    const ana = await signedIn()
    const { secret } = await enableCodes(trilho, ana)
    const code = codeAt(secret, now())
    expect((await ana.post('/confirm', { code })).status).toBe(200)
    expect(refusalOf(await ana.post('/confirm', { code }))).toEqual([401, 'SignInRefused'])
  })

  test('can be turned off where no role asks for them, after a confirmation', async () => {
    const ana = await signedIn()
    await enableCodes(trilho, ana)
    trilho.clock.aheadMs = 6 * 60_000
    expect(refusalOf(await ana.delete('/second-factor'))).toEqual([403, 'ConfirmationRequired'])
    trilho.clock.aheadMs = 0
    expect((await ana.delete('/second-factor')).status).toBe(200)
    expect(refusalOf(await ana.delete('/second-factor'))).toEqual(stateNotAllowed)
    expect((await newVisitor(trilho.url).signIn(ana.email)).status).toBe(200)
  })

  test('have recovery codes that can be renewed: those before no longer work', async () => {
    const ana = await signedIn()
    expect(refusalOf(await ana.post('/second-factor/recovery-codes'))).toEqual(stateNotAllowed)
    const { recoveryCodes } = await enableCodes(trilho, ana)
    const renewed = (await ana.post('/second-factor/recovery-codes')).body.data.recoveryCodes
    expect(renewed).toHaveLength(10)
    const signIn = (code: string) => newVisitor(trilho.url).signIn(ana.email, goodPassword, code)
    expect((await signIn(recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await signIn(renewed[0])).status).toBe(200)
  })

  test("open nothing in another row: who can write to the database cannot give somebody else one's own secret", async () => {
    const [ana, eva] = [await signedIn(), await signedIn()]
    await enableCodes(trilho, ana)
    const { secret } = await enableCodes(trilho, eva)
    await trilho.sql`
      update people set totp_secret = (select totp_secret from people where id = ${eva.id}) where id = ${ana.id}`
    const signIn = (email: string) => newVisitor(trilho.url).signIn(email, goodPassword, codeAt(secret, now()))
    expect(refusalOf(await signIn(ana.email))).toEqual([500, 'InternalError'])
    expect((await signIn(eva.email)).status).toBe(200)
  })

  test('stay on outside the sandbox where the role asks for them', async () => {
    const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const shop = await production.newMerchant()
    for (const [role, expected] of [
      ['approver', [409, 'SecondFactorMandatory']],
      ['viewer', [200, undefined]],
    ] as const) {
      const { email } = await newPersonWithPassword(production, { merchantId: shop.merchantId, roles: [role] })
      const visitor = newVisitor(production.url)
      await visitor.signIn(email)
      await enableCodes(production, visitor)
      expect((await visitor.get('/session')).body.data.mustDo).toBeNull()
      expect([role, refusalOf(await visitor.delete('/second-factor'))]).toEqual([role, expected])
    }
  })
})
