import type { Sql } from '../../../platform/db/db.ts'
import type { TakeStep } from '../../../money/bank-orders/run-orders.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'
import type { Door } from '../../../money/transactions/door.ts'
import { orderOver } from '../../../money/transactions/order-over.ts'
import type { KnownBoleto } from '../../../money/rails/boleto-rail.ts'
import type { WholeBill } from '../bill.ts'
import { readBill } from '../read-bill.ts'
import { holdPaidBoleto, knownAs } from './record-boleto.ts'
import { knownOf } from './register-boleto.ts'

/**
 * Asks until the bank has the money of a boleto that was paid, one to three business days later: then it is available, or kept
 * for a person where the boleto does not pay its bill.
 */
export const settleBoleto =
  (needs: { sql: Sql; door: Door }): TakeStep =>
  async ({ merchantId, transactionId: id, subject }, rails, call) => {
    const bill = await readBill(needs, merchantId, id)
    if (subject === null && bill.state !== 'ToSettle') return orderOver(needs.door, async () => {})
    const report = await requireRail(rails.boletos).findBoleto(knownPaid(bill, subject), call)
    if (report?.state !== 'paid' || !report.isSettled) return { step: 'again' }
    return orderOver(needs.door, async write => {
      if (subject === null) await write.apply({ merchantId, id, event: { kind: 'boletoSettled' } })
      else await holdPaidBoleto(write, bill, { externalId: subject, paid: report })
    })
  }

/** `subject`: the boleto that does not pay its bill; null: the one that does. */
export const knownPaid = (bill: WholeBill, subject: string | null): KnownBoleto =>
  subject === null ? knownOf(bill) : { ...knownAs(bill, subject), isPaidBySlip: true }
