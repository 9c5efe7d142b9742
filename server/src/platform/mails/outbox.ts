import type { Sql, Tx } from '../db/db.ts'
import { reportIfDefect } from '../db/defects.ts'
import type { Mail, MailKind, MailSubject, Mailer } from '../lib/mail.ts'
import { type Key, type Place, openSealedText, sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import {
  type MailOutcome,
  type WaitingMail,
  claimMails,
  countUnsent,
  deleteMails,
  deleteMailsOf,
  deleteOldMails,
  finishMail,
  giveUpMail,
  insertMail,
  planMail,
  selectLastMails,
  selectOutcomes,
  selectPersonId,
  selectSealedMails,
  selectUnsent,
  selectWaitingSince,
  updateSealedMail,
  withdrawMail,
} from './sql.ts'
import type { SealedColumn } from '../db/reseal.ts'

const minute = 60_000
const leaseMs = 2 * minute
const mostAtOnce = 20
/** After each failed attempt, which is two tries in a row. Then the mail is given up; one that is refused, at once. */
const pausesMs = [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Key
  mailer: Mailer
  /** Of mails that can wait for hours: whether what they say is still so. Asked before each attempt. */
  isNeeded?: Partial<Record<MailKind, (about: MailSubject) => Promise<boolean>>>
}
export type Outbox = ReturnType<typeof outbox>

const nobody: Mail = { kind: 'password', to: '', subject: '', text: '', html: '', link: '' }

/** Mails are stored before the request is answered, then sent by this process, or by any worker if it died. */
export function outbox({ sql, clock, storageKey, mailer, isNeeded = {} }: Needs) {
  const underWay = new Set<Promise<unknown>>()
  const soon = (ms: number) => new Date(clock().getTime() + ms)

  async function attempt(mail: Mail, row: Pick<WaitingMail, 'id' | 'attempts'>): Promise<void> {
    const { outcome, fault } = await mailer.send(mail)
    if (outcome === 'sent') await finishMail(sql, row, clock())
    else if (outcome === 'refused') await giveUp(mail, row, fault)
    else await tryLater(mail, row, fault)
  }

  async function tryLater(mail: Mail, row: Pick<WaitingMail, 'id' | 'attempts'>, fault: string): Promise<void> {
    const pauseMs = pausesMs[row.attempts - 1]
    if (pauseMs === undefined) await giveUp(mail, row, fault)
    else await planMail(sql, row, soon(pauseMs))
  }

  /** Whom it was for and why it did not go stay known; what it said does not. */
  async function giveUp(mail: Mail, row: Pick<WaitingMail, 'id' | 'attempts'>, fault: string): Promise<void> {
    const personId = await selectPersonId(sql, mail.to)
    await giveUpMail(sql, row, { kind: mail.kind, maskedTo: maskedAddress(mail.to), personId, fault })
  }

  /** Null: that could not be asked. */
  async function askWhetherNeeded(mail: Mail | null): Promise<boolean | null> {
    const ask = mail?.about && isNeeded[mail.kind]?.(mail.about)
    return ask === undefined ? true : ask.catch(reportIfDefect('mail', null))
  }

  async function sendWaiting(row: WaitingMail, mail: Mail | null, isStillNeeded: boolean | null): Promise<void> {
    // Sealed with a secret that is gone: nobody will ever open it.
    if (mail === null) await finishMail(sql, row, null)
    else if (isStillNeeded === null) await tryLater(mail, row, 'notAsked')
    else if (isStillNeeded) await attempt(mail, row)
    else await withdrawMail(sql, row, mail.kind)
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
      const sealed = sealText(storageKey, JSON.stringify(mail ?? nobody), placeOf(id))
      await insertMail(sql, { id, sealed, createdAt, leaseUntil: soon(leaseMs) }, mail !== null)
      if (mail !== null) behind(attempt(mail, { id, attempts: 1 }))
    },
    /**
     * In one commit with what the mail is about; a worker sends it. Returns its id; null: without a mail server nothing is
     * written.
     */
    async write(tx: Tx, mail: Mail): Promise<string | null> {
      if (!mailer.isOn) return null
      const createdAt = clock()
      const id = uuidv7(createdAt.getTime())
      const sealed = sealText(storageKey, JSON.stringify(mail), placeOf(id))
      await insertMail(tx, { id, sealed, createdAt, leaseUntil: createdAt }, true)
      return id
    },
    /** The worker's part: what is due. */
    async sendDue(): Promise<number> {
      if (!mailer.isOn) return 0
      const claimed = await claimMails(sql, clock(), soon(leaseMs), mostAtOnce)
      const due = claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const mails = due.map(row => opened(storageKey, row))
      // Asked of all before one is sent, so that they leave in the order in which they were written.
      const needed = await Promise.all(mails.map(askWhetherNeeded))
      await Promise.all(due.map((row, i) => sendWaiting(row, mails[i] ?? null, needed[i] ?? null)))
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

const placeOf = (id: string): Place => `mails.sealed ${id}`

function opened(storageKey: Key, { id, sealed }: WaitingMail): Mail | null {
  try {
    return JSON.parse(openSealedText(storageKey, sealed, placeOf(id))) as Mail
  } catch {
    return null
  }
}

/** That a mail was sent, or given up; what it said is gone since then. */
export const purgeMails = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldMails(sql, before, most)).count

export { mailOutcomes } from './sql.ts'
export type { MailOutcome }

/** What became of mails, by their ids. One whose record is deleted is left out. */
export const readMailOutcomes = async (
  { sql }: { sql: Sql },
  ids: string[],
): Promise<ReadonlyMap<string, MailOutcome>> =>
  new Map((await selectOutcomes(sql, ids)).map(({ id, outcome }) => [id, outcome]))

/** For a person whose account is closed. */
export const purgeMailsOf = (tx: Tx, personIds: string[]) => deleteMailsOf(tx, personIds)

/** Sent or not: one that waits is not sent any more. */
export const purgeMailsById = (tx: Tx, ids: string[]) => deleteMails(tx, ids)

const dayMs = 24 * 60 * 60_000
const unsentDays = 7
const firstShown = 5

/** How many mails of the last days were given up (refused, or failed for hours), to whom and why, and the outcome of the last ones. */
export async function readMailHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const since = new Date(clock().getTime() - unsentDays * dayMs)
  const [unsent, last] = await Promise.all([countUnsent(sql, since, 100_000), selectLastMails(sql, since)])
  return { unsent, ...last, firstUnsent: unsent === 0 ? [] : await selectUnsent(sql, since, firstShown) }
}

/** Since when a mail waits to be sent, and how many were given up in the last time. */
export async function readMailBacklog({ sql, clock }: { sql: Sql; clock: () => Date }, withinMs: number) {
  const since = new Date(clock().getTime() - withinMs)
  const [waitingSince, unsent] = await Promise.all([selectWaitingSince(sql), countUnsent(sql, since, 100_000)])
  return { waitingSince, unsent }
}

/** For when the server's secret changes. */
export const sealedMails: SealedColumn = {
  what: 'mails on their way',
  placeOf,
  select: selectSealedMails,
  update: updateSealedMail,
}
