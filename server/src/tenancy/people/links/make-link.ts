import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../../platform/db/db.ts'
import { hashToken } from '../start-session.ts'
import { insertLink, insertLinkByEmail, type Owner, type Purpose } from './sql.ts'

const lifetimeMs = { invitation: 7 * 24 * 60 * 60 * 1000, passwordReset: 60 * 60 * 1000 } as const

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string }

/** The address with which somebody sets a password, once. Afterwards only its hash is known. */
export async function makeLink(needs: Needs, personId: string, purpose: Purpose, audit?: Audit): Promise<string> {
  const { link, row } = newLink(needs, purpose)
  await needs.sql.begin(async tx => {
    await insertLink(tx, personId, row)
    await recordAudit(tx, audit)
  })
  return link
}

/** For the person who has this e-mail; null, after the same work, when nobody has it. */
export async function makeLinkFor(
  needs: Needs,
  email: string,
  purpose: Purpose,
): Promise<{ link: string; owner: Owner } | null> {
  const { link, row } = newLink(needs, purpose)
  const owner = await insertLinkByEmail(needs.sql, email, row)
  return owner === undefined ? null : { link, owner }
}

function newLink(needs: Needs, purpose: Purpose) {
  const token = randomBytes(32).toString('base64url')
  const createdAt = needs.clock()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs[purpose])
  return {
    link: `${needs.publicUrl()}/portal/link/${token}`,
    row: { tokenHash: hashToken(token), purpose, createdAt, expiresAt },
  }
}
