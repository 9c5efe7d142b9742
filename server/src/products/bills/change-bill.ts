import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { parseAmount } from '../../platform/brazil/money.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import type { Door } from '../../money/transactions/door.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { changeOf, datesOf, requestedOf } from './asked-change.ts'
import { type AskedChange, type BillChange, type RequestedBill, type WholeBill, endOf } from './bill.ts'
import { readBill } from './read-bill.ts'
import { readTerms, refuseToday } from './read-terms.ts'
import type { BillChanges } from './schemas.ts'
import { updateAsked } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  readMerchant: ReadMerchant
  door: Door
  bankOrders: Pick<OrderRunner, 'tryNow' | 'askNow'>
}
type ChangeBillInput = {
  merchantId: string
  billId: string
  changes: BillChanges
  /** The entry of the person who changes it; not said: a key does. */
  audit?: (change: BillChange) => Audit
}

/** How long somebody waits for their bank, */
const mostSeconds = 8
/** and for another change of the same bill to be over. */
const [mostTurns, turnMs] = [40, 100] as const

/**
 * Changes an unpaid bill, at its bank first, by an order: whatever becomes of this request, the books end with what the bank
 * has. Another change waits until that is known; the same one asks about it again.
 */
export async function changeBill(needs: Needs, input: ChangeBillInput): Promise<WholeBill> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const asked = await askChange(needs, input)
    if (asked !== null) return endOfChange(needs, input, asked)
    await delay(turnMs)
  }
  throw new ApiError('TransactionStateNotAllowed', {
    message: 'the bank has not confirmed an earlier change of the bill yet: repeat later',
  })
}

type Ordered = { id: string; requested: RequestedBill; isNew: boolean }

/** Writes what is requested, with the order to the bank. Null: another change is not over yet. */
async function askChange(
  needs: Needs,
  { merchantId, billId, changes, audit }: ChangeBillInput,
): Promise<Ordered | null> {
  const { id } = await readBill(needs, merchantId, billId)
  const merchant = await needs.readMerchant(merchantId)
  return needs.door.commit(async write => {
    await write.lock({ merchantId, id })
    const bill = await readBill({ sql: write.tx }, merchantId, id)
    const now = clockOf(needs, merchant)
    if (bill.ourNumber !== null)
      throw new ApiError('TransactionStateNotAllowed', {
        message: 'a bill with a boleto cannot be changed: cancel it and create another',
      })
    refuseClosed(bill, now)
    const after = changed(bill, changes)
    const made = { at: now.toISOString(), by: audit === undefined ? 'key' : 'person' } as const
    const requested = requestedOf(after, made)
    if (isUnderWay(bill.askedChange)) {
      const { id: orderId, requested: before } = bill.askedChange
      return isSame(before, requested) ? { id: orderId, requested: before, isNew: false } : null
    }
    const terms = readTerms({ ...after, ...after.terms })
    const today = dayOf(now)
    // What was due before stays due then, as long as it can be paid.
    refuseToday(terms, today, changes.dueDate === undefined ? after.payableUntil : after.dueDate)
    const end = endOf(after.payableUntil)
    const expiresAt = bill.expiresAt !== null && bill.expiresAt > end ? bill.expiresAt : end
    const { order } = await write.apply({ merchantId, id, event: { kind: 'changeAsked', expiresAt } })
    if (order === null) throw new ApiError('BankNotConnected')
    await updateAsked(write.tx, { merchantId, id, askedChange: { id: order.id, requested, refusal: null } })
    await recordAudit(write.tx, audit?.(changeOf(bill, after, made)))
    return { id: order.id, requested, isNew: true }
  })
}

/** Whenever it is asked for, and as it is stored. */
const isSame = (one: RequestedBill, { at: _at, by: _by, ...other }: RequestedBill): boolean =>
  isDeepStrictEqual({ ...one, at: '', by: '' }, { ...JSON.parse(JSON.stringify(other)), at: '', by: '' })

const isUnderWay = (asked: AskedChange | null): asked is AskedChange & { requested: RequestedBill } =>
  asked !== null && asked.requested !== null

/** Takes the order to the bank, and answers what has become of it. */
async function endOfChange(
  needs: Needs,
  { merchantId, billId }: ChangeBillInput,
  { id, requested, isNew }: Ordered,
): Promise<WholeBill> {
  const { bankOrders } = needs
  await (isNew ? bankOrders.tryNow : bankOrders.askNow)({ merchantId, id }, mostSeconds)
  const bill = await readBill(needs, merchantId, billId)
  if (bill.changes.some(({ at }) => at === requested.at)) return bill
  const asked = bill.askedChange?.id === id ? bill.askedChange : null
  if (asked?.refusal) throw new ApiError(asked.refusal.reason, asked.refusal)
  if (isUnderWay(asked))
    throw new ApiError('BankUnavailable', {
      message: 'the bank has not confirmed the change yet, and is asked again until it has: repeat to see the result',
      retryAfterSeconds: 5,
    })
  throw new ApiError('TransactionStateNotAllowed', { message: 'the bill was changed by somebody else: repeat' })
}

/** What is left out stays as it is. */
function changed(bill: WholeBill, { description, amount, lines, ...changes }: BillChanges): WholeBill {
  const { fine, interest, rebate, discount, dueDate = bill.dueDate } = changes
  const { payableDaysAfterDue = bill.payableDaysAfterDue } = changes
  const { terms } = bill
  return {
    ...bill,
    amount: amount === undefined ? bill.amount : parseAmount(amount),
    orderDescription: description === undefined ? bill.orderDescription : description,
    // The old lines do not add up to a new amount.
    lines: lines === undefined ? (amount === undefined ? bill.lines : null) : lines,
    terms: {
      fine: fine === undefined ? terms.fine : fine,
      interest: interest === undefined ? terms.interest : interest,
      rebate: rebate === undefined ? terms.rebate : rebate,
      discount: discount === undefined ? terms.discount : discount,
    },
    dueDate,
    payableDaysAfterDue,
    ...datesOf({ dueDate, payableDaysAfterDue }),
  }
}

/** One without an end is being cancelled at its bank. */
function refuseClosed({ state, expiresAt }: Pick<WholeBill, 'state' | 'expiresAt'>, now: Date): void {
  const why =
    state !== 'Registered'
      ? formatState(state)
      : expiresAt === null
        ? 'being closed'
        : expiresAt <= now
          ? 'expired'
          : null
  if (why !== null)
    throw new ApiError('TransactionStateNotAllowed', { message: `the bill is ${why} and cannot be changed` })
}
