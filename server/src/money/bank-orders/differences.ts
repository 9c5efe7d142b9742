import { type Micros, formatAmountShort, parseAmount } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { byItself, openException, readExceptionsOf, readWithoutTransaction } from './exceptions.ts'
import type { BankException, SentTo } from './exception.ts'
import { type Fact, amountIn, fact, isSameFact } from './fact.ts'
import type { UnreadableRow } from '../rails/bank-faults.ts'
import { lockConnection, lockOfSubject, updateFacts } from './sql.ts'

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
  transferNotArrived: 'payout', // of the platform, to its own account at another bank
  balanceGap:       'payout', // of the whole account, by the daily proof
  paymentUnreadable: 'return', // a row of the bank's list lacks what is needed to book it
  payoutUnreadable: 'payout',
  disputeUnreadable: 'return',
} as const satisfies Record<string, 'return' | 'payout'>

export type DifferenceKind = keyof typeof differenceKinds

/** The prefix of an exception's subject when the exception is about a difference. */
const ofDifference = 'reconciliation '

export const subjectOf = (kind: DifferenceKind): string => ofDifference + kind

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
  /** Of a payout that no transaction books: what the bank has sent, and to whom. */
  sentTo?: SentTo
}

/** The outcome that each side reports. */
export const facts = {
  received: (amount: Micros) => fact('amountReceived', formatAmountShort(amount)),
  returned: (amount: Micros) => fact('amountReturned', formatAmountShort(amount)),
  sent: (amount: Micros) => fact('amountSent', formatAmountShort(amount)),
  inProcess: (amount: Micros) => fact('amountInProcess', formatAmountShort(amount)),
  nothingReceived: fact('nothingReceived'),
  nothingSent: fact('nothingSent'),
}

export type UnreadableKind = Extract<DifferenceKind, `${string}Unreadable`>

/** Rows of a bank's list that cannot be read, each by what it names or by its digest. */
export const unreadableDifferences = (kind: UnreadableKind, rows: readonly UnreadableRow[]): Difference[] =>
  rows.map(({ name, digest, lacks }) => ({
    kind,
    endToEndId: name ?? digest,
    transaction: null,
    expected: fact('wholeRow'),
    said: fact('unreadable', lacks),
  }))

/** The open ones of a bank, locked until commit. */
export const readOpenDifferences = async (tx: Tx, connectionId: string, kind: DifferenceKind) =>
  (await lockOfSubject(tx, platformId, connectionId, subjectOf(kind))).filter(({ state }) => state === 'Open')

/** One that was closed because the books agreed again may come again. A row that cannot be read is shown once. */
const isReviewed = ({ act, endedBy }: BankException, kind: DifferenceKind): boolean =>
  act !== 'note' || endedBy !== byItself || kind.endsWith('Unreadable')

/** Opens an exception for a difference, once while it is open; an open one follows what is said now. False: a person has reviewed it, unchanged. */
export async function openDifference(tx: Tx, connectionId: string, difference: Difference, at: Date): Promise<boolean> {
  await lockConnection(tx, connectionId)
  const { kind, transaction, endToEndId, expected, said } = difference
  const subject = subjectOf(kind)
  const about = { bankOrderId: null, kind: differenceKinds[kind], subject, expected, said }
  const found =
    transaction === null
      ? // What the bank says of it is all that is known, and nobody's here.
        {
          merchantId: platformId,
          transactionId: null,
          connectionId,
          endToEndId,
          amount: difference.sentTo?.amount === undefined ? amountIn(said) : parseAmount(difference.sentTo.amount),
          sentTo: difference.sentTo ?? null,
        }
      : { merchantId: transaction.merchantId, transactionId: transaction.id, endToEndId }
  const known = await (transaction === null
    ? readWithoutTransaction(tx, connectionId, endToEndId)
    : readExceptionsOf(tx, transaction.merchantId, transaction.id))
  const same = known.filter(one => one.subject === subject)
  const isUnchanged = (one: BankException) => isSameFact(one.expected, expected) && isSameFact(one.said, said)
  const open = same.find(({ state }) => state === 'Open')
  if (open !== undefined) {
    // A row that cannot be read stays as it was shown first.
    if (!isUnchanged(open) && !kind.endsWith('Unreadable')) await updateFacts(tx, { ...open, ...about, ...found })
    return true
  }
  if (same.some(one => isUnchanged(one) && isReviewed(one, kind))) return false
  await openException(tx, { ...about, ...found }, at)
  return true
}
