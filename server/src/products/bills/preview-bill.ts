import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { componentsView } from '../../money/transactions/views.ts'
import { amountDue } from './amount-due.ts'
import { datesOf } from './asked-change.ts'
import { type BillForm, readTerms } from './read-terms.ts'

/** What a bill with these terms would amount to on some days. */
export function previewBill(form: BillForm, days: readonly Day[]) {
  const terms = readTerms(form)
  const dates = datesOf(terms)
  return {
    ...dates,
    days: days.map(date => {
      const { total, ...components } = amountDue(terms, date)
      return {
        date,
        amount: formatAmount(total),
        components: componentsView(components),
        isPayable: date <= dates.payableUntil,
      }
    }),
  }
}
