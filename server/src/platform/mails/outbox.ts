import type { Sql, Tx } from '../db/db.ts'
import { reportIfDefect } from '../db/defects.ts'
import type { Mail, Mailer } from '../lib/mail.ts'
import { type Key, openSealedText, sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import {
  type WaitingMail,
  claimMails,
  countUnsent,
  deleteOldMails,
  finishMail,
  giveUpMail,
  insertMail,
  planMail,
  selectLastMails,
  selectPersonId,
  selectSealedMails,
  selectUnsent,
  updateSealedMail,
} from './sql.ts'
import type { SealedColumn } from '../db/reseal.ts'

const minute = 60_000
const leaseMs = 2 * minute
const mostAtOnce = 20
/** After each failed attempt, which is two tries in a row. Then the mail is given up; one that is refused, at once. */
const pausesMs = [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const

type Needs = { sql: Sql; clock: () => Date; storageKey: Key; mailer: Mailer }
export type Outbox = ReturnType<typeof outbox>

const nobody: Mail = { kind: 'password', to: '', subject: '', text: '', html: '', link: '' }

/**
 * Mails go through the database: written before the request is answered, sent at once in the background by the
 * process that wrote them, and by any worker if that failed or the process died.
 */
export function outbox({ sql, clock, storageKey, mailer }: Needs) {
  const underWay = new Set<Promise<unknown>>()
  const soon = (ms: number) => new Date(clock().getTime() + ms)

  async function attempt(mail: Mail, row: Pick<WaitingMail, 'id' | 'attempts'>): Promise<void> {
    const { outcome, fault } = await mailer.send(mail)
    const pauseMs = pausesMs[row.attempts - 1]
    if (outcome === 'sent') await finishMail(sql, row, clock())
    else if (outcome === 'refused' || pauseMs === undefined) await giveUp(mail, row, fault)
    else await planMail(sql, row, soon(pauseMs))
  }

  /** Whom it was for and why it did not go stay known; what it said does not. */
  async function giveUp(mail: Mail, row: Pick<WaitingMail, 'id' | 'attempts'>, fault: string): Promise<void> {
    const personId = await selectPersonId(sql, mail.to)
    await giveUpMail(sql, row, { kind: mail.kind, maskedTo: maskedAddress(mail.to), personId, fault })
  }

  async function sendWaiting(row: WaitingMail): Promise<void> {
    const mail = opened(storageKey, row.sealed)
    // Sealed with a secret that is gone: nobody will ever open it.
    if (mail === null) await finishMail(sql, row, null)
    else await attempt(mail, row)
  }

  /** What cannot be written down now goes again when the lease is over. */
  const behind = (work: Promise<void>) => {
    const done = work.catch(reportIfDefect('mail', undefined)).finally(() => underWay.delete(done))
    underWay.add(done)
  }

  return {
    ...mailer,
    /** Resolves when the mail cannot be lost any more. For nobody the same work is done. */
    async post(mail: Mail | null): Promise<void> {
      if (!mailer.isOn) return mailer.post(mail)
      const createdAt = clock()
      const id = uuidv7(createdAt.getTime())
      const sealed = sealText(storageKey, JSON.stringify(mail ?? nobody))
      await insertMail(sql, { id, sealed, createdAt, leaseUntil: soon(leaseMs) }, mail !== null)
      if (mail !== null) behind(attempt(mail, { id, attempts: 1 }))
    },
    /** In one commit with what the mail is about; a worker sends it. Without a mail server nothing is written. */
    async write(tx: Tx, mail: Mail): Promise<void> {
      if (!mailer.isOn) return
      const createdAt = clock()
      const id = uuidv7(createdAt.getTime())
      const sealed = sealText(storageKey, JSON.stringify(mail))
      await insertMail(tx, { id, sealed, createdAt, leaseUntil: createdAt }, true)
    },
    /** The worker's part: what is due. */
    async sendDue(): Promise<number> {
      if (!mailer.isOn) return 0
      const due = await claimMails(sql, clock(), soon(leaseMs), mostAtOnce)
      await Promise.all(due.map(sendWaiting))
      return due.length
    },
    async drain(): Promise<void> {
      await mailer.drain()
      await Promise.all(underWay)
    },
  }
}

/** `a***@example.com`: who knows the address knows it again, and the server that refused it is named. */
const maskedAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1***')

function opened(storageKey: Key, sealed: string): Mail | null {
  try {
    return JSON.parse(openSealedText(storageKey, sealed)) as Mail
  } catch {
    return null
  }
}

/** That a mail was sent, or given up; what it said is gone since then. */
export const purgeMails = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldMails(sql, before, most)).count

const dayMs = 24 * 60 * 60_000
const unsentDays = 7
const firstShown = 5

/** How many mails of the last days were given up (refused, or failed for hours), to whom and why, and the outcome of the last ones. */
export async function readMailHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const since = new Date(clock().getTime() - unsentDays * dayMs)
  const [unsent, last] = await Promise.all([countUnsent(sql, since, 100_000), selectLastMails(sql, since)])
  return { unsent, ...last, firstUnsent: unsent === 0 ? [] : await selectUnsent(sql, since, firstShown) }
}

/** For when the server's secret changes. */
export const sealedMails: SealedColumn = {
  what: 'mails on their way',
  select: selectSealedMails,
  update: updateSealedMail,
}
