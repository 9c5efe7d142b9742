import { expect, test } from 'vitest'
import { openMailbox } from '../../../test/kit/mailbox.ts'
import { mailer } from './mail.ts'

const mail = {
  kind: 'notice',
  to: 'ana@example.com',
  subject: 'Olá, São João',
  text: 'Ação\n',
  html: '<p>Ação</p>',
  link: '/portal',
} as const
const retryAfterMs = [1, 1, 1]

function open(settings: { SMTP_URL: string; MAIL_FROM: string }, more: { most?: number } = {}) {
  const warnings: string[] = []
  const post = mailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM, retryAfterMs, ...more })
  post.logTo({ warn: (fields, message) => void warnings.push(JSON.stringify(fields) + message) })
  return { ...post, warnings }
}

test('a mail arrives with its accents, as text and as HTML', async () => {
  const mailbox = await openMailbox()
  const post = open(mailbox.settings)
  expect(await post.send(mail)).toEqual({ outcome: 'sent', fault: '' })
  expect(mailbox.mails).toEqual([
    {
      from: 'no-reply@example.com',
      to: mail.to,
      subject: mail.subject,
      text: expect.stringContaining('Ação'),
      html: expect.stringContaining('<p>Ação</p>'),
    },
  ])
  await post.drain()
})

test('a mail server that is busy is asked again', async () => {
  const mailbox = await openMailbox({ recipient: tries => (tries < 3 ? 451 : 250) })
  const post = open(mailbox.settings)
  expect(await post.send(mail)).toEqual({ outcome: 'sent', fault: '' })
  expect([mailbox.tries(), mailbox.mails.length]).toEqual([3, 1])
  await post.drain()
})

test('it is asked four times at most, and the log says so without the address', async () => {
  const mailbox = await openMailbox({ recipient: () => 451 })
  const post = open(mailbox.settings)
  expect(await post.send(mail)).toEqual({ outcome: 'failed', fault: 'EENVELOPE 451' })
  expect(mailbox.tries()).toBe(4)
  expect(post.warnings).toEqual([expect.stringMatching(/a mail was not sent after 4 tries: EENVELOPE 451/)])
  expect(post.warnings.join('')).not.toContain('ana')
  await post.drain()
})

test('a mail that is refused for good is not tried again', async () => {
  const mailbox = await openMailbox({ recipient: () => 550 })
  const post = open(mailbox.settings)
  expect([await post.send(mail), mailbox.tries()]).toEqual([{ outcome: 'refused', fault: 'EENVELOPE 550' }, 1])
  await post.drain()
})

test('a mail server that is not there fails nobody', async () => {
  const post = open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' })
  expect((await post.send(mail)).outcome).toBe('failed')
  expect(post.warnings).toHaveLength(1)
  await post.drain()
})

test('without a mail server nothing is sent and the log says which setting is missing', async () => {
  const post = open({ SMTP_URL: '', MAIL_FROM: '' })
  expect([post.isOn, (await post.send(mail)).outcome]).toEqual([false, 'off'])
  expect(post.warnings).toEqual([expect.stringContaining('SMTP_URL is not set')])
})

test('past a bound no more mails are taken', async () => {
  const mailbox = await openMailbox()
  const post = open(mailbox.settings, { most: 2 })
  const outcomes = await Promise.all([post.send(mail), post.send(mail), post.send(mail)])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'failed'])
  await post.drain()
})

test('a stop does not wait for the pauses between tries', async () => {
  const mailbox = await openMailbox({ recipient: () => 451 })
  const post = mailer({ url: mailbox.settings.SMTP_URL, from: 'no-reply@example.com', retryAfterMs: [3_600_000] })
  const sending = post.send(mail)
  await expect.poll(mailbox.tries).toBe(1)
  await post.drain()
  expect([(await sending).outcome, mailbox.tries()]).toEqual(['failed', 2])
})
