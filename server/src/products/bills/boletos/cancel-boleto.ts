import type { Sql } from '../../../platform/db/db.ts'
import { startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import type { TakeStep } from '../../../money/bank-orders/run-orders.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'
import type { Door } from '../../../money/transactions/door.ts'
import { orderOver } from '../../../money/transactions/order-over.ts'
import { cancelUnpaid } from '../../pix/cancel-cash-in.ts'
import { readBill } from '../read-bill.ts'
import { knownOf } from './register-boleto.ts'
import { selectBoleto } from './sql.ts'

type Needs = { sql: Sql; door: Door }

/** A bill with a boleto is removed by the bank's API for boletos, every other charge as charges are. */
export const cancelBoletoOr =
  (needs: Needs, cancelOther: TakeStep): TakeStep =>
  async (order, rails, call) => {
    const { merchantId, transactionId } = order
    const boleto = await selectBoleto(needs.sql, merchantId, transactionId)
    return (boleto === undefined ? cancelOther : cancelBoleto(needs))(order, rails, call)
  }

/** What the bank says afterwards decides: paid first, it stays paid. */
const cancelBoleto =
  (needs: Needs): TakeStep =>
  async ({ merchantId, transactionId: id }, rails, call) => {
    const bill = await readBill(needs, merchantId, id)
    const { state, externalId } = bill
    if (state !== 'Registered' || externalId === null) return orderOver(needs.door, async () => {})
    const rail = requireRail(rails.boletos)
    await rail.cancelBoleto({ externalId }, call)
    const report = await rail.findBoleto(knownOf(bill), call)
    if (report?.state === 'paid') {
      const { amount, paidOn } = report
      const event = { kind: 'paidByBoleto', amount, paidAt: startOfDay(paidOn) } as const
      return orderOver(needs.door, write => write.apply({ merchantId, id, event }))
    }
    if (report !== null && report.state !== 'removed') return { step: 'again' }
    return orderOver(needs.door, write => cancelUnpaid(write, { merchantId, id }))
  }
