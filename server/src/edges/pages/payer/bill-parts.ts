import { formatTypedLine, typedLineOf } from '../../../platform/brazil/boleto.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { type Day, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import type { PaidComponents } from '../../../money/rails/due-terms.ts'
import { type WholeBill, billStateOf } from '../../../products/bills/bill.ts'
import { dueOn, paidComponents } from '../../../products/bills/views.ts'
import { type Row, barcodeImage, codeField, details, reais } from '../kit/pieces.ts'
import { wordsIn } from './texts.ts'

const dayFormats = {
  pt: new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>

const spellDay = (day: Day, language: Language): Html =>
  html`<time datetime="${day}">${dayFormats[language].format(startOfDay(day))}</time>`

/** What is owed today. */
export const owedToday = (bill: WholeBill, today: Day): Micros => dueOn(bill, today).total

/** When a bill is due, and that it is late. */
export function billDates(bill: WholeBill, today: Day, language: Language): Html {
  const say = wordsIn(language)
  const isOverdue = billStateOf(bill, today) === 'Overdue'
  return html`${isOverdue ? html`<p class="notice warn" role="status"><strong>${say('overdue')}</strong> ${say('overdueIntro')}</p>` : null}
${details([
  [say('dueDate'), spellDay(bill.dueDate, language)],
  [say('payableUntil'), spellDay(bill.payableUntil, language)],
])}`
}

/** What is billed, and how the amount of today, or the paid one, is made up. */
export function billAmounts(bill: WholeBill, today: Day, language: Language): Html {
  const say = wordsIn(language)
  const { total: owed, ...due } = dueOn(bill, today)
  const isPaid = bill.paidAmount !== null
  const parts = isPaid ? paidComponents(bill) : due
  const sum = bill.paidAmount ?? owed
  const lines = (bill.lines ?? []).map(
    (line): Row => [oneLine(line.description), reais(parseAmount(line.amount), language)],
  )
  const original: Row = [say('original'), reais(bill.amount, language)]
  if (parts === null || !isChanged(parts)) return lines.length === 0 ? html`` : details([...lines, original], 'sum')
  const total: Row = [say(isPaid ? 'paidTotal' : 'owedTotal'), reais(sum, language)]
  return details([...lines, ...partRows(parts, language), total], 'sum')
}

/** Its other way to be paid: what a payer types, and the barcode. A bill without a boleto has none. */
export function billBoleto({ barcode }: WholeBill, svg: string | null, language: Language): Html | null {
  if (barcode === null || svg === null) return null
  const say = wordsIn(language)
  return html`<div class="boleto">
<h2>${say('boleto')}</h2>
<p class="quiet">${say('boletoIntro')}</p>
<div>${codeField(formatTypedLine(typedLineOf(barcode)), language, 'line')}</div>
${barcodeImage(svg, language)}
</div>`
}

const isChanged = ({ fine, interest, rebate, discount }: PaidComponents) =>
  [fine, interest, rebate, discount].some(amount => amount !== 0n)

function partRows({ original, fine, interest, rebate, discount }: PaidComponents, language: Language): Row[] {
  const say = wordsIn(language)
  const shown = (amount: Micros) => (amount === 0n ? null : reais(amount, language))
  return [
    [say('original'), reais(original, language)],
    [say('fine'), shown(fine)],
    [say('interest'), shown(interest)],
    [say('rebate'), shown(-rebate)],
    [say('discount'), shown(-discount)],
  ]
}
