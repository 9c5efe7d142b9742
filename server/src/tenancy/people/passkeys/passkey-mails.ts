import type { Mail } from '../../../platform/lib/mail.ts'
import { type Addressee, type MailWords, mailFrom } from '../../../platform/mails/compose-mail.ts'

const words = {
  added: {
    kind: 'access',
    subject: ['Nova passkey na sua conta', 'A passkey was added to your account'],
    body: [
      'A passkey “{passkey}” agora entra na sua conta sem senha. Veja suas passkeys aqui:',
      'The passkey “{passkey}” now signs in to your account without a password. You can see your passkeys here:',
    ],
    end: [
      'Se não foi você, remova a passkey, troque a senha e avise quem administra a conta.',
      'If it was not you, remove it, change your password and contact your administrator.',
    ],
  },
  removed: {
    kind: 'access',
    subject: ['Uma passkey foi removida da sua conta', 'A passkey was removed from your account'],
    body: [
      'A passkey “{passkey}” não entra mais na sua conta. Veja suas passkeys aqui:',
      'The passkey “{passkey}” no longer signs in to your account. You can see your passkeys here:',
    ],
    end: [
      'Se não foi você, troque a senha e avise quem administra a conta.',
      'If it was not you, change your password and contact your administrator.',
    ],
  },
} as const satisfies Record<string, MailWords>

export const passkeyAddedMail = (to: Addressee, passkey: string, link: string): Mail =>
  mailFrom(to, words.added, { passkey }, link)

export const passkeyRemovedMail = (to: Addressee, passkey: string, link: string): Mail =>
  mailFrom(to, words.removed, { passkey }, link)
