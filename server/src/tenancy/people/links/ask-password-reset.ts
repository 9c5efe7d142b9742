import type { Sql } from '../../../platform/db/db.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { countMail } from '../limit-guesses.ts'
import { plainEmail } from '../sign-in.ts'
import { resetMail } from './link-mails.ts'
import { makeLinkFor } from './make-link.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/**
 * Mails a link to the person with this e-mail, and does the same work if there is none. The number of mails to an address
 * is limited, so that nobody can flood a mailbox.
 */
export async function askPasswordReset(
  needs: Needs,
  { email: given, address }: { email: string; address: string },
): Promise<void> {
  const email = plainEmail(given)
  await countMail(needs, { email, address })
  const made = await makeLinkFor(needs, email, 'passwordReset')
  await needs.mailer.post(made === null ? null : resetMail(made.owner, made.link))
}
