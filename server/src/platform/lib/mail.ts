import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { mailsSent } from './metrics.ts'
import { withinTime } from './within-time.ts'

/** Kinds of mails. Operators see the kind of a mail that was not sent. */
export const mailKinds = ['invitation', 'access', 'owner', 'password', 'file', 'notice', 'reminder'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * `link` is what the mail is about. `stopUrl`: where its recipient can say, without signing in, that no more are wanted.
 * `about`: what it is asked of whether the mail is still needed, where its kind has such a question.
 */
export type Mail = {
  kind: MailKind
  to: string
  subject: string
  text: string
  html: string
  link: string
  stopUrl?: string
  about?: MailSubject
}

export type MailSubject = { merchantId: string; id: string }
/** `refused`: the mail server will not have this mail, now or later. `off`: there is no mail server. */
type Outcome = 'sent' | 'failed' | 'refused' | 'off'
/** `fault`: the code of what was in the way; nothing where it was sent. */
type Sent = { outcome: Outcome; fault: string }
export type Mailer = ReturnType<typeof mailer>

type Log = { warn: (fields: object, message: string) => void }
type Settings = { url: string; from: string; isSandbox?: boolean; retryAfterMs?: readonly number[]; most?: number }

const nobodyListens: Log = { warn: () => {} }

/**
 * Sends mails in the background: a request neither waits for the mail server nor fails with it, and its response does
 * not reveal whether the address is known. What cannot be sent after a few tries is reported in
 * the log, without the address; a sandbox without a mail server prints the link there. Bounded: past `most` mails under
 * way none is taken.
 */
export function mailer({ url, from, isSandbox = false, retryAfterMs = [1_000, 10_000, 60_000], most = 500 }: Settings) {
  const transport =
    url === ''
      ? null
      : createTransport(
          {
            url,
            pool: true,
            maxConnections: 2,
            connectionTimeout: 10_000,
            greetingTimeout: 10_000,
            socketTimeout: 20_000,
          },
          { from, disableFileAccess: true, disableUrlAccess: true },
        )
  const printsLinks = transport === null && isSandbox
  const underWay = new Set<Promise<Sent>>()
  const closing = new AbortController()
  let log = nobodyListens

  async function deliver(mail: Mail): Promise<Sent> {
    if (printsLinks) return giveUp('off', '', 'SMTP_URL is not set: here is the link of a mail', { link: mail.link })
    if (transport === null) return giveUp('off', '', 'SMTP_URL is not set: a mail was not sent')
    if (underWay.size >= most) return giveUp('failed', 'tooMany', 'too many mails are under way: one was not sent')
    for (const [tries, pauseMs] of [...retryAfterMs, null].entries()) {
      const isLast = pauseMs === null || closing.signal.aborted
      try {
        const { to, subject, text, html } = mail
        await transport.sendMail({ to, subject, text, html, headers: stopHeaders(mail) })
        mailsSent.inc({ outcome: 'sent' })
        return { outcome: 'sent', fault: '' }
      } catch (error) {
        const fault = faultOf(error)
        const why = `a mail was not sent after ${tries + 1} tries: ${fault}`
        if (isForGood(error)) return giveUp('refused', fault, why)
        if (isLast) return giveUp('failed', fault, why)
        await delay(pauseMs, null, { signal: closing.signal }).catch(() => {})
      }
    }
    return { outcome: 'failed', fault: '' }
  }

  function giveUp(outcome: Exclude<Outcome, 'sent'>, fault: string, why: string, also: object = {}): Sent {
    mailsSent.inc({ outcome })
    log.warn({ mail: outcome, ...also }, why)
    return { outcome, fault }
  }

  const send = (mail: Mail): Promise<Sent> => {
    const sending = deliver(mail).finally(() => underWay.delete(sending))
    underWay.add(sending)
    return sending
  }

  return {
    isOn: transport !== null,
    /** Links are in the log instead of in mails. */
    printsLinks,
    logTo: (to: Log) => void (log = to),
    /** Resolves when the mail is on its way or given up; never rejects. */
    send,
    /** For callers that do not store mails: a command that waits, or a server without a mail server. */
    post: async (mail: Mail | null): Promise<void> => {
      if (mail !== null) await send(mail)
    },
    /** Lets what is under way be tried once more, for ten seconds at most, and lets go of the mail server. */
    drain: async (): Promise<void> => {
      closing.abort()
      await withinTime(Promise.all(underWay), 10).catch(() => {})
      transport?.close()
    },
  }
}

/** The button of mail programs that ends such mails (RFC 8058). */
const stopHeaders = ({ stopUrl }: Mail): Record<string, string> =>
  stopUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** The mail server has understood and will not have it. A login that it refuses says nothing about the mail. */
function isForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && code !== 'EAUTH'
}

/** Codes only: what a mail server says may quote the address. */
function faultOf(error: unknown): string {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined ? code : `${code} ${responseCode}`
}
