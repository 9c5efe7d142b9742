import type { Audit } from '../../audit-log/act.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { countMail } from '../limit-guesses.ts'
import { addedMail, invitationMail } from './link-mails.ts'
import { makeLink } from './make-link.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }
type Invited = { id: string; email: string; name: string; language: Language; passwordHash: string | null }

/**
 * Notifies somebody by mail where they now belong: with a link to set a password, which is answered too, or, if they have
 * one, without (null).
 */
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
  const link = await makeLink(needs, person.id, 'invitation', audit)
  await needs.mailer.post(invitationMail(person, { inviter, place, link }))
  return link
}
