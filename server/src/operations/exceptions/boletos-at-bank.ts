import type { BankException } from '../../money/bank-orders/exceptions.ts'
import { findOrder } from '../../money/bank-orders/place-orders.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { BoletoRail, BoletoReport } from '../../money/rails/boleto-rail.ts'
import { findRails } from '../../money/rails/rails-of.ts'
import { type WholeBill, endOf } from '../../products/bills/bill.ts'
import { holdPaidBoleto } from '../../products/bills/boletos/record-boleto.ts'
import { knownOf } from '../../products/bills/boletos/register-boleto.ts'
import { knownPaid } from '../../products/bills/boletos/settle-boleto.ts'
import { readBill } from '../../products/bills/read-bill.ts'
import type { Write } from '../../money/transactions/door.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Needs } from './ask-bank.ts'

/** The boleto of an exception as its bank, asked now, has it; null: it has none, or cannot be asked. */
export type BoletoAtBank = { bill: WholeBill; report: BoletoReport | null }

const patienceMs = 15_000

/** What decides how an exception about a boleto ends: it is removed before a person gives its registration up. */
export async function boletoAtBank(needs: Needs, exception: BankException, act: string): Promise<BoletoAtBank | null> {
  const { kind, merchantId, transactionId, subject } = exception
  const isAsked = kind === 'registration' || (kind === 'settlement' && (act === 'release' || subject !== null))
  if (!isAsked || act === 'sendAgain' || transactionId === null) return null
  const bill = await readBill(needs, merchantId, transactionId)
  if ((await findRails(needs.railsOf, bill.connectionId)) === null) return { bill, report: null }
  const { boletos } = await needs.railsOf(bill.connectionId)
  if (boletos === null) return { bill, report: null }
  const call = { signal: AbortSignal.timeout(patienceMs) }
  const ask = async (): Promise<BoletoAtBank> => {
    if (kind === 'registration') return { bill, report: await removed(needs, boletos, { bill, exception }, call) }
    const known = knownPaid(bill, subject)
    const paid = await boletos.findBoleto(known, call)
    if (act !== 'release') return { bill, report: paid }
    // Of a boleto that was paid some banks say only whether the money is there: whether it can be paid again is asked apart.
    const report = paid?.state === 'paid' ? paid : await boletos.findBoleto({ ...known, isPaidBySlip: false }, call)
    if (report?.state === 'paid' && report.isSettled) throw reportedAs('settled')
    return { bill, report }
  }
  return ask().catch(unavailableToPerson)
}

const reportedAs = (state: string) =>
  new ApiError('BankReportsOtherwise', { message: `the bank reports the boleto as ${state}` })

type Call = { signal: AbortSignal }

/** A payer who has it could still pay it: it is removed at the bank, all that a repeated registration has made of it too. */
async function removed(
  { sql }: Needs,
  rail: BoletoRail,
  { bill, exception: { merchantId, bankOrderId } }: { bill: WholeBill; exception: BankException },
  call: Call,
): Promise<BoletoReport | null> {
  const order = bankOrderId === null ? undefined : await findOrder(sql, { merchantId, id: bankOrderId })
  const known = knownOf(bill, order)
  const found = await rail.findBoleto(known, call)
  if (found === null || isOver(found)) return found
  if (isPayable(found) && found.externalId !== '') {
    const { externalId } = found
    const others = (await rail.findSurplus?.({ ...known, externalId }, call)) ?? []
    for (const one of [found, ...others]) await rail.cancelBoleto(one, call)
  }
  const after = await rail.findBoleto(known, call)
  if (after === null || isOver(after)) return after
  throw reportedAs(after.state)
}

const isOver = ({ state }: BoletoReport): boolean => state === 'removed' || state === 'failed'
const isPayable = ({ state }: BoletoReport): boolean => state === 'open' || state === 'registering'

type Settlement = { exception: BankException; transaction: TransactionId; boleto: BoletoAtBank | null }

/** Without a subject it pays its bill; another's money is kept, as much as its bank has. */
export async function endSettled(write: Write, { exception, transaction, boleto }: Settlement): Promise<void> {
  const { merchantId, id } = transaction
  const { subject } = exception
  if (subject === null) return void (await write.apply({ merchantId, id, event: { kind: 'boletoSettled' } }))
  const { bill = null, report = null } = boleto ?? {}
  if (bill === null || report?.state !== 'paid')
    throw new ApiError('BankReportsOtherwise', { message: 'the bank does not report the boleto as paid' })
  await holdPaidBoleto(write, bill, { externalId: subject, paid: report })
}

/** The bill is payable again where its bank shows the boleto open, and else closed. Of another's nothing was booked. */
export async function endUnsettled(write: Write, { exception, transaction, boleto }: Settlement): Promise<void> {
  if (exception.subject !== null || boleto === null) return
  const { merchantId, id } = transaction
  const { bill, report } = boleto
  const isOpen = report !== null && isPayable(report)
  const event: TransactionEvent = isOpen
    ? { kind: 'boletoTakenBack', expiresAt: endOf(bill.payableUntil) }
    : { kind: 'boletoLost' }
  await write.apply({ merchantId, id, event })
}
