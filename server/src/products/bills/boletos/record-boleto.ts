import type { Sql } from '../../../platform/db/db.ts'
import { type Day, dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { hasOrder, placeOrders } from '../../../money/bank-orders/place-orders.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { BoletoRail, BoletoReport, KnownBoleto } from '../../../money/rails/boleto-rail.ts'
import type { Rails } from '../../../money/rails/rails.ts'
import type { Door, Write } from '../../../money/transactions/door.ts'
import { type ReadTransactionById, findBooked } from '../../../money/transactions/read-transaction.ts'
import { type Unmatched, boletoPrefix } from '../../../money/transactions/unmatched.ts'
import type { WholeBill } from '../bill.ts'
import { readBill } from '../read-bill.ts'
import { knownOf } from './register-boleto.ts'
import { selectBoletoByNumber, selectBoletoByTxid } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readTransaction: ReadTransactionById }

/**
 * A boleto was paid, by its bank's word: notified at once, and available when it has settled. What is paid by Pix comes with
 * all Pix payments. Of a bill that was paid before, or closed, its bank is asked until the money is there, which is then kept
 * for a person: no bank returns a boleto. A registration that arrived twice has made two under our number: whichever is paid first pays the bill.
 */
export async function recordPaidBoleto(
  needs: Needs,
  { connectionId, boletos }: Rails,
  listed: BoletoReport,
): Promise<void> {
  if (listed.state !== 'paid' && listed.state !== 'paidUnknown') return
  const { ourNumber, externalId } = listed
  const boleto = await selectBoletoByNumber(needs.sql, connectionId, ourNumber)
  // Registered by others, at the bank itself.
  if (boleto === undefined) return
  const { merchantId, id } = boleto
  const bill = await readBill(needs, merchantId, id)
  // A registration that is not over yet comes first.
  if (bill.state === 'Created' || (isPaidByBoleto(bill) && externalId === bill.externalId)) return
  const ask = async () => (listed.state === 'paid' ? listed : await findBoleto(knownAs(bill, externalId), boletos))
  if (bill.state === 'Registered') {
    const report = await ask()
    if (report?.state !== 'paid') return
    const { amount, paidOn } = report
    const event = { kind: 'paidByBoleto', amount, paidAt: startOfDay(paidOn), externalId } as const
    await needs.door.apply({ merchantId, id, event })
    return
  }
  // A bank that does not say by what means shows one payment only: of a boleto that was paid by Pix it is that one.
  if (listed.state === 'paidUnknown' && bill.endToEndId !== null && externalId === bill.externalId) return
  if ((await findBooked(needs, idOfUnmatched(bill, externalId))) !== null) return
  if ((await ask())?.state !== 'paid') return
  await needs.door.commit(async write => {
    await write.lock({ merchantId, id })
    const order = { merchantId, transactionId: id, kind: 'settlement', subject: externalId } as const
    if (await hasOrder(write.tx, { merchantId, id }, order)) return
    const now = needs.clock()
    await placeOrders(write.tx, [
      { ...order, id: uuidv7(now.getTime()), connectionId, createdAt: now, nextStepAt: now },
    ])
  })
}

const findBoleto = async (known: KnownBoleto, rail: BoletoRail | null) =>
  (await rail?.findBoleto(known, { signal: AbortSignal.timeout(findMs) })) ?? null

const findMs = 10_000

/** Another with our number has a Pix charge of its own. */
export const knownAs = (bill: WholeBill, externalId: string): KnownBoleto => ({
  ...knownOf(bill),
  ...(externalId === bill.externalId ? {} : { externalId, txid: null, isPaidBySlip: false }),
})

const isPaidByBoleto = ({ paidAmount, endToEndId }: WholeBill): boolean => paidAmount !== null && endToEndId === null

/** An id of its own, so that it is held once. */
const idOfUnmatched = ({ ourNumber, ...bill }: WholeBill, externalId: string): string =>
  `${boletoPrefix}${ourNumber}${externalId === bill.externalId ? '' : `-${externalId}`}`

type Paid = Extract<BoletoReport, { state: 'paid' }>

/** Keeps the money of a boleto that does not pay its bill for a person: its bank has it now. */
export async function holdPaidBoleto(
  write: Write,
  bill: WholeBill,
  { externalId, paid }: { externalId: string; paid: Paid },
): Promise<void> {
  const { merchantId, id, connectionId } = bill
  const charge = await write.lock({ merchantId, id })
  await write.holdUnmatched(connectionId ?? '', unmatchedOf(bill, idOfUnmatched(bill, externalId), paid), charge)
}

const unmatchedOf = (bill: WholeBill, endToEndId: string, { amount, paidOn }: Paid): Unmatched => ({
  reason: bill.state === 'Cancelled' || bill.state === 'Error' ? 'AfterEnd' : 'SecondPayment',
  amount,
  participant: null,
  endToEndId,
  byBoleto: true,
  inTime: inTime(bill, paidOn),
  paidAt: startOfDay(paidOn),
})

/** Before the bill was cancelled. A slip has a day only: on the same day nobody knows which came first. */
function inTime({ state, cancelledAt }: WholeBill, paidOn: Day): 'yes' | 'perhaps' | 'no' {
  if (state !== 'Cancelled' || cancelledAt === null) return 'no'
  const endedOn = dayOf(cancelledAt)
  return paidOn < endedOn ? 'yes' : paidOn === endedOn ? 'perhaps' : 'no'
}

/** The bill whose Pix charge has this name at its bank, where it is none of ours; null: there is none. */
export async function findBillByTxid(needs: { sql: Sql }, { connectionId }: Rails, txid: string | undefined) {
  const boleto = txid === undefined ? undefined : await selectBoletoByTxid(needs.sql, connectionId, txid)
  return boleto === undefined ? null : { merchantId: boleto.merchantId, id: boleto.id }
}
