import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { FollowBills, PaidBill } from '../../money/transactions/commit-hooks.ts'
import { amountDue } from './amount-due.ts'
import { type Bill, type WholeBill, notPaid } from './bill.ts'
import { storedTermsOf } from './read-terms.ts'
import { paidComponents } from './views.ts'
import { selectBillsOf, updatePaid } from './sql.ts'

/** Called in the commit that books payments of bills, or takes them back: stores the day, and how the bank makes the amount up. */
export const recordPaidBills: FollowBills = async (tx, paid) => {
  const bills = await selectBillsOf(tx, paid)
  const paidOf = new Map(paid.map(one => [one.id, one]))
  await updatePaid(
    tx,
    bills.flatMap(bill => {
      const one = paidOf.get(bill.id)
      return one === undefined ? [] : [{ ...bill, ...partsOf(bill, one) }]
    }),
  )
}

/** Of a paid bill whose terms were others at its bank: how the amount is made up where the bank did not say. */
export function partsByTerms(bill: WholeBill): Partial<Bill> {
  const { amount, paidAmount, paidOn } = bill
  if (paidAmount === null || paidOn === null || paidComponents(bill)?.original === amount) return {}
  return partsOf(bill, { amount, paid: { amount: paidAmount, at: startOfDay(paidOn), components: null } })
}

/** Of a bank that does not say how the amount is made up, our own calculation counts only where it comes to the same. */
function partsOf(bill: Bill, { amount, paid }: Pick<PaidBill, 'amount' | 'paid'>): Partial<Bill> {
  if (paid === null) return notPaid
  const { components } = paid
  const paidOn = dayOf(paid.at)
  const { total, ...own } = amountDue(storedTermsOf({ ...bill, amount }), paidOn)
  const parts = components ?? (total === paid.amount ? own : null)
  return {
    paidOn,
    paidOriginal: parts?.original ?? null,
    paidFine: parts?.fine ?? null,
    paidInterest: parts?.interest ?? null,
    paidRebate: parts?.rebate ?? null,
    paidDiscount: parts?.discount ?? null,
  }
}
