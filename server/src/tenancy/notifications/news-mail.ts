import { formatReais, parseAmount } from '../../platform/brazil/money.ts'
import { type Translated, formatDate } from '../../platform/http/languages.ts'
import type { Mail } from '../../platform/lib/mail.ts'
import { type Addressee, mailFrom } from '../../platform/mails/compose-mail.ts'
import { type KindName, pathOf, placeOf } from './kinds.ts'
import { formatDetails, kindWords } from './words.ts'

const end: Translated = [
  'O que você recebe por e-mail, você escolhe em Perfil e segurança, no portal.',
  'What you get by e-mail is your choice: see Profile and security in the portal.',
]

/** The same words as in the portal, with the merchant's name before them: one may belong to several. */
export function newsMail(
  to: Addressee,
  { kind, details }: { kind: KindName; details: Record<string, string> },
  publicUrl: string,
): Mail {
  const { title, text } = kindWords[kind]
  const place = placeOf(kind) === 'merchant' ? '{merchant}: ' : ''
  const words = {
    kind: 'notice',
    subject: [`${place}${title[0]}`, `${place}${title[1]}`],
    body: [`${title[0]}. ${text[0]}`, `${title[1]}. ${text[1]}`],
    end,
  } as const
  const values = formatDetails(details, {
    money: amount => formatReais(parseAmount(amount), to.language),
    date: at => formatDate(new Date(at), to.language),
  })
  return mailFrom(to, words, values, `${publicUrl}/portal${pathOf(kind, details)}`)
}
