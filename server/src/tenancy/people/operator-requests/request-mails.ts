import { formatDate, formatTime, inLanguage } from '../../../platform/http/languages.ts'
import type { Mail } from '../../../platform/lib/mail.ts'
import { type Addressee, type MailWords, mailFrom } from '../../../platform/mails/compose-mail.ts'
import type { OperatorRequest } from './sql.ts'
import { operatorActWords } from './words.ts'

const words = {
  approval: {
    kind: 'notice',
    subject: ['{requester} pede a sua aprovação', '{requester} asks for your approval'],
    body: [
      '{requester} pede a aprovação de outra pessoa da operação. Ação: “{act}”. Veja o que vai acontecer e decida em até 24 horas:',
      '{requester} asks another operator to approve: “{act}”. See what will happen and decide within 24 hours:',
    ],
    end: ['Nada acontece até que outra pessoa aprove.', 'Nothing happens until another person has approved it.'],
  },
  successor: {
    kind: 'owner',
    subject: [
      '{place} terá mais um proprietário: impeça, se não concordar',
      '{place} will have another owner: stop it if you disagree',
    ],
    body: [
      'A operação da plataforma vai tornar {owner} ({email}) proprietário de {place} em {date}, a pedido de {requester}. Motivo: {note}. Se não concordar, impeça aqui:',
      "The platform's operators will make {owner} ({email}) an owner of {place} on {date}, as {requester} asked. Reason: {note}. If you disagree, stop it here:",
    ],
    end: ['Se concordar, não precisa fazer nada.', 'If you agree, there is nothing to do.'],
  },
} as const satisfies Record<string, MailWords>

/** To the operators who may approve. */
export const approvalMail = (to: Addressee, { row, link }: { row: OperatorRequest; link: string }): Mail =>
  mailFrom(
    to,
    words.approval,
    { requester: row.personName, act: inLanguage(operatorActWords[row.act], to.language) },
    link,
  )

type Successor = {
  place: string
  owner: string
  email: string
  note: string
  requester: string
  at: Date
  link: string
}

/** To the owners, before somebody becomes one of them. */
export const successorMail = (to: Addressee, { at, link, ...values }: Successor): Mail =>
  mailFrom(
    to,
    words.successor,
    { ...values, date: `${formatDate(at, to.language)}, ${formatTime(at, to.language)}` },
    link,
  )
