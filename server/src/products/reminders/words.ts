import type { Translated } from '../../platform/http/languages.ts'
import type { Moment, Withheld } from './plan.ts'

/** What a text is for: the bill is not due yet, has come due, or is late. */
export const momentWords = {
  Before: ['Antes do vencimento', 'Before the due date'],
  DueDay: ['No vencimento', 'On the due date'],
  After: ['Depois do vencimento', 'After the due date'],
} as const satisfies Record<Moment, Translated>

/** Why nothing was sent by mail. */
export const withheldWords = {
  Refused: ['Não enviado: quem paga não quer lembretes', 'Not sent: the payer does not want reminders'],
  NoAddress: ['Sem e-mail de quem paga', 'The payer has no e-mail'],
  NoMailServer: ['Este servidor não envia e-mails', 'This server sends no e-mails'],
  NoChannel: ['Para enviar você mesmo', 'For you to send'],
} as const satisfies Record<Withheld, Translated>
