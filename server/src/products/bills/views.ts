import { typedLineOf } from '../../platform/brazil/boleto.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { isOfBoleto } from '../../money/transactions/unmatched.ts'
import type { PaidComponents } from '../../money/rails/due-terms.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { componentsView } from '../../money/transactions/views.ts'
import { amountDue } from './amount-due.ts'
import { type BillMethod, type WholeBill, billStateOf } from './bill.ts'
import { storedTermsOf } from './read-terms.ts'

/** What is owed on a day, by our own calculation. */
export function amountDueView(bill: WholeBill, date: Day) {
  const { total, ...components } = dueOn(bill, date)
  return {
    date,
    amount: formatAmount(total),
    components: componentsView(components),
    isPayable: date <= bill.payableUntil,
  }
}

export const dueOn = (bill: WholeBill, day: Day) => amountDue(storedTermsOf(bill), day)

/** How the paid amount is made up; null: not paid, or not known. */
export function paidComponents(bill: WholeBill): PaidComponents | null {
  const { paidOriginal, paidFine, paidInterest, paidRebate, paidDiscount } = bill
  if (paidOriginal === null) return null
  return {
    original: paidOriginal,
    fine: paidFine ?? 0n,
    interest: paidInterest ?? 0n,
    rebate: paidRebate ?? 0n,
    discount: paidDiscount ?? 0n,
  }
}

function paymentView(bill: WholeBill, addresses: PublicAddresses) {
  const { merchantId, id, paidOn, paidAmount, completedAt } = bill
  if (paidOn === null || paidAmount === null) return null
  const components = paidComponents(bill)
  const expected = dueOn(bill, paidOn).total
  return {
    date: paidOn,
    amount: formatAmount(paidAmount),
    components: components && componentsView(components),
    expectedAmount: formatAmount(expected),
    difference: formatAmount(paidAmount - expected),
    method: bill.endToEndId === null || isOfBoleto(bill) ? ('boleto' as const) : ('pix' as const),
    isSettled: completedAt !== null,
    receiptUrl: completedAt === null ? null : addresses.receipt(merchantId, id),
  }
}

const methodsOf = ({ ourNumber }: WholeBill): BillMethod[] => (ourNumber === null ? ['pix'] : ['pix', 'boleto'])

/** What the payer types or scans. Nulls: the bank has not registered it yet. */
export const boletoView = ({ ourNumber, bankNumber, barcode }: WholeBill) =>
  ourNumber === null ? null : { bankNumber, barcode, typedLine: barcode && typedLineOf(barcode) }

/** One without an end is being cancelled at its bank. */
export const isPayable = ({ state, expiresAt }: WholeBill, now: Date) =>
  state === 'Registered' && expiresAt !== null && expiresAt > now

export function billView(bill: WholeBill, addresses: PublicAddresses, { now, today }: { now: Date; today: Day }) {
  const { merchantId, id, terms } = bill
  const payable = isPayable(bill, now)
  return {
    id,
    state: billStateOf(bill, today),
    transactionState: formatState(bill.state),
    amount: formatAmount(bill.amount),
    dueDate: bill.dueDate,
    payableDaysAfterDue: bill.payableDaysAfterDue,
    payableUntil: bill.payableUntil,
    fine: terms.fine,
    interest: terms.interest,
    rebate: terms.rebate,
    discount: terms.discount,
    description: bill.orderDescription,
    lines: bill.lines,
    orderId: bill.orderId,
    metadata: bill.metadata ?? {},
    customerId: bill.customerId,
    payer: bill.counterparty,
    onlyThisPayer: bill.onlyThisPayer,
    url: addresses.payerPage(merchantId, id),
    qrCode: payable ? bill.qrCode : null,
    qrCodeLocation: payable ? addresses.qrCode(merchantId, id) : null,
    methods: methodsOf(bill),
    boleto: boletoView(bill),
    amountDue: payable ? amountDueView(bill, today) : null,
    payment: paymentView(bill, addresses),
    creationDate: bill.createdAt.toISOString(),
  }
}
