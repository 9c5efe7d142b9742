import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import { businessDayFrom, lastPayableDay } from '../../platform/brazil/business-days.ts'
import type { ChangedBill } from '../../money/transactions/event.ts'
import type { Write } from '../../money/transactions/door.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import { type AskedChange, type BillChange, type RequestedBill, type WholeBill, endOf } from './bill.ts'
import { readBill } from './read-bill.ts'
import { partsByTerms } from './record-paid-bills.ts'
import { updateAsked, updatePaid, updateTerms } from './sql.ts'

/** Changes that a bill remembers. */
const mostKept = 50

/** The bill as it is to be. */
export function requestedOf(bill: WholeBill, made: Pick<BillChange, 'at' | 'by'>): RequestedBill {
  const { orderDescription: description, lines, terms, dueDate, payableDaysAfterDue } = bill
  return { amount: formatAmount(bill.amount), description, lines, terms, dueDate, payableDaysAfterDue, ...made }
}

/** The bill as it is once its bank has changed it. */
export function billAfter(bill: WholeBill, { amount, description, lines, terms, ...dates }: RequestedBill): WholeBill {
  const { dueDate, payableDaysAfterDue } = dates
  return {
    ...bill,
    amount: parseAmount(amount),
    orderDescription: description,
    lines,
    terms,
    dueDate,
    payableDaysAfterDue,
    ...datesOf({ dueDate, payableDaysAfterDue }),
  }
}

export const datesOf = ({ dueDate, payableDaysAfterDue }: Pick<WholeBill, 'dueDate' | 'payableDaysAfterDue'>) => ({
  onTimeUntil: businessDayFrom(dueDate),
  payableUntil: lastPayableDay(dueDate, payableDaysAfterDue),
})

/** What differs between two versions of a bill. */
export function changeOf(before: WholeBill, after: WholeBill, { at, by }: Pick<BillChange, 'at' | 'by'>): BillChange {
  const differs = ([was, is]: readonly [unknown, unknown]) => JSON.stringify(was) !== JSON.stringify(is)
  const shown = (bill: WholeBill) => ({
    amount: formatAmount(bill.amount),
    dueDate: bill.dueDate,
    payableDaysAfterDue: bill.payableDaysAfterDue,
    ...bill.terms,
  })
  const [was, is] = [shown(before), shown(after)]
  const names = Object.keys(is) as (keyof typeof is)[]
  return {
    at,
    by,
    terms: Object.fromEntries(
      names
        .filter(name => differs([was[name], is[name]]))
        .map(name => [name, { was: was[name] ?? null, is: is[name] ?? null }]),
    ),
    texts: [
      ...(differs([before.orderDescription, after.orderDescription]) ? ['description'] : []),
      ...(differs([before.lines, after.lines]) ? ['lines'] : []),
    ],
  }
}

/** The change is made at its bank: the books follow, also where the bill was paid since. */
export async function makeAsked(write: Write, { merchantId, id }: TransactionId, qrCode: string | null = null) {
  await write.lock({ merchantId, id })
  const bill = await readBill({ sql: write.tx }, merchantId, id)
  const requested = bill.askedChange?.requested ?? null
  if (requested === null || (bill.state !== 'Registered' && bill.state !== 'Completed'))
    return dropAsked(write, bill, closedRefusal)
  const after = billAfter(bill, requested)
  const changes = [...bill.changes, changeOf(bill, after, requested)].slice(-mostKept)
  await updateTerms(write.tx, { ...after, changes })
  if (bill.state === 'Completed') await updatePaid(write.tx, [{ ...after, ...partsByTerms(after) }])
  // One without an end is being cancelled at its bank.
  const expiresAt = bill.expiresAt && endOf(after.payableUntil)
  await write.apply({ merchantId, id, event: changedEvent({ ...after, expiresAt, qrCode: qrCode ?? bill.qrCode }) })
}

/** Its bank has not made it: the bill stays as it was. */
export async function dropAsked(write: Write, { merchantId, id }: TransactionId, refusal: AskedChange['refusal']) {
  await write.lock({ merchantId, id })
  const bill = await readBill({ sql: write.tx }, merchantId, id)
  if (bill.askedChange === null) return
  await updateAsked(write.tx, { merchantId, id, askedChange: { ...bill.askedChange, requested: null, refusal } })
  if (bill.state !== 'Registered' || bill.expiresAt === null) return
  await write.apply({ merchantId, id, event: changedEvent({ ...bill, expiresAt: endOf(bill.payableUntil) }) })
}

export const closedRefusal = {
  reason: 'TransactionStateNotAllowed',
  message: 'the bill is closed and cannot be changed',
} as const

const changedEvent = ({ amount, expiresAt, orderDescription, qrCode }: ChangedBill) =>
  ({ kind: 'changed', amount, expiresAt, orderDescription, qrCode }) as const
