import { expect, test } from 'vitest'
import { openTrilho } from './kit/trilho.ts'
import { linkIn, openMailbox } from './kit/mailbox.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
} from './kit/portal-client.ts'

test('no line of the log has credentials, e-mail addresses or session tokens', async () => {
  const mailbox = await openMailbox({ recipient: tries => (tries === 1 ? 550 : 250) })
  const trilho = await openTrilho({ ...mailbox.settings, LOG_LEVEL: 'trace' })
  const { merchantId } = await trilho.newMerchant()
  const ana = await newPersonWithPassword(trilho, { merchantId, name: 'Anastácia' })
  const visitor = newVisitor(trilho.url)
  const typed = ['a password of somebody', 'outra senha comprida']

  await visitor.post('/password-reset', { email: ana.email })
  await visitor.signIn(ana.email, typed[0])
  await visitor.post('/sign-in', { email: [ana.email], password: { is: goodPassword } })
  await visitor.signIn(ana.email)
  const { secret, recoveryCodes } = await enableCodes(trilho, visitor)
  await visitor.signIn(ana.email, goodPassword, codeAt(secret, trilho.needs.clock()))
  await visitor.signIn(ana.email, goodPassword, recoveryCodes[0])
  await visitor.put('/profile', { name: 'Anastácia', language: 'en' })
  await visitor.put('/password', { current: goodPassword, new: typed[1] })
  await visitor.post(`/merchants/${merchantId}/members`, {
    email: 'guest@example.com',
    name: 'Hóspede',
    roles: ['viewer'],
  })
  await visitor.post(`/merchants/${merchantId}/members`, {
    email: 'guest@example.com',
    name: 'Hóspede',
    roles: ['viewer'],
  })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  await operator.get(`/operator/people?search=${ana.email}&limit=nonsense`)
  const link = linkIn(await mailbox.mailTo('guest@example.com'))
  const token = link.split('/').at(-1) ?? ''
  await newVisitor(trilho.url).get(`/links/${token}`)
  await newVisitor(trilho.url).post(`/links/${token}`, { password: goodPassword, name: 'Hóspede' })
  await newVisitor(trilho.url).get(`/links/${token}`)
  await trilho.sql`alter table people rename column language to gone`
  expect((await visitor.signIn(ana.email)).status).not.toBe(200)
  await expect.poll(() => trilho.logged.filter(line => line.includes('"request"')).length).toBeGreaterThanOrEqual(17)

  const log = trilho.logged.join('')
  expect(log).toContain('a mail was not sent')
  const cookie = visitor.cookie().split('=')[1] ?? ''
  const secrets = [...typed, goodPassword, secret, ...recoveryCodes, token, cookie, visitor.csrfToken(), operator.token]
  for (const secret of [...secrets, ana.email, 'guest@example.com', operator.email]) {
    expect(secret.length).toBeGreaterThan(5)
    expect(log).not.toContain(secret)
  }
  expect(log).not.toMatch(/Anast|spede/)
})
