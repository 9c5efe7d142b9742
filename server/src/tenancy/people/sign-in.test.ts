import { describe, expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
  refusalOf,
} from '../../../test/kit/portal-client.ts'
import { createPerson } from './create-person.ts'

const trilho = await openTrilho()
const merchant = await trilho.newMerchant()
const refused = [401, 'SignInRefused']
const codeRequired = [401, 'SignInCodeRequired']
const now = () => trilho.needs.clock()

describe('signing in', () => {
  test('with e-mail and password starts a session, identified by a cookie that scripts and other sites cannot use', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId: merchant.merchantId })
    const visitor = newVisitor(trilho.url)
    const { status, body, headers } = await visitor.signIn(` ${ana.email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(body.data.person).toMatchObject({ id: ana.id, email: ana.email, hasSecondFactor: false })
    expect(headers.get('set-cookie')).toMatch(/^trilho=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await visitor.get('/session')).body.data.person.id).toBe(ana.id)
  })

  test('always makes a new session, and ends the one that somebody may have planted', async () => {
    const [ana, mallory] = [await newPersonWithPassword(trilho), await newPortalPerson(trilho)]
    const visitor = newVisitor(trilho.url)
    const planted = { cookie: mallory.cookie }
    await visitor.send('POST', '/sign-in', { email: ana.email, password: goodPassword }, planted)
    expect(visitor.cookie()).not.toBe(mallory.cookie)
    expect((await visitor.get('/session')).body.data.person.id).toBe(ana.id)
    expect(refusalOf(await mallory.get('/session'))).toEqual([401, 'SessionInvalid'])

    const first = visitor.cookie()
    await visitor.signIn(ana.email)
    expect(visitor.cookie()).not.toBe(first)
    expect(refusalOf(await visitor.send('GET', '/session', undefined, { cookie: first }))).toEqual([
      401,
      'SessionInvalid',
    ])
  })

  test('a wrong password, an unknown e-mail, no password yet and a disabled person are refused alike, after the same work', async () => {
    const [ana, disabled] = [await newPersonWithPassword(trilho), await newPersonWithPassword(trilho)]
    await trilho.sql`update people set disabled_at = now() where id = ${disabled.id}`
    await createPerson(trilho.needs, { email: 'invited@example.com', name: 'Ana' })
    const visitor = newVisitor(trilho.url)
    const tries: [email: string, password: string][] = [
      [ana.email, `${goodPassword}.`],
      [`not-${ana.email}`, goodPassword],
      ['invited@example.com', goodPassword],
      ['invited@example.com', ''],
      [disabled.email, goodPassword],
      ['no address at all', ''],
    ]
    for (const [email, password] of tries) {
      const before = await hashesSoFar()
      const { status, body } = await visitor.signIn(email, password)
      const { requestId: _, ...details } = body.error.details
      expect([status, body.error.message, details]).toEqual([
        401,
        'E-mail, password or code is wrong.',
        { reason: 'SignInRefused' },
      ])
      expect((await hashesSoFar()) - before).toBe(1)
    }
  })

  test('a body that is not one of the promised form is a 400 that says what is wrong', async () => {
    const visitor = newVisitor(trilho.url)
    const { status, body } = await visitor.post('/sign-in', { email: ['a'], code: 'x'.repeat(41) })
    expect(status).toBe(400)
    expect(body.error.details.map((one: { path: string; code: string }) => `${one.path} ${one.code}`).sort()).toEqual([
      ' required',
      '/code maxLength',
      '/email type',
    ])
  })

  test('is in the audit log, with where from', async () => {
    const ana = await newPersonWithPassword(trilho)
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(ana.email)
    const [{ id = '' } = {}] = (await visitor.get('/sessions')).body.data.items
    const entries = await trilho.sql`select act, subject, address from audit_entries where person_id = ${ana.id}`
    expect(entries).toEqual([{ act: 'session.start', subject: id, address: '127.0.0.1' }])
  })
})

describe('somebody with one-time codes', () => {
  const newCodeHolder = async () => {
    const person = await newPersonWithPassword(trilho, { merchantId: merchant.merchantId })
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(person.email)
    return { ...person, ...(await enableCodes(trilho, visitor)) }
  }

  test('needs one after the right password, and only then is asked for it', async () => {
    const { email, secret } = await newCodeHolder()
    const visitor = newVisitor(trilho.url)
    expect(refusalOf(await visitor.signIn(email, 'wrong password', codeAt(secret, now())))).toEqual(refused)
    expect(refusalOf(await visitor.signIn(email))).toEqual(codeRequired)
    const wrong = String((Number(codeAt(secret, now())) + 1) % 1_000_000).padStart(6, '0')
    expect(refusalOf(await visitor.signIn(email, goodPassword, wrong))).toEqual(codeRequired)
    expect(visitor.cookie()).toBe('')
    const { body } = await visitor.signIn(email, goodPassword, codeAt(secret, now()))
    expect(body.data.person.hasSecondFactor).toBe(true)
  })

  test('cannot use a code twice, not even twice at once', async () => {
    const { email, secret } = await newCodeHolder()
    const code = codeAt(secret, now())
    const answers = await Promise.all(times(4, () => newVisitor(trilho.url).signIn(email, goodPassword, code)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401, 401, 401])
    expect(refusalOf(await newVisitor(trilho.url).signIn(email, goodPassword, code))).toEqual(codeRequired)
  })

  test('cannot use an older code after a newer one', async () => {
    const { email, secret } = await newCodeHolder()
    const visitor = newVisitor(trilho.url)
    const next = codeAt(secret, new Date(now().getTime() + 30_000))
    expect((await visitor.signIn(email, goodPassword, next)).status).toBe(200)
    expect(refusalOf(await visitor.signIn(email, goodPassword, codeAt(secret, now())))).toEqual(codeRequired)
  })

  test('can use each recovery code once, however it is written', async () => {
    const { email, recoveryCodes } = await newCodeHolder()
    const [first = '', second = ''] = recoveryCodes
    expect(recoveryCodes).toHaveLength(10)
    const spelled = first.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(times(3, () => newVisitor(trilho.url).signIn(email, goodPassword, spelled)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401, 401])
    expect(refusalOf(await newVisitor(trilho.url).signIn(email, goodPassword, first))).toEqual(codeRequired)
    expect((await newVisitor(trilho.url).signIn(email, goodPassword, second)).status).toBe(200)
  })

  test('has secret and recovery codes in the database only sealed and hashed', async () => {
    const { id, secret, recoveryCodes } = await newCodeHolder()
    const [row] = await trilho.sql`select * from people where id = ${id}`
    const kept = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const clear of [secret, goodPassword, ...recoveryCodes, ...recoveryCodes.map(c => c.replaceAll('-', ''))])
      expect(kept).not.toContain(clear)
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

const hashesSoFar = async () =>
  Number(/^trilho_password_hashes_total (\d+)$/m.exec((await call(`${trilho.url}/metrics`)).text)?.[1])
