import { describe, expect, test } from 'vitest'
import { openTrilho } from '../../test/kit.ts'
import { goodPassword, newPersonWithPassword, newVisitor } from '../../test/portal-client.ts'

const trilho = await openTrilho()
const merchant = await trilho.newMerchant()

const reasonOf = ({ status, body }: { status: number; body: { error: { details: { reason: string } } } }) => [
  status,
  body.error.details.reason,
]

describe('signing in', () => {
  test('with e-mail and password starts a session, told by a cookie that scripts and other sites cannot use', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId: merchant.merchantId })
    const visitor = newVisitor(trilho.url)
    const { status, body, headers } = await visitor.signIn(ana.email.toUpperCase())
    expect(status).toBe(200)
    expect(body.data.person).toMatchObject({ id: ana.id, email: ana.email, hasSecondFactor: false })
    expect(headers.get('set-cookie')).toMatch(/^trilho=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await visitor.get('/session')).body.data.person.id).toBe(ana.id)
  })

  test('a wrong password and an unknown e-mail are refused alike', async () => {
    const ana = await newPersonWithPassword(trilho)
    const visitor = newVisitor(trilho.url)
    const answers = [
      await visitor.signIn(ana.email, `${goodPassword}.`),
      await visitor.signIn(`not-${ana.email}`),
      await visitor.signIn('no address at all', ''),
    ]
    expect(answers.map(reasonOf)).toEqual(answers.map(() => [401, 'SignInRefused']))
  })
})
