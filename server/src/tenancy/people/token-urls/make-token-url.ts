import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../../platform/db/db.ts'
import { hashToken } from '../sessions.ts'
import { type Owner, type Purpose, insertToken, insertTokenByEmail } from './sql.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { addedMail, invitationMail, resetMail } from './token-mails.ts'
import { countMail } from '../limit-guesses.ts'
import { plainEmail } from '../sign-in.ts'

const lifetimeMs = { invitation: 7 * 24 * 60 * 60 * 1000, passwordReset: 60 * 60 * 1000 } as const

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/** The URL with which a person sets a password, once. Only its hash is stored. */
async function makeTokenUrl(needs: Needs, personId: string, purpose: Purpose, audit?: Audit): Promise<string> {
  const { tokenUrl, row } = newTokenUrl(needs, purpose)
  await needs.sql.begin(async tx => {
    await insertToken(tx, personId, row)
    await recordAudit(tx, audit)
  })
  return tokenUrl
}

/** For the person with this e-mail; null, after the same work, if there is none. */
async function makeTokenUrlFor(
  needs: Needs,
  email: string,
  purpose: Purpose,
): Promise<{ tokenUrl: string; owner: Owner } | null> {
  const { tokenUrl, row } = newTokenUrl(needs, purpose)
  const owner = await insertTokenByEmail(needs.sql, email, row)
  return owner === undefined ? null : { tokenUrl, owner }
}

function newTokenUrl(needs: Needs, purpose: Purpose) {
  const token = randomBytes(32).toString('base64url')
  const createdAt = needs.clock()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs[purpose])
  return {
    tokenUrl: `${needs.publicUrl()}/portal/link/${token}`,
    row: { tokenHash: hashToken(token), purpose, createdAt, expiresAt },
  }
}

/** A token URL to set a password, sent by an operator or by the person who runs the server: mailed and returned. */
export async function sendTokenUrl(
  needs: Needs,
  person: { id: string; email: string; name: string; language: Language },
  audit?: Audit,
): Promise<string> {
  const tokenUrl = await makeTokenUrl(needs, person.id, 'passwordReset', audit)
  await needs.mailer.post(resetMail(person, tokenUrl))
  return tokenUrl
}

type Invited = { id: string; email: string; name: string; language: Language; passwordHash: string | null }

/** Mails a person about a new membership. Returns the token URL to set a password; null if they have one. */
export async function invite(
  needs: Needs,
  person: Invited,
  { inviter, place, address, audit }: { inviter: string; place: string; address: string; audit?: Audit | undefined },
): Promise<string | null> {
  await countMail(needs, { email: person.email, address })
  if (person.passwordHash !== null) {
    await needs.mailer.post(addedMail(person, { inviter, place, link: `${needs.publicUrl()}/portal` }))
    return null
  }
  const tokenUrl = await makeTokenUrl(needs, person.id, 'invitation', audit)
  await needs.mailer.post(invitationMail(person, { inviter, place, link: tokenUrl }))
  return tokenUrl
}

/** How token URLs reach their owners. Never in the response, because the URL gives access to the account. */
export const sentBy = ({ mailer }: Needs): 'mail' | 'log' => (mailer.printsLinks ? 'log' : 'mail')

/** An operator sees the URL only in a sandbox without a mail server. */
export const shownToOperator = ({ mailer }: Needs, tokenUrl: string | null): string | null =>
  mailer.printsLinks ? tokenUrl : null

/** Mails a token URL, or does the same work if nobody has this e-mail. Limited, so that nobody floods a mailbox. */
export async function askPasswordReset(
  needs: Needs,
  { email: given, address }: { email: string; address: string },
): Promise<void> {
  const email = plainEmail(given)
  await countMail(needs, { email, address })
  const made = await makeTokenUrlFor(needs, email, 'passwordReset')
  await needs.mailer.post(made === null ? null : resetMail(made.owner, made.tokenUrl))
}
