import { formatTypedLine, typedLineOf } from '../../../platform/brazil/boleto.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import { type Day, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { isGenuineCnpj, maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { oneLine } from '../../../platform/http/html.ts'
import { type Language, testMark } from '../../../platform/http/languages.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { taxNumberOf } from '../../../money/transactions/counterparty.ts'
import { merchantParty } from '../../receipts/read-receipt.ts'
import { type WholeBill, billStateOf } from '../bill.ts'
import { dueOn, isPayable, paidComponents } from '../views.ts'
import { spellAmount, termSentences } from './term-sentences.ts'
import { type TextKey, say, spellDay } from './texts.ts'

export type Line = readonly [label: string, value: string]

/** A boleto as it is printed, in Portuguese. */
export type Slip = {
  barcode: string
  typedLine: string
  bankNumber: string
  beneficiary: string
  payer: string
  payerAddress: string
  dueDate: string
  documentDate: string
  documentNumber: string
  amount: string
  instructions: string[]
}

/** A bill in words, in the order in which it is read. */
export type Sheet = {
  title: string
  merchant: { name: string; number: string }
  state: string
  /** How the state is to be seen: to be paid, late, paid, or no longer valid. */
  look: 'due' | 'late' | 'good' | 'over'
  amountLabel: string
  amount: string
  dueDate: string
  /** Empty: it cannot be paid any more, or not now. */
  payableUntil: string
  payer: string[]
  details: Line[]
  /** The last is the sum of the others. */
  parts: Line[]
  terms: string[]
  /** What pays it. Nulls: nothing pays it, or not in this way. */
  qrCode: string | null
  slip: Slip | null
  url: string
  test: { mark: string; meaning: string } | null
}

export type SheetInput = {
  bill: WholeBill
  merchant: Merchant
  now: Date
  /** The payer's page. */
  url: string
  isSandbox: boolean
  /** Anybody with the address may open the payer's: it has the document masked, and no address. */
  isForMerchant: boolean
}

export function sheetOf(input: SheetInput, language: Language): Sheet {
  const { bill, merchant, now, url, isSandbox } = input
  const today = dayOf(now)
  const canBePaid = isPayable(bill, now) && merchant.state !== 'Suspended'
  const state = stateOf(input, today)
  const isPaid = bill.paidAmount !== null
  const amount = bill.paidAmount ?? (canBePaid ? dueOn(bill, today).total : bill.amount)
  const amountKey = isPaid ? 'paid' : canBePaid ? 'owedOn' : 'amount'
  return {
    title: say('title', language),
    merchant: recipientOf(merchant),
    state: say(state, language, { day: spellDay(bill.paidOn ?? today) }),
    look: looks[state] ?? 'over',
    amountLabel: say(amountKey, language, { day: spellDay(today) }),
    amount: spellAmount(amount, language),
    dueDate: spellDay(bill.dueDate),
    payableUntil: canBePaid ? say('payableUntil', language, { day: spellDay(bill.payableUntil) }) : '',
    payer: [payerName(bill), payerDocument(input), payerAddress(input)].filter(text => text !== ''),
    details: (
      [
        ['description', bill.orderDescription],
        ['orderId', bill.orderId],
        ['billId', bill.id],
      ] as const
    ).flatMap(([key, value]) => (value === null ? [] : [[say(key, language), oneLine(value)] as const])),
    parts: partsOf(bill, today, canBePaid, language),
    terms: canBePaid ? termSentences(bill, language) : [],
    qrCode: canBePaid ? bill.qrCode : null,
    slip: canBePaid ? slipOf(input) : null,
    url,
    test: isSandbox ? { mark: testMark(language), meaning: say('sandbox', language) } : null,
  }
}

const looks: Partial<Record<TextKey, Sheet['look']>> = { Open: 'due', Overdue: 'late', ToSettle: 'good', Paid: 'good' }

function stateOf({ bill, merchant, now }: SheetInput, today: Day): TextKey {
  const state = billStateOf(bill, today)
  if (state === 'Paid') return bill.state === 'ToSettle' ? 'ToSettle' : 'Paid'
  if (bill.state === 'Created') return 'Registering'
  if (!isPayable(bill, now) || state === 'Cancelled' || state === 'Expired') return 'Over'
  return merchant.state === 'Suspended' ? 'Suspended' : state
}

function recipientOf(merchant: Merchant) {
  const { name, taxNumber } = merchantParty(merchant)
  return { name: oneLine(name ?? ''), number: `${isGenuineCnpj(merchant.taxNumber) ? 'CNPJ' : 'CPF'} ${taxNumber}` }
}

const payerName = ({ counterparty }: WholeBill): string => oneLine(counterparty?.name ?? '')

function payerDocument({ bill: { counterparty }, isForMerchant }: SheetInput): string {
  const taxNumber = taxNumberOf(counterparty)
  if (taxNumber === null) return ''
  return `${counterparty?.cpf === null ? 'CNPJ' : 'CPF'} ${isForMerchant ? spelled(taxNumber) : maskTaxNumber(taxNumber)}`
}

const spelled = (taxNumber: string): string =>
  taxNumber.length === 11
    ? taxNumber.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : taxNumber.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')

function payerAddress({ bill: { payerContact }, isForMerchant }: SheetInput): string {
  const address = payerContact?.address
  if (!isForMerchant || !address) return ''
  const postalCode = address.postalCode.replace(/^(.{5})(...)$/, '$1-$2')
  return oneLine(`${address.street}, ${address.city} - ${address.state}, ${postalCode}`)
}

/** So many lines of a bill are listed; those after them are one line. A bill is one sheet. */
const mostLines = 6

/** What is billed, and how the amount of today, or the paid one, is made up. */
function partsOf(bill: WholeBill, today: Day, canBePaid: boolean, language: Language): Line[] {
  const { total, ...due } = dueOn(bill, today)
  const parts = bill.paidAmount !== null ? paidComponents(bill) : canBePaid ? due : null
  const lines = linesOf(bill, language)
  const original: Line = [say('original', language), spellAmount(bill.amount, language)]
  const changes = (
    [
      ['fine', parts?.fine ?? 0n],
      ['interest', parts?.interest ?? 0n],
      ['rebate', -(parts?.rebate ?? 0n)],
      ['discount', -(parts?.discount ?? 0n)],
    ] as const
  ).flatMap(([key, amount]): Line[] => (amount === 0n ? [] : [[say(key, language), spellAmount(amount, language)]]))
  if (changes.length === 0) return lines.length === 0 ? [] : [...lines, original]
  const sum: Line =
    bill.paidAmount === null
      ? [say('owedTotal', language, { day: spellDay(today) }), spellAmount(total, language)]
      : [say('paidTotal', language), spellAmount(bill.paidAmount, language)]
  return [...lines, original, ...changes, sum]
}

function linesOf({ lines }: WholeBill, language: Language): Line[] {
  const all = lines ?? []
  const listed = all.length > mostLines ? all.slice(0, mostLines - 1) : all
  const others = all.slice(listed.length)
  const sum = others.reduce((total, { amount }) => total + parseAmount(amount), 0n)
  return [
    ...listed.map(
      ({ description, amount }): Line => [oneLine(description), spellAmount(parseAmount(amount), language)],
    ),
    ...(others.length === 0
      ? []
      : [[say('moreLines', language, { count: String(others.length) }), spellAmount(sum, language)] as const]),
  ]
}

/** Null: it has none, or its bank has not registered it yet. */
function slipOf(input: SheetInput): Slip | null {
  const { bill, merchant } = input
  const { barcode, bankNumber } = bill
  if (barcode === null) return null
  const { name, number } = recipientOf(merchant)
  return {
    barcode,
    typedLine: formatTypedLine(typedLineOf(barcode)),
    bankNumber: bankNumber ?? '',
    beneficiary: `${name} - ${number}`,
    payer: [payerName(bill), payerDocument(input)].join(' - '),
    payerAddress: payerAddress(input),
    dueDate: spellDay(bill.dueDate),
    documentDate: spellDay(dayOf(bill.createdAt)),
    documentNumber: oneLine(bill.orderId ?? bill.ourNumber ?? ''),
    amount: spellAmount(bill.amount, 'pt'),
    instructions: termSentences(bill, 'pt'),
  }
}
