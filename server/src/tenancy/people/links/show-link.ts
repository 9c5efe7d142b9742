import type { Mailer } from '../../../platform/lib/mail.ts'

type Needs = { mailer: Mailer }

/** How links reach their owners. Never in the response, because the link gives access to the account. */
export const sentBy = ({ mailer }: Needs): 'mail' | 'log' => (mailer.printsLinks ? 'log' : 'mail')

/** An operator sees the link only in a sandbox without a mail server. */
export const shownToOperator = ({ mailer }: Needs, link: string | null): string | null =>
  mailer.printsLinks ? link : null
