import { type Micros, formatAmountShort, parseAmount } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { openException, readExceptionsOf, readWithoutTransaction } from './exceptions.ts'
import { type Fact, fact, isSameFact } from './fact.ts'
import { lockConnection } from './sql.ts'

export { lockConnection } from './sql.ts'

/** How a bank and the books can differ about one payment, and which kind of bank order the difference concerns. */
// biome-ignore format: a table is read in columns
export const differenceKinds = {
  paymentNotBooked: 'return', // the bank has received it, the books lack it
  paymentNotAtBank: 'return', // the books have it, the bank does not
  paymentAmount:    'return',
  returnedAmount:   'return',
  payoutNotBooked:  'payout', // the bank has sent it, the books do not record that
  payoutNotAtBank:  'payout',
  payoutAmount:     'payout',
  payoutReturned:   'payout', // it was returned, in full or in part
} as const satisfies Record<string, 'return' | 'payout'>

export type DifferenceKind = keyof typeof differenceKinds

/** The prefix of an exception's subject when the exception is about a difference. */
const ofDifference = 'reconciliation '

/** Null: the exception is about something else. */
export const differenceOf = ({ subject }: { subject: string | null }): DifferenceKind | null =>
  subject?.startsWith(ofDifference) === true ? (subject.slice(ofDifference.length) as DifferenceKind) : null

/** `expected` is what the books say, `said` what the bank says. */
export type Difference = {
  kind: DifferenceKind
  endToEndId: string
  /** Null: no transaction is known for it. */
  transaction: { merchantId: string; id: string } | null
  expected: Fact
  said: Fact
}

/** The outcome that each side reports. */
export const facts = {
  received: (amount: Micros) => fact('amountReceived', formatAmountShort(amount)),
  returned: (amount: Micros) => fact('amountReturned', formatAmountShort(amount)),
  sent: (amount: Micros) => fact('amountSent', formatAmountShort(amount)),
  nothingReceived: fact('nothingReceived'),
  nothingSent: fact('nothingSent'),
}

/**
 * Opens an exception for a difference, unless one is open for the same payment and kind. Returns false if a person has
 * reviewed the difference and it has not changed since.
 */
export async function openDifference(tx: Tx, connectionId: string, difference: Difference, at: Date): Promise<boolean> {
  await lockConnection(tx, connectionId)
  const { kind, transaction, endToEndId, expected, said } = difference
  const subject = ofDifference + kind
  const about = { bankOrderId: null, kind: differenceKinds[kind], subject, expected, said }
  const found =
    transaction === null
      ? // What the bank says of it is all that is known, and nobody's here.
        {
          merchantId: platformId,
          transactionId: null,
          connectionId,
          endToEndId,
          amount: parseAmount(said.value ?? '0'),
        }
      : { merchantId: transaction.merchantId, transactionId: transaction.id, endToEndId }
  const known = await (transaction === null
    ? readWithoutTransaction(tx, connectionId, endToEndId)
    : readExceptionsOf(tx, transaction.merchantId, transaction.id))
  const same = known.filter(one => one.subject === subject)
  if (same.some(({ state }) => state === 'Open')) return true
  if (same.some(one => isSameFact(one.expected, expected) && isSameFact(one.said, said))) return false
  await openException(tx, { ...about, ...found }, at)
  return true
}
