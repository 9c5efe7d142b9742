import { barcodeOfLine, readBarcode } from '../../../platform/brazil/boleto.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { fact } from '../../../money/bank-orders/fact.ts'
import { type ClaimedOrder, isFirstCall } from '../../../money/bank-orders/order.ts'
import type { TakeStep } from '../../../money/bank-orders/run-orders.ts'
import type { BoletoRequest, KnownBoleto, RegisteredBoleto } from '../../../money/rails/boleto-rail.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'
import { taxNumberOf } from '../../../money/transactions/counterparty.ts'
import type { Door } from '../../../money/transactions/door.ts'
import { orderOver } from '../../../money/transactions/order-over.ts'
import { type WholeBill, endOf } from '../bill.ts'
import { billAtBank } from '../bill-at-bank.ts'
import { readBill } from '../read-bill.ts'
import { updateBoleto } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readMerchant: ReadMerchant
  /** Where the bank of a connection calls us; not there: nowhere. */
  callbackUrlOf?: (connectionId: string) => Promise<string | null>
}

/** From this step on a registration that the bank does not know is sent again: until then it may still arrive. */
const sendAgainFrom = 6

/**
 * Has a bill with a boleto registered. Banks know no key under which they would do so once: after a lost answer the boleto is
 * looked up by our number, and sent again only when it cannot arrive any more. Banks may go on registering for a while.
 */
export const registerBoleto =
  (needs: Needs): TakeStep =>
  async (order, rails, call) => {
    const { merchantId, transactionId: id } = order
    const rail = requireRail(rails.boletos)
    const bill = await readBill(needs, merchantId, id)
    if (bill.state !== 'Created') return orderOver(needs.door, async () => {})
    const known = knownOf(bill, order)
    const found = isFirstCall(order) ? null : await rail.findBoleto(known, call)
    if (found === null && !isFirstCall(order) && order.step < sendAgainFrom) return { step: 'again' }
    // Nobody wants it any more, or could pay it.
    const isUnwanted = bill.expiresAt === null || endOf(bill.payableUntil) <= needs.clock()
    if (found === null && isUnwanted)
      return orderOver(needs.door, write => write.apply({ merchantId, id, event: { kind: 'cancelled' } }))
    const report = found ?? (await rail.registerBoleto(await requestOf(needs, bill, known, rails.connectionId), call))
    if (report.externalId !== '' && report.externalId !== order.bankReference) await call.remember(report.externalId)
    if (report.state === 'failed' || report.state === 'removed') {
      const bankWords = report.state === 'failed' ? report.words : 'removed'
      return orderOver(needs.door, write =>
        write.apply({ merchantId, id, event: { kind: 'failed', cause: 'BoletoNotRegistered', bankWords } }),
      )
    }
    const { boleto } = report
    if (report.state === 'registering' || boleto === null) return { step: 'again' }
    // A registration that was sent again may have arrived twice: nobody shall pay both. What its bank did not find a moment
    // ago it may not find now: it is looked up in the next step.
    if (!isFirstCall(order)) {
      if (found === null) return { step: 'again' }
      const surplus = (await rail.findSurplus?.({ ...known, externalId: report.externalId }, call)) ?? []
      for (const one of surplus) await rail.cancelBoleto(one, call)
      if (surplus.length > 0) return { step: 'again' }
    }
    const fault = bill.expiresAt === null ? null : faultOf(boleto, bill)
    if (fault !== null) return { step: 'contradiction', expected: fact('anEnd'), said: fact('unreadable', fault) }
    return orderOver(needs.door, async write => {
      const { externalId } = report
      const { qrCode, bankNumber, barcode, txid } = boleto
      const { key: pixKey, keyType: pixKeyType } = rail
      const before = await write.lock({ merchantId, id })
      await updateBoleto(write.tx, { merchantId, id, bankNumber, barcode, txid })
      await write.apply({ merchantId, id, event: { kind: 'registered', externalId, qrCode, pixKey, pixKeyType } })
      // Cancelled meanwhile: its bank is to remove it.
      if (before?.expiresAt === null) await write.apply({ merchantId, id, event: { kind: 'cancelRequested' } })
    })
  }

export const knownOf = (
  { ourNumber, externalId, createdAt, counterparty, dueDate, boletoTxid, state }: WholeBill,
  order?: Pick<ClaimedOrder, 'bankReference'>,
): KnownBoleto => ({
  ourNumber: ourNumber ?? '',
  externalId: externalId ?? order?.bankReference ?? null,
  createdAt,
  payerTaxNumber: taxNumberOf(counterparty) ?? '',
  dueDate,
  txid: boletoTxid,
  isPaidBySlip: state === 'ToSettle',
})

const requestOf = async (
  needs: Needs,
  bill: WholeBill,
  { ourNumber }: KnownBoleto,
  connectionId: string,
): Promise<BoletoRequest> => ({
  ...(await billAtBank(needs, bill)),
  ourNumber,
  callbackUrl: (await needs.callbackUrlOf?.(connectionId)) ?? null,
})

/** What the bank says is compared with our own: a payer must not get a boleto of another amount or day. */
function faultOf({ barcode, typedLine }: RegisteredBoleto, { amount, dueDate }: WholeBill): string | null {
  const read = readBarcode(barcode, dueDate)
  if (read === null) return 'barcode'
  if (barcodeOfLine(typedLine) !== barcode) return 'typed line'
  if (read.amount !== null && read.amount !== amount) return 'amount'
  return read.dueDate !== null && read.dueDate !== dueDate ? 'due date' : null
}
