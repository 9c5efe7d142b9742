import { formatReais, type Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { InvalidRequest } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/http/html.ts'
import { type Language, type Translated, inLanguage, languages, testMark } from '../../platform/http/languages.ts'
import type { Mail } from '../../platform/lib/mail.ts'
import { composeLetter, linkPlace } from '../../platform/mails/compose-mail.ts'
import { type Moment, type OwnWords, type ReminderText, moments } from './plan.ts'

/** What stands in braces in a text, and is filled in for each bill. */
export const textFields = ['name', 'amount', 'dueDate', 'link', 'merchant', 'description'] as const
export type TextField = (typeof textFields)[number]

/** Our own texts. The amount is that of the day, with fine, interest and discount. */
const usualTexts = {
  Before: {
    subject: ['{merchant}: cobrança de {amount} vence em {dueDate}', '{merchant}: bill of {amount} due on {dueDate}'],
    body: [
      'Olá, {name}!\n\nSua cobrança de {merchant} vence em {dueDate}. O valor é {amount}.\n\nPague por Pix nesta página:\n{link}',
      'Hello {name},\n\nYour bill from {merchant} is due on {dueDate}. The amount is {amount}.\n\nPay with Pix on this page:\n{link}',
    ],
  },
  DueDay: {
    subject: ['{merchant}: chegou o vencimento de {amount}', '{merchant}: your bill of {amount} is due'],
    body: [
      'Olá, {name}!\n\nChegou o vencimento da sua cobrança de {merchant}: {dueDate}. O valor é {amount}, e ainda dá tempo de pagar em dia.\n\nPague por Pix nesta página:\n{link}',
      'Hello {name},\n\nYour bill from {merchant} is due: {dueDate}. The amount is {amount}, and you can still pay it on time.\n\nPay with Pix on this page:\n{link}',
    ],
  },
  After: {
    subject: ['{merchant}: cobrança vencida em {dueDate}', '{merchant}: bill overdue since {dueDate}'],
    body: [
      'Olá, {name}!\n\nSua cobrança de {merchant} venceu em {dueDate} e continua em aberto. O valor de hoje é {amount}.\n\nPague por Pix nesta página:\n{link}\n\nSe você já pagou, desconsidere esta mensagem.',
      'Hello {name},\n\nYour bill from {merchant} was due on {dueDate} and is still open. Today the amount is {amount}.\n\nPay with Pix on this page:\n{link}\n\nIf you have paid already, ignore this message.',
    ],
  },
} as const satisfies Record<Moment, Record<keyof ReminderText, Translated>>

const mailEnd: Translated = [
  'Você recebe esta mensagem porque {merchant} emitiu uma cobrança em seu nome. Para não receber mais lembretes:',
  'You get this message because {merchant} has sent you a bill. To get no more reminders:',
]

/** What a moment says in a language where the merchant has no words of its own. */
export function usualText(moment: Moment, language: Language): ReminderText {
  const { subject, body } = usualTexts[moment]
  return { subject: inLanguage(subject, language), body: inLanguage(body, language) }
}

export type Values = {
  name: string | null
  amount: Micros
  dueDate: Day
  link: string
  merchant: string
  description: string | null
}

const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
const spellDay = (day: Day, language: Language): string =>
  language === 'pt' ? day.split('-').toReversed().join('/') : days.format(new Date(`${day}T00:00:00Z`))

const placeOfField = /\{(\w+)\}/g

/** Fills in the fields once: braces in a name stay as they are. */
function filled(text: string, values: Values, language: Language): string {
  const spelled: Record<TextField, string> = {
    name: oneLine(values.name ?? ''),
    amount: formatReais(values.amount, language),
    dueDate: spellDay(values.dueDate, language),
    link: values.link,
    merchant: oneLine(values.merchant),
    description: oneLine(values.description ?? ''),
  }
  return text.replaceAll(placeOfField, (whole, field: string) => spelled[field as TextField] ?? whole)
}

const withLink = (body: string): string => (body.includes('{link}') ? body : `${body}\n\n{link}`)

export type Rendering = { words: OwnWords; language: Language; moment: Moment; values: Values; isSandbox: boolean }

/** Subject and text of a reminder, as they are sent by hand and in events. */
export function renderText({ words, language, moment, values, isSandbox }: Rendering): ReminderText {
  const { subject, body } = words[language][moment] ?? usualText(moment, language)
  const mark = isSandbox ? `[${testMark(language)}] ` : ''
  return {
    subject: oneLine(mark + filled(subject, values, language)),
    body: mark + filled(withLink(body), values, language),
  }
}

/** The same as a mail, whose end says how to get no more of them. */
export function reminderMail(to: string, stopUrl: string, rendering: Rendering): Mail {
  const { words, language, moment, values, isSandbox } = rendering
  const { body } = words[language][moment] ?? usualText(moment, language)
  return composeLetter({
    kind: 'reminder',
    to,
    language,
    subject: renderText(rendering).subject,
    mark: isSandbox ? testMark(language) : null,
    body: filled(withLink(body), { ...values, link: linkPlace }, language),
    link: values.link,
    end: filled(inLanguage(mailEnd, language), values, language),
    stopUrl,
  })
}

/** Refuses fields that do not exist: a payer would read them as they stand. */
export function checkWords(words: OwnWords): void {
  const known: readonly string[] = textFields
  const problems = languages.flatMap(language =>
    moments.flatMap(moment =>
      (['subject', 'body'] as const).flatMap(part => {
        const text = words[language][moment]?.[part] ?? ''
        const wrong = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, field = '']) => !known.includes(field))
        if (wrong === undefined) return []
        const fields = textFields.map(field => `{${field}}`).join(', ')
        const message = `has ${wrong[0]}, which is not a field: use ${fields}`
        return [{ path: `/words/${language}/${moment}/${part}`, code: 'invalid', message, info: {} }]
      }),
    ),
  )
  if (problems.length > 0) throw new InvalidRequest(problems)
}
