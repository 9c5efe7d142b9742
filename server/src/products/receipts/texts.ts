import { oneLine } from '../../platform/http/html.ts'
import { type Language, type Translated, inLanguage, testMark } from '../../platform/http/languages.ts'
import { type Micros, formatReais } from '../../platform/brazil/money.ts'
import { payerWords } from '../../money/transactions/words.ts'
import type { Party, Receipt, Returned } from './read-receipt.ts'

/** Everything a receipt says of itself, Portuguese and English side by side. */
const texts = {
  title: ['Comprovante de pagamento', 'Payment receipt'],
  ...payerWords,
  returnedOn: ['Valor devolvido em', 'Amount returned on'],
  returns: ['Devoluções', 'Refunds'],
  paid: ['Pago em', 'Paid on'],
  returned: ['Devolvido', 'Returned'],
  left: ['Restante', 'Left'],
  lessReturned: ['Devolvido em', 'Returned on'],
  lessEarlier: ['Devolvido antes, até', 'Returned before, until'],
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
  notFoundTitle: ['Comprovante não encontrado', 'Receipt not found'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Peça o link de novo a quem enviou.',
    'The address is incomplete or does not exist. Ask the sender for the link again.',
  ],
  fileName: ['comprovante', 'receipt'],
} as const satisfies Record<string, Translated>

export const say = (key: keyof typeof texts, language: Language): string => inLanguage(texts[key], language)

type Line = readonly [label: string, value: string]
/** `isSum`: its lines are amounts that add up to the last one. */
export type Section = { heading: string; lines: Line[]; isSum?: boolean }

/** A receipt in words, in the order in which it is read. The page and the PDF show this and nothing else. */
export type ReceiptLines = {
  title: string
  state: string
  amount: string
  date: string
  timeZone: string
  /** Says that money went back: when, or how much of it. */
  returned: string | null
  /** Nothing of the amount is left. */
  isAllReturned: boolean
  sections: Section[]
  /** Of a sandbox: that it is worth nothing, and why. */
  test: { mark: string; meaning: string } | null
}

export function receiptLines(receipt: Receipt, language: Language): ReceiptLines {
  const { returned } = receipt
  return {
    title: say('title', language),
    state: say(returned?.state ?? 'Completed', language),
    amount: money(receipt.amount, language),
    date: formatDate(receipt.paidAt, language),
    timeZone: say('timeZone', language),
    returned: returned && whatReturned(returned, language),
    isAllReturned: returned?.left === 0n,
    sections: [
      returnsSection(receipt, language),
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

const money = (amount: Micros, language: Language) => formatReais(amount, language).replace(' ', '\u00a0')

/** When all of it went back, or how much did and how much is left. */
function whatReturned({ amount, left, at }: Returned, language: Language): string {
  if (left === 0n) return `${say('returnedOn', language)} ${formatDate(at, language)}.`
  return `${say('returned', language)}: ${money(amount, language)}. ${say('left', language)}: ${money(left, language)}.`
}

/** So many refunds are listed, the newest; those before them are one line. A receipt is one page. */
const mostReturns = 4

/** The sum, line by line: paid, less what went back and when, and what is left. Where all went back at once the notice has said so. */
function returnsSection({ amount, paidAt, returned }: Receipt, language: Language): Section {
  const heading = say('returns', language)
  const parts = returned?.parts ?? []
  if (returned === null || (returned.left === 0n && parts.length < 2)) return { heading, lines: [] }
  const newest = parts.slice(-mostReturns)
  const earlier = parts.slice(0, -mostReturns)
  const less = (words: 'lessReturned' | 'lessEarlier', sum: Micros, at: Date): Line => [
    `${say(words, language)} ${shortDate(at, language)}`,
    `- ${money(sum, language)}`,
  ]
  const listed = newest.reduce((sum, part) => sum + part.amount, 0n)
  const last = earlier.at(-1)
  return {
    heading,
    isSum: true,
    lines: [
      [`${say('paid', language)} ${shortDate(paidAt, language)}`, money(amount, language)],
      ...(last === undefined ? [] : [less('lessEarlier', returned.amount - listed, last.at)]),
      ...newest.map(part => less('lessReturned', part.amount, part.at)),
      [say('left', language), money(returned.left, language)],
    ],
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

const shortFormats = {
  pt: new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>

/** For lines of a sum, which stand below each other. */
const shortDate = (date: Date, language: Language) => shortFormats[language].format(date)

const formatDate = (date: Date, language: Language) => dateFormats[language].format(date)
