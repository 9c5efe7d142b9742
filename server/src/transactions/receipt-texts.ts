import { formatReais } from '../lib/money.ts'
import type { Party, Receipt } from './read-receipt.ts'

export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

/** Everything a receipt says of itself, Portuguese and English side by side. */
const texts = {
  language: ['pt-BR', 'en'],
  title: ['Comprovante de pagamento', 'Payment receipt'],
  Completed: ['Pagamento concluído', 'Payment completed'],
  Reversed: ['Pagamento estornado', 'Payment reversed'],
  Refunded: ['Pagamento devolvido', 'Payment refunded'],
  returnedOn: ['Valor devolvido em', 'Amount returned on'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  payer: ['Quem pagou', 'Paid by'],
  receiver: ['Quem recebeu', 'Paid to'],
  name: ['Nome', 'Name'],
  taxNumber: ['CPF/CNPJ', 'Tax ID (CPF/CNPJ)'],
  bank: ['Instituição', 'Bank'],
  details: ['Detalhes', 'Details'],
  paymentType: ['Forma de pagamento', 'Payment method'],
  PIX: ['Pix', 'Pix'],
  OpenFinance: ['Pix por Open Finance', 'Pix by Open Finance'],
  orderDescription: ['Descrição', 'Description'],
  orderId: ['Pedido', 'Order'],
  endToEndId: ['ID Pix (E2E)', 'Pix ID (E2E)'],
  transactionId: ['ID da transação', 'Transaction ID'],
  sandbox: ['Ambiente de testes: nenhum dinheiro foi movimentado.', 'Test environment: no money was moved.'],
  download: ['Baixar PDF', 'Download PDF'],
  otherLanguage: ['English', 'Português'],
} as const satisfies Record<string, readonly [pt: string, en: string]>

export const say = (key: keyof typeof texts, language: Language): string =>
  texts[key][languages.indexOf(language)] ?? ''

export const otherLanguage = (language: Language): Language => (language === 'pt' ? 'en' : 'pt')

type Line = readonly [label: string, value: string]
export type Section = { heading: string; lines: Line[] }

/** A receipt in words, in the order in which it is read. The page and the PDF show this and nothing else. */
export type ReceiptLines = {
  title: string
  state: string
  amount: string
  date: string
  timeZone: string
  /** Says that the money went back, and when. */
  returned: string | null
  sections: Section[]
  note: string | null
}

export function receiptLines(receipt: Receipt, language: Language): ReceiptLines {
  const { returned } = receipt
  return {
    title: say('title', language),
    state: say(returned?.state ?? 'Completed', language),
    amount: formatReais(receipt.amount, language).replace(' ', '\u00a0'),
    date: formatDate(receipt.paidAt, language),
    timeZone: say('timeZone', language),
    returned: returned && `${say('returnedOn', language)} ${formatDate(returned.at, language)}.`,
    sections: [
      section('payer', language, partyLines(receipt.payer)),
      section('receiver', language, partyLines(receipt.receiver)),
      section('details', language, [
        ['paymentType', say(receipt.paymentType, language)],
        ['orderDescription', receipt.orderDescription],
        ['orderId', receipt.orderId],
        ['endToEndId', receipt.endToEndId],
        ['transactionId', receipt.id],
      ]),
    ].filter(({ lines }) => lines.length > 0),
    note: receipt.isSandbox ? say('sandbox', language) : null,
  }
}

type Fact = readonly [label: keyof typeof texts, value: string | null | undefined]

const partyLines = (party: Party | null): Fact[] => [
  ['name', party?.name],
  ['taxNumber', party?.taxNumber],
  ['bank', party?.bank],
]

/** What is not known is left out. */
const section = (heading: keyof typeof texts, language: Language, facts: Fact[]): Section => ({
  heading: say(heading, language),
  lines: facts
    .map(([label, value]) => [say(label, language), oneLine(value ?? '')] as const)
    .filter(([, value]) => value !== ''),
})

/** Line breaks, and marks that turn the reading direction, could make a name look like another line of the receipt. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()

const dateFormats = {
  pt: new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>

const formatDate = (date: Date, language: Language) => dateFormats[language].format(date)

/** What was asked for; else whichever of the two the browser likes better; else Portuguese. */
export function chooseLanguage(asked: Language | undefined, acceptLanguage = ''): Language {
  if (asked !== undefined) return asked
  const liked = Array.from(acceptLanguage.matchAll(/(?:^|,)\s*(pt|en)\b[^,;]*(?:;\s*q=([\d.]+))?/gi))
    .map(([, language = '', quality = '1']) => ({ language: language.toLowerCase(), quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return liked[0]?.language === 'en' ? 'en' : 'pt'
}
