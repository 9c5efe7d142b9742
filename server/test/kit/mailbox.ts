import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { cleanUp } from './clean-up.ts'

export type Received = { from: string; to: string; subject: string; text: string; html: string }

/** The mail server's response to its next messages: 250 accepts, 4xx is temporary, 5xx is permanent. */
type Answers = { recipient?: (tries: number) => number }

/** A real mail server that stores what it receives. */
export async function openMailbox({ recipient = () => 250 }: Answers = {}) {
  const mails: Received[] = []
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(address, _session, answer) {
      const responseCode = recipient(++tries)
      if (responseCode === 250) return answer()
      answer(Object.assign(new Error(`${address.address} is refused`), { responseCode }))
    },
    onData(stream, session, answer) {
      let raw = ''
      stream.setEncoding('utf8').on('data', (text: string) => (raw += text))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo[0]?.address ?? '', ...parse(raw) })
        answer()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  cleanUp(() => new Promise<void>(resolve => server.close(() => resolve())))
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Trilho <no-reply@example.com>' },
    mails,
    tries: () => tries,
    /** The newest mail to a person, once it has arrived. */
    async mailTo(email: string): Promise<Received> {
      const find = () => mails.findLast(mail => mail.to === email)
      await expect.poll(find, { interval: 10 }).toBeDefined()
      return find() as Received
    },
  }
}

export const linkIn = ({ text }: { text: string }): string => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? ''

/** The newest link in the log of a sandbox without a mail server, which prints them. */
export const linkPrinted = (logged: string[]): string =>
  /"link":"([^"]+\/portal\/link\/[^"]+)"/.exec(logged.findLast(line => line.includes('/portal/link/')) ?? '')?.[1] ?? ''

function parse(raw: string) {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`)
  const part = (type: string) => parts.find(one => one.includes(`Content-Type: ${type}`)) ?? ''
  const subject = /^Subject: ((?:.*\r?\n[ \t])*.*)$/m.exec(raw)?.[1] ?? ''
  return { subject: decodeWords(subject), text: decodeBody(part('text/plain')), html: decodeBody(part('text/html')) }
}

function decodeBody(part: string): string {
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n').replaceAll('\r\n', '\n')
  if (/quoted-printable/i.test(head)) return decodeQuoted(body.replaceAll(/=\n/g, ''))
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    /=[0-9A-F]{2}/.test(text) ? 'latin1' : 'utf8',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )
