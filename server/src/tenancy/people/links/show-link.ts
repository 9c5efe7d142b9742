import type { Mailer } from '../../../platform/lib/mail.ts'

type Needs = { mailer: Mailer }

/** How links reach their owners. Never by the answer to who asked: whoever has the link has the account. */
export const sentBy = ({ mailer }: Needs): 'mail' | 'log' => (mailer.printsLinks ? 'log' : 'mail')

/** What a signed-in operator is shown of a link: all of it where a sandbox has no mail server, else nothing. */
export const shownToOperator = ({ mailer }: Needs, link: string | null): string | null =>
  mailer.printsLinks ? link : null
