import { expect, test } from 'vitest'
import { linkIn, openMailbox } from '../../../test/kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { mailer } from '../lib/mail.ts'
import { outbox, readMailOutcomes } from './outbox.ts'

// The first process fails twice; later ones succeed.
const later = { status: 250 }
const mailbox = await openMailbox({ recipient: tries => (tries <= 2 ? 451 : later.status) })
const trilho = await openTrilho(mailbox.settings)
const other = await trilho.startServer()

const mails = () => trilho.sql<{ attempts: number; sealed: string | null; sentAt: Date | null }[]>`
  select attempts, sealed, sent_at from mails where next_attempt_at is not null or sent_at is not null`

test('a mail that one process could not send is sent by another, once, and then says nothing any more', async () => {
  const ana = await newPersonWithPassword(trilho)
  expect((await newVisitor(trilho.url).post('/password-reset', { email: ana.email })).status).toBe(200)
  const [written] = await mails()
  expect(written).toMatchObject({ attempts: 1, sentAt: null })
  expect(written?.sealed).not.toContain(ana.email)
  expect(await other.needs.mailer.sendDue()).toBe(0)

  await expect.poll(() => mailbox.tries()).toBe(2)
  other.clock.aheadMs = 3 * 60_000
  expect(await other.needs.mailer.sendDue()).toBe(1)
  expect(linkIn(await mailbox.mailTo(ana.email))).toContain('/portal/link/')
  expect(await mails()).toEqual([{ attempts: 2, sealed: null, sentAt: expect.any(Date) }])
  expect(mailbox.mails).toHaveLength(1)
})

test('for an e-mail that nobody has, nothing is written', async () => {
  const before = await mails()
  await newVisitor(trilho.url).post('/password-reset', { email: 'nobody-at-all@example.com' })
  expect(await mails()).toEqual(before)
})

test('a mail that nobody can open any more is given up and holds up no other', async () => {
  const past = new Date(0)
  await trilho.sql`
    insert into mails (id, sealed, next_attempt_at, created_at) values (gen_random_uuid(), 'not sealed', ${past}, ${past})`
  expect(await other.needs.mailer.sendDue()).toBe(1)
  expect(await trilho.sql`select from mails where next_attempt_at is not null`).toHaveLength(0)
})

test('a mail that is refused for good ends at once, and operators see that for a week', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const unsent = async () => (await operator.get('/operator/platform')).body.data.mails.unsent
  const before = await unsent()
  later.status = 550
  const asked = mailbox.tries()
  const { id, email } = await newPersonWithPassword(trilho)
  await newVisitor(trilho.url).post('/password-reset', { email })
  await expect.poll(unsent).toBe(before + 1)
  expect(mailbox.tries()).toBe(asked + 1)
  const { firstUnsent } = (await operator.get('/operator/platform')).body.data.mails
  expect(firstUnsent).toEqual([
    {
      address: `${email[0]}***@example.com`,
      kind: 'password',
      personId: id,
      fault: 'EENVELOPE 550',
      count: 1,
      at: expect.any(String),
    },
  ])
  expect((await operator.get(`/operator/people?search=${id}`)).body.data.items).toMatchObject([{ email }])
  expect(await trilho.sql`select from mails where next_attempt_at is not null or sealed is not null`).toHaveLength(0)
  trilho.clock.aheadMs = 8 * 24 * 60 * 60_000
  const nextWeek = await newPortalPerson(trilho, { isOperator: true })
  expect((await nextWeek.get('/operator/platform')).body.data.mails.unsent).toBe(0)
  trilho.clock.aheadMs = 0
})

test('where it cannot be asked whether a mail is still needed it waits, and a mail that is not needed is withdrawn', async () => {
  later.status = 250
  const { sql, storageKey } = other.needs
  let now = new Date()
  const answers = new Map<string, boolean>()
  const own = outbox({
    sql,
    storageKey,
    clock: () => now,
    mailer: mailer({ url: mailbox.settings.SMTP_URL, from: mailbox.settings.MAIL_FROM }),
    isNeeded: {
      reminder: async ({ id }) => {
        const answer = answers.get(id)
        if (answer === undefined) throw new DOMException('the database does not respond', 'TimeoutError')
        return answer
      },
    },
  })
  const write = async (id: string) => {
    const about = { merchantId: crypto.randomUUID(), id }
    const mail = {
      kind: 'reminder',
      to: `${id}@example.com`,
      subject: id,
      text: id,
      html: id,
      link: '',
      about,
    } as const
    return (await sql.begin(tx => own.write(tx, mail))) ?? ''
  }
  const [needed, over] = [await write('needed'), await write('over')]
  const outcomes = async () => {
    const found = await readMailOutcomes({ sql }, [needed, over])
    return [found.get(needed), found.get(over)]
  }
  const sent = () => mailbox.mails.filter(({ to }) => /^(needed|over)@/.test(to)).map(({ to }) => to)
  expect(await own.sendDue()).toBe(2)
  expect([await outcomes(), sent()]).toEqual([['Waiting', 'Waiting'], []])
  answers.set('needed', true).set('over', false)
  now = new Date(now.getTime() + 2 * 60_000)
  expect(await own.sendDue()).toBe(2)
  expect([await outcomes(), sent()]).toEqual([['Sent', 'Withdrawn'], ['needed@example.com']])
  await own.drain()
})
