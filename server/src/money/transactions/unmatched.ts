import type { Micros } from '../../platform/brazil/money.ts'
import type { PaidComponents } from '../rails/due-terms.ts'
import { agree } from '../rails/participant.ts'
import type { Participant } from '../rails/rails.ts'
import { taxNumberOf } from './counterparty.ts'
import type { CreditedEvent, PaidEvent, TransactionEvent } from './event.ts'
import { operations } from './operations.ts'
import type { Transaction } from './transaction.ts'

/** Why money that came cannot be credited to a charge. */
export type UnmatchedReason = 'WrongAmount' | 'WrongPayer' | 'SecondPayment' | 'AfterEnd' | 'NoCharge'
export type Unmatched = {
  reason: UnmatchedReason
  amount: Micros
  participant: Participant | null
  endToEndId: string
  /** Paid before the charge was cancelled, by the bank's own time, or perhaps so: a person decides whether it is returned. */
  inTime?: 'yes' | 'perhaps' | 'no'
  /** No bank can return a boleto: a person decides. */
  byBoleto?: true
  /** When it was paid, and how the amount of a bill is made up, as far as its bank says: who credits it later passes it on. */
  paidAt?: Date | null
  components?: PaidComponents | null
}

/** Millionths as text: numbers in JSON are floats. */
export type KeptComponents = Record<keyof PaidComponents, string>

export const keptComponents = (components: PaidComponents): KeptComponents => eachPart(components, String)
export const componentsOfKept = (kept: KeptComponents): PaidComponents => eachPart(kept, BigInt)

const eachPart = <From, To>(of: Record<keyof PaidComponents, From>, to: (value: From) => To) => ({
  original: to(of.original),
  fine: to(of.fine),
  interest: to(of.interest),
  rebate: to(of.rebate),
  discount: to(of.discount),
})

/** Money for a charge that fails because of it. */
export const failsCharge = ({ reason }: Unmatched): boolean => reason === 'WrongAmount' || reason === 'WrongPayer'

/** No boleto has an end-to-end id: what is kept of one has this before the numbers of the boleto. */
export const boletoPrefix = 'BOLETO'

/** What was kept of a boleto leaves suspense where a person credits it, and no bank returns it. */
export const isOfBoleto = ({ endToEndId }: Pick<Transaction, 'endToEndId'>): boolean =>
  endToEndId?.startsWith(boletoPrefix) === true

/** Whether unmatched money came for no charge that was known then. */
export const isWithoutCharge = ({ orderDescription }: Transaction): boolean =>
  orderDescription === ('NoCharge' satisfies UnmatchedReason)

/** A fixed amount is paid exactly or not at all, in and out. What a bill amounts to on a day is its bank's word. */
const isWrongAmount = (t: Transaction, { amount }: CreditedEvent): boolean => !isRightAmount(t, amount)

export const isRightAmount = (t: Pick<Transaction, 'editable' | 'amount' | 'operation'>, paid: Micros): boolean =>
  t.editable || isBill(t) || paid === t.amount

/** Money of another document than the one that alone may pay. What a bank masks, or does not report, is not held against it. */
export const isWrongPayer = (
  { onlyThisPayer, counterparty }: Transaction,
  { participant }: Pick<CreditedEvent, 'participant'>,
): boolean => onlyThisPayer && !agree(participant?.taxNumber ?? null, taxNumberOf(counterparty))

/** Why a transaction fails that was paid; null: it was paid as it should be. */
export function mismatchOf(t: Transaction, paid: CreditedEvent): 'AmountMismatch' | 'PayerMismatch' | null {
  if (isWrongAmount(t, paid)) return 'AmountMismatch'
  return isWrongPayer(t, paid) ? 'PayerMismatch' : null
}

/** Money that came for a charge and cannot be credited: the wrong amount, the wrong payer, or a charge that is over. */
export function unmatchedOf(t: Transaction, event: TransactionEvent, at: Date): Unmatched | null {
  if (event.kind !== 'paid' || operations[t.operation].type !== 'Credit') return null
  const { amount, participant, endToEndId, paidAt = null, components = null } = event
  const reason = reasonOf(t, event, at)
  return reason && { reason, amount, participant, endToEndId, inTime: inTime(t, event), paidAt, components }
}

function inTime(t: Transaction, { paidAt }: PaidEvent): 'yes' | 'perhaps' | 'no' {
  const { state, cancelledAt, expiresAt } = t
  if (state !== 'Cancelled' || paidAt === undefined || cancelledAt === null) return 'no'
  if (paidAt === null) return 'perhaps'
  return paidAt < cancelledAt && (isBill(t) || expiresAt === null || paidAt < expiresAt) ? 'yes' : 'no'
}

/** On which days a bill can be paid is its bank's word: a municipality has holidays that we do not know. */
const isBill = ({ operation }: Pick<Transaction, 'operation'>): boolean => operation === 'pixBill'

function reasonOf(t: Transaction, event: PaidEvent, at: Date): UnmatchedReason | null {
  if (t.state === 'Completed' || t.state === 'ToSettle' || t.state === 'Refunded' || t.state === 'Reversed')
    return 'SecondPayment'
  const { paidAt = at } = event
  // Nobody has cancelled it yet, and what comes before that at no known time counts as in time.
  const isLate = t.expiresAt !== null && paidAt !== null && t.expiresAt <= paidAt && !(isBill(t) && event.arrived)
  if (t.state !== 'Registered' || isLate) return 'AfterEnd'
  if (isWrongAmount(t, event)) return 'WrongAmount'
  return isWrongPayer(t, event) ? 'WrongPayer' : null
}
