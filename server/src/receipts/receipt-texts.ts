import { oneLine } from '../http/html.ts'
import { type Language, type Translated, inLanguage } from '../http/languages.ts'
import { testMark } from '../http/test-mark.ts'
import { formatReais } from '../brazil/money.ts'
import { payerWords } from '../transactions/words.ts'
import type { Party, Receipt } from './read-receipt.ts'

/** Everything a receipt says of itself, Portuguese and English side by side. */
const texts = {
  title: ['Comprovante de pagamento', 'Payment receipt'],
  ...payerWords,
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
  awayTitle: ['Não conseguimos mostrar o comprovante agora', 'We cannot show the receipt right now'],
  awayIntro: ['Tente de novo em instantes. Ele continua guardado.', 'Try again in a moment. It is still kept.'],
  otherLanguage: ['English', 'Português'],
} as const satisfies Record<string, Translated>

export const say = (key: keyof typeof texts, language: Language): string => inLanguage(texts[key], language)

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
  /** Of a sandbox: that it is worth nothing, and why. */
  test: { mark: string; meaning: string } | null
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
    test: receipt.isSandbox ? { mark: testMark(language), meaning: say('sandbox', language) } : null,
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

const dateFormats = {
  pt: new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>

const formatDate = (date: Date, language: Language) => dateFormats[language].format(date)
