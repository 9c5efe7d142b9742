import type { Audit } from '../../audit-log/act.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { resetMail } from './link-mails.ts'
import { makeLink } from './make-link.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/** A link to set a password, sent by an operator or by the person who runs the server: mailed, and answered. */
export async function sendLink(
  needs: Needs,
  person: { id: string; email: string; name: string; language: Language },
  audit?: Audit,
): Promise<string> {
  const link = await makeLink(needs, person.id, 'passwordReset', audit)
  await needs.mailer.post(resetMail(person, link))
  return link
}
