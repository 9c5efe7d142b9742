import type { Mail } from '../../../platform/lib/mail.ts'
import { type Addressee, type MailWords, mailFrom } from '../../../platform/mails/compose-mail.ts'

const words = {
  invitation: {
    kind: 'invitation',
    subject: ['{inviter} convidou você para {place}', '{inviter} invited you to {place}'],
    body: [
      '{inviter} convidou você para {place}. Para criar sua senha e entrar, acesse este endereço em até 7 dias:',
      '{inviter} invited you to {place}. To choose your password and sign in, open this address within 7 days:',
    ],
    end: [
      'Se você não esperava este convite, ignore esta mensagem.',
      'If you did not expect this invitation, ignore this message.',
    ],
  },
  added: {
    kind: 'access',
    subject: ['Agora você tem acesso a {place}', 'You now have access to {place}'],
    body: [
      '{inviter} deu a você acesso a {place}. Entre com seu e-mail e sua senha, como de costume:',
      '{inviter} has given you access to {place}. Sign in with your e-mail and password as usual:',
    ],
    end: ['Se achar que é um engano, fale com {inviter}.', 'If you think this is a mistake, contact {inviter}.'],
  },
  ownerAdded: {
    kind: 'owner',
    subject: ['{place} tem mais um proprietário', '{place} has another owner'],
    body: [
      '{inviter}, da operação da plataforma, convidou {owner} ({email}) como proprietário de {place}. Motivo: {note}. Veja aqui as pessoas da conta:',
      "{inviter}, one of the platform's operators, has invited {owner} ({email}) as an owner of {place}. Reason: {note}. You can see the people of the account here:",
    ],
    end: [
      'Se achar que é um engano, fale com a operação da plataforma.',
      "If you think this is a mistake, contact the platform's operators.",
    ],
  },
  reset: {
    kind: 'password',
    subject: ['Crie uma nova senha no Trilho', 'Set a new password for Trilho'],
    body: [
      'Recebemos um pedido de nova senha para este e-mail. Para criá-la, abra este endereço em até 1 hora:',
      'We received a request for a new password for this e-mail. To set it, open this address within 1 hour:',
    ],
    end: [
      'Se não foi você, ignore esta mensagem. Sua senha continua a mesma.',
      'If it was not you, ignore this message: your password does not change.',
    ],
  },
} as const satisfies Record<string, MailWords>

/** `place`: the merchant's name, or the platform's for an operator. */
type Invitation = { inviter: string; place: string; link: string }

export const invitationMail = (to: Addressee, { inviter, place, link }: Invitation): Mail =>
  mailFrom(to, words.invitation, { inviter, place }, link)

/** For somebody who already has a password: `link` is the portal's address. */
export const addedMail = (to: Addressee, { inviter, place, link }: Invitation): Mail =>
  mailFrom(to, words.added, { inviter, place }, link)

type AddedOwner = Invitation & { owner: string; email: string; note: string }

/** To the existing owners. */
export const ownerAddedMail = (to: Addressee, { link, ...values }: AddedOwner): Mail =>
  mailFrom(to, words.ownerAdded, values, link)

export const resetMail = (to: Addressee, link: string): Mail => mailFrom(to, words.reset, {}, link)
