import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cnpj } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { meet } from '../../../../test/kit/meet.ts'
import { linkIn, linkPrinted, openMailbox } from '../../../../test/kit/mailbox.ts'
import {
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
  refusalOf,
} from '../../../../test/kit/portal-client.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { redeemToken } from './redeem-token.ts'

const mailbox = await openMailbox()
const trilho = await openTrilho(mailbox.settings)
const { merchantId } = await trilho.newMerchant()
const linkInvalid = [403, 'LinkInvalid']
const newPassword = 'outra senha comprida'
const tokenOf = (link: string) => link.split('/').at(-1) ?? ''
const visitor = () => newVisitor(trilho.url)
const minute = 60_000

/** The token of a link that was asked for, as its owner gets it. */
async function askReset(email: string): Promise<string> {
  const sent = mailbox.mails.length
  await visitor().post('/password-reset', { email })
  await expect.poll(() => mailbox.mails.length, { interval: 10 }).toBeGreaterThan(sent)
  return tokenOf(linkIn(await mailbox.mailTo(email)))
}

describe('a password reset', () => {
  test('is mailed; its link says whose it is, sets the password once, ends all sessions and signs in', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const before = visitor()
    await before.signIn(ana.email)
    const answer = await before.post('/password-reset', { email: ` ${ana.email.toUpperCase()}` })
    expect(answer.body.data).toEqual({ sentBy: 'mail' })
    const mail = await mailbox.mailTo(ana.email)
    const link = linkIn(mail)
    expect(link).toMatch(new RegExp(`^${trilho.url}/portal/link/[\\w-]{43}$`))
    expect(mail).toMatchObject({ from: 'no-reply@example.com', subject: 'Crie uma nova senha no Trilho' })
    expect(mail.html).toContain(link)

    const reader = visitor()
    const path = `/links/${tokenOf(link)}`
    expect((await reader.get(path)).body.data).toMatchObject({
      purpose: 'passwordReset',
      email: ana.email,
      name: 'Ana Souza',
      hasSecondFactor: false,
    })
    expect((await reader.post(path, { password: newPassword })).body.data).toEqual({ signedIn: true, email: ana.email })
    expect((await reader.get('/session')).body.data.person.id).toBe(ana.id)
    expect((await before.get('/session')).status).toBe(401)
    expect((await visitor().signIn(ana.email)).status).toBe(401)
    expect((await visitor().signIn(ana.email, newPassword)).status).toBe(200)
    for (const answer of [await reader.get(path), await reader.post(path, { password: newPassword })])
      expect(refusalOf(answer)).toEqual(linkInvalid)
    const entries =
      await trilho.sql`select details from audit_entries where person_id = ${ana.id} and act = 'password.change'`
    expect(entries).toEqual([{ details: { by: 'passwordReset' } }])
  })

  test('taken many times at once works once', async () => {
    const ana = await newPersonWithPassword(trilho)
    const token = await askReset(ana.email)
    const take = (password: string) => () =>
      redeemToken(trilho.needs, { token, email: ana.email, password, name: undefined })
    const passwords = times(3, index => `${newPassword} ${index}`)
    const link = (tx: Tx) => tx`select 1 from one_time_tokens where person_id = ${ana.id} for update`
    const outcomes = await meet(trilho.sql, link, passwords.map(take))
    expect(outcomes.toSorted()).toEqual(['LinkInvalid', 'LinkInvalid', 'done'])
    const winner = passwords[outcomes.indexOf('done')]
    expect((await visitor().signIn(ana.email, winner)).status).toBe(200)
  })

  test('uses up all links of the person', async () => {
    const ana = await newPersonWithPassword(trilho)
    const [first, second] = [await askReset(ana.email), await askReset(ana.email)]
    expect((await visitor().get(`/links/${first}`)).status).toBe(200)
    await visitor().post(`/links/${second}`, { password: newPassword })
    expect(refusalOf(await visitor().post(`/links/${first}`, { password: newPassword }))).toEqual(linkInvalid)
  })

  test('expires after an hour', async () => {
    const ana = await newPersonWithPassword(trilho)
    const token = await askReset(ana.email)
    trilho.clock.aheadMs = 59 * minute
    expect((await visitor().get(`/links/${token}`)).status).toBe(200)
    trilho.clock.aheadMs = 61 * minute
    expect(refusalOf(await visitor().get(`/links/${token}`))).toEqual(linkInvalid)
    expect(refusalOf(await visitor().post(`/links/${token}`, { password: newPassword }))).toEqual(linkInvalid)
    trilho.clock.aheadMs = 0
  })

  test('with a weak password is refused, and the link still works', async () => {
    const ana = await newPersonWithPassword(trilho)
    const token = await askReset(ana.email)
    for (const [password, code] of [
      ['short', 'minLength'],
      ['123456123456', 'passwordIsCommon'],
      [ana.email, 'passwordIsEmail'],
    ] as const) {
      const { status, body } = await visitor().post(`/links/${token}`, { password })
      expect([status, body.error.details]).toMatchObject([400, [{ path: '/password', code }]])
    }
    expect((await visitor().post(`/links/${token}`, { password: newPassword })).status).toBe(200)
  })

  test('does not stand for the one-time codes: who has them signs in with one afterwards', async () => {
    const ana = await newPersonWithPassword(trilho)
    const owner = visitor()
    await owner.signIn(ana.email)
    const { recoveryCodes } = await enableCodes(trilho, owner)
    const taker = visitor()
    const { body } = await taker.post(`/links/${await askReset(ana.email)}`, { password: newPassword })
    expect(body.data).toEqual({ signedIn: false, email: ana.email })
    expect(taker.cookie()).toBe('')
    expect(refusalOf(await taker.signIn(ana.email, newPassword))).toEqual([401, 'SignInCodeRequired'])
    expect((await taker.signIn(ana.email, newPassword, recoveryCodes[0])).status).toBe(200)
  })

  test('is not for somebody who is disabled, neither to ask for nor to take', async () => {
    const ana = await newPersonWithPassword(trilho)
    const token = await askReset(ana.email)
    await trilho.sql`update people set disabled_at = now() where id = ${ana.id}`
    const sent = mailbox.mails.length
    expect((await visitor().post('/password-reset', { email: ana.email })).status).toBe(200)
    expect(mailbox.mails).toHaveLength(sent)
    expect(refusalOf(await visitor().post(`/links/${token}`, { password: newPassword }))).toEqual(linkInvalid)
  })

  test('is in the language of the person', async () => {
    const ana = await newPersonWithPassword(trilho)
    await trilho.sql`update people set language = 'en' where id = ${ana.id}`
    await askReset(ana.email)
    const mail = await mailbox.mailTo(ana.email)
    expect(mail.subject).toBe('Set a new password for Trilho')
    expect(mail.text).toMatch(/^Hello Ana Souza,\n/)
  })
})

test('made-up, misspelt and impossible links are all alike', async () => {
  for (const token of ['nonsense', 'A'.repeat(43), '%00', 'x'.repeat(400)])
    expect(refusalOf(await visitor().get(`/links/${token}`))).toEqual(linkInvalid)
})

describe('an invitation', () => {
  test('is mailed by somebody to a place; its link lets the person choose name and password', async () => {
    const owner = await newPortalPerson(trilho, { merchantId, name: 'João Batista' })
    const email = 'Carla.Dias@example.com'
    await owner.post(`/merchants/${merchantId}/members`, { email, name: 'Carla', roles: ['finance'] })
    const mail = await mailbox.mailTo('carla.dias@example.com')
    const link = linkIn(mail)
    expect(mail.subject).toBe('João Batista convidou você para Padaria São João Ltda')
    expect(mail.text).toMatch(/^Olá, Carla!\n/)

    const carla = visitor()
    const path = `/links/${tokenOf(link)}`
    expect((await carla.get(path)).body.data).toMatchObject({ purpose: 'invitation', name: 'Carla' })
    expect((await carla.signIn(email, '')).status).toBe(401)
    expect((await carla.post(path, { password: newPassword, name: 'Carla Dias' })).status).toBe(200)
    const { data } = (await carla.get('/session')).body
    expect(data.person.name).toBe('Carla Dias')
    expect(data.merchants).toMatchObject([{ id: merchantId, roles: ['finance'] }])
  })

  test('to somebody who has a password says where they belong now, with no link to set another', async () => {
    const owner = await newPortalPerson(trilho, { merchantId, name: 'João Batista' })
    const known = await newPersonWithPassword(trilho)
    await trilho.sql`update people set language = 'en' where id = ${known.id}`
    await owner.post(`/merchants/${merchantId}/members`, { email: known.email, name: 'X', roles: ['viewer'] })
    const mail = await mailbox.mailTo(known.email)
    expect(mail.subject).toBe('You now have access to Padaria São João Ltda')
    expect(linkIn(mail)).toBe(`${trilho.url}/portal`)
    expect(mail.text).toMatch(/^Hello Ana Souza,\n\nJoão Batista has given you access/)
  })

  test('works for a week', async () => {
    const owner = await newPortalPerson(trilho, { merchantId })
    const requested = { email: 'late@example.com', name: 'Late', roles: ['viewer'] }
    await owner.post(`/merchants/${merchantId}/members`, requested)
    const link = linkIn(await mailbox.mailTo(requested.email))
    trilho.clock.aheadMs = (7 * 24 * 60 - 1) * minute
    expect((await visitor().get(`/links/${tokenOf(link)}`)).status).toBe(200)
    trilho.clock.aheadMs += 2 * minute
    expect(refusalOf(await visitor().get(`/links/${tokenOf(link)}`))).toEqual(linkInvalid)
    trilho.clock.aheadMs = 0
  })

  test('carries names on one line and without markup', async () => {
    const owner = await newPortalPerson(trilho, { merchantId, name: 'Eve <b>\r\nBcc: all@example.com' })
    const requested = { email: 'marked@example.com', name: '<script>x</script>', roles: ['viewer'] }
    await owner.post(`/merchants/${merchantId}/members`, requested)
    const mail = await mailbox.mailTo('marked@example.com')
    expect(mail.subject).toBe('Eve <b> Bcc: all@example.com convidou você para Padaria São João Ltda')
    expect(mail.html).not.toMatch(/<script>|<b>/)
    expect(mailbox.mails.some(one => one.to === 'all@example.com')).toBe(false)
  })
})

describe('outside the sandbox', async () => {
  const production = await openTrilho({
    ...mailbox.settings,
    TRILHO_ENV: 'production',
    TRILHO_SECRET: 'x'.repeat(40),
  })
  const shop = await production.newMerchant()

  test('the link only goes by mail, and the response does not reveal whether an address is known', async () => {
    const ana = await newPersonWithPassword(production)
    const ask = (email: string) => newVisitor(production.url).post('/password-reset', { email })
    const [known, unknown] = [await ask(ana.email), await ask('who@example.com')]
    expect([known.status, known.text]).toEqual([200, unknown.text])
    expect(known.body.data).toEqual({ sentBy: 'mail' })
    const token = tokenOf(linkIn(await mailbox.mailTo(ana.email)))
    expect((await newVisitor(production.url).post(`/links/${token}`, { password: newPassword })).status).toBe(200)
  })

  test('an invitation only goes by mail too', async () => {
    const owner = await newPortalPerson(production, { merchantId: shop.merchantId })
    const requested = { email: 'prod@example.com', name: 'Prod', roles: ['viewer'] }
    const { body } = await owner.post(`/merchants/${shop.merchantId}/members`, requested)
    expect(body.data).toEqual({ personId: expect.any(String), sentBy: 'mail' })
    expect(linkIn(await mailbox.mailTo('prod@example.com'))).toContain('/portal/link/')
  })
})

describe('who is shown a link', async () => {
  const withoutMail = await openTrilho()
  const shop = await withoutMail.newMerchant()

  /** Everything that makes a link, and what it answers. */
  async function answers(at: typeof trilho, merchant: string) {
    const ana = await newPersonWithPassword(at)
    const operator = await newPortalPerson(at, { isOperator: true })
    const owner = await newPortalPerson(at, { merchantId: merchant })
    const invited = () => ({ email: `${randomUUID()}@example.com`, name: 'Nova' })
    const members = `/merchants/${merchant}/members`
    const member = await owner.post(members, { ...invited(), roles: ['viewer'] })
    const plan = { fixed: '0', percent: '0' }
    return {
      anybody: [await newVisitor(at.url).post('/password-reset', { email: ana.email })],
      owner: [member, await owner.post(`${members}/${member.body.data.personId}/invite`)],
      operator: [
        await operator.post('/operator/people', { ...invited(), roles: ['support'] }),
        await operator.post(`/operator/people/${ana.id}/send-link`),
        await operator.post('/operator/merchants', {
          name: 'Nova Loja',
          cnpj: cnpj.moinho,
          city: 'Recife',
          plan,
          owner: invited(),
        }),
      ],
    }
  }

  test('where there is mail, nobody, not even in a sandbox: the mail is the only way', async () => {
    const { anybody, owner, operator } = await answers(trilho, merchantId)
    for (const answer of [...anybody, ...owner, ...operator]) {
      expect(answer.status).toBeLessThan(300)
      expect(answer.text).not.toContain('/portal/link/')
    }
    expect(trilho.logged.join('')).not.toContain('/portal/link/')
  })

  test('in a sandbox without mail, the reader of the log and a signed-in operator, and nobody else', async () => {
    const { anybody, owner, operator } = await answers(withoutMail, shop.merchantId)
    for (const answer of [...anybody, ...owner]) {
      expect(answer.text).not.toContain('/portal/link/')
      expect(answer.body.data.sentBy).toBe('log')
    }
    for (const answer of operator) expect(answer.body.data.link).toContain('/portal/link/')
    const printed = withoutMail.logged.filter(line => line.includes('/portal/link/'))
    expect(printed).toHaveLength(anybody.length + owner.length + operator.length)
    const token = tokenOf(linkPrinted(withoutMail.logged))
    expect((await newVisitor(withoutMail.url).get(`/links/${token}`)).status).toBe(200)
  })
})

test('where there is no mail server, nobody is failed and the log says what is missing', async () => {
  const deaf = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const ana = await newPersonWithPassword(deaf)
  expect((await newVisitor(deaf.url).post('/password-reset', { email: ana.email })).status).toBe(200)
  expect(deaf.logged.join('')).toContain('SMTP_URL is not set')
  expect(deaf.logged.join('')).not.toContain(ana.email)
  expect(deaf.logged.join('')).not.toContain('/portal/link/')
  expect((await newVisitor(deaf.url).signIn(ana.email, goodPassword)).status).toBe(200)
})
