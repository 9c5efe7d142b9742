import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { TakeStep } from '../../money/bank-orders/run-orders.ts'
import { isSameTerms } from '../../money/rails/due-terms.ts'
import type { DueCharge } from '../../money/rails/rails.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'
import { orderOver } from '../../money/transactions/order-over.ts'
import { billAfter, closedRefusal, dropAsked, makeAsked } from './asked-change.ts'
import type { AskedChange, WholeBill } from './bill.ts'
import { billAtBank } from './bill-at-bank.ts'
import { readBill } from './read-bill.ts'
import { storedTermsOf } from './read-terms.ts'

type Needs = { sql: Sql; door: Door; readMerchant: ReadMerchant }

/**
 * Has a bill changed at its bank. The same change may be sent often: what the bank has afterwards decides. Of a bill that was
 * paid or is being cancelled since, the bank is only asked: an earlier step may have changed it before.
 */
export const changeAtBank =
  (needs: Needs): TakeStep =>
  async ({ id: orderId, merchantId, transactionId: id }, rails, call) => {
    const rail = requireRail(rails.dueCharges)
    const bill = await readBill(needs, merchantId, id)
    const { askedChange, externalId } = bill
    const requested = askedChange?.id === orderId ? askedChange.requested : null
    if (requested === null || externalId === null) return orderOver(needs.door, async () => {})
    const after = billAfter(bill, requested)
    const isOpen = bill.state === 'Registered' && bill.expiresAt !== null
    const charge = isOpen
      ? await rail
          .changeCharge(await billAtBank(needs, after), { ...storedTermsOf(bill), message: bill.orderDescription })
          .catch(refusalIn)
      : await rail.findCharge({ externalId }, call)
    return orderOver(needs.door, async write => {
      // A changed one that is open has all that was asked for; one that was only looked up may be as it was.
      const isMade = isCharge(charge) && ((isOpen && charge.state === 'open') || hasTermsOf(charge, after))
      if (isMade) await makeAsked(write, bill, charge.qrCode)
      else await dropAsked(write, bill, isCharge(charge) || charge === null ? refusalOf(charge) : charge)
      // Its bank has closed it before we knew. Who paid may be reported elsewhere: then the payment is recorded from there.
      const paid = isCharge(charge) && !bill.onlyThisPayer ? charge.payments : []
      await write.applyEach(paid.map(payment => ({ merchantId, id, event: arrivedEvent(payment, rails.connectionId) })))
    })
  }

type Refusal = NonNullable<AskedChange['refusal']>

const isCharge = (said: DueCharge | Refusal | null): said is DueCharge => said !== null && 'payments' in said

const hasTermsOf = ({ terms }: DueCharge, bill: WholeBill): boolean =>
  terms !== null && isSameTerms(terms, storedTermsOf(bill))

function refusalOf(charge: DueCharge | null): Refusal {
  if (charge === null || charge.state === 'open') return closedRefusal
  const why = charge.state === 'removed' ? 'closed at its bank' : 'paid'
  return { ...closedRefusal, message: `the bill is ${why} and cannot be changed` }
}

/** What is refused for good; the bank is asked again about anything else. */
function refusalIn(error: unknown): Refusal {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const { reason, extra } = error
  return { reason, ...(extra.message !== undefined && { message: extra.message }) }
}
