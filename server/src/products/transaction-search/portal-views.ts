import { spellAccessKey } from '../../tenancy/access-keys/access-key.ts'
import type { Posting } from '../../money/ledger/read-books.ts'
import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { maskCpfsIn, maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { deliveryView } from '../../money/webhooks/deliveries/views.ts'
import { shownRequest } from '../../money/webhooks/deliveries/shown-request.ts'
import { birthOf, directionOf, operations } from '../../money/transactions/operations.ts'
import { type EventKind, type State, isUnderWay, stateDates } from '../../money/transactions/states.ts'
import type { UnmatchedPayment } from '../../money/transactions/read-transaction.ts'
import { type Transaction, isCharge } from '../../money/transactions/transaction.ts'
import type { RequestedBy } from '../../money/refunds/read-refunds.ts'
import { refundView } from '../../money/refunds/views.ts'
import { chargesKept } from './search-transactions.ts'
import type { TransactionItem, TransactionTotals, TransactionView } from './portal-schemas.ts'
import type { Totals } from './sum-up-transactions.ts'
import {
  type Delivered,
  type WholeTransaction,
  isSimulated,
  possibleEvents,
  refundable,
} from './read-whole-transaction.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())
const named = (name: string | null) => (name === null ? null : maskCpfsIn(name))
const masked = (taxNumber: string | null) => (taxNumber === null ? null : maskTaxNumber(taxNumber))

/** The actual payer or recipient; until they are known, the one named in the request. */
export function partyOf({ participant, counterparty }: Transaction): TransactionItem['party'] {
  if (participant !== null) return { name: named(participant.name), taxNumber: masked(participant.taxNumber) }
  return counterpartyOf(counterparty)
}

export const counterpartyOf = (counterparty: Transaction['counterparty']) =>
  counterparty && { name: named(counterparty.name), taxNumber: masked(counterparty.cpf ?? counterparty.cnpj) }

/** An item of the list. */
export const transactionItem = (t: Transaction): TransactionItem => ({
  id: t.id,
  date: t.createdAt.toISOString(),
  operation: t.operation,
  type: directionOf(t.operation),
  state: t.state,
  amount: formatAmount(t.paidAmount ?? t.amount),
  refundedAmount: formatAmount(t.refundedAmount),
  orderId: t.orderId,
  orderDescription: t.orderDescription,
  party: partyOf(t),
})

export const totalsView = ({ count, countedFrom, ...sums }: Totals): TransactionTotals => ({
  count,
  inAmount: formatAmount(sums.inAmount),
  outAmount: formatAmount(sums.outAmount),
  refundedAmount: formatAmount(sums.refundedAmount),
  charges: formatAmount(sums.charges),
  countedFrom: dated(countedFrom),
})

type Onlooker = {
  addresses: PublicAddresses
  now: Date
  seesWebhooks: boolean
  seesBankWords: boolean
  mayCancel: boolean
  mayRefund: boolean
  simulates: boolean
}

/** The page of a transaction, limited to what the viewer may see and do. */
export function wholeTransactionView(
  whole: WholeTransaction,
  { addresses, now, seesWebhooks, seesBankWords, mayCancel, mayRefund, simulates }: Onlooker,
): TransactionView {
  const { transaction: t, keyNames, postings, refunds, unmatched, deliveries, approvals } = whole
  const possible = possibleEvents(t, now)
  return {
    ...transactionItem(t),
    askedAmount: formatAmount(t.amount),
    paidAmount: amountOrNull(t.paidAmount),
    charges: formatAmount(chargesKept(t)),
    editable: t.editable,
    externalId: t.externalId,
    endToEndId: t.endToEndId,
    paymentLinkId: t.paymentLinkId,
    customerId: t.customerId,
    metadata: t.metadata ?? {},
    onlyThisPayer: t.onlyThisPayer,
    errorCause: t.errorCause,
    bankWords: seesBankWords ? t.bankWords : null,
    expiryDate: dated(t.expiresAt),
    pixKey: pixKeyOf(t),
    named: counterpartyOf(t.counterparty),
    actual: actualOf(t),
    key:
      t.keyId === null
        ? null
        : { accessKey: spellAccessKey(t.merchantId, t.keyId), name: keyNames.get(t.keyId) ?? null },
    states: statesOf(t),
    postings: postings.map(postingView),
    refunds: refunds.map(refund => ({
      ...askedRefundView(refund, whole),
      bankWords: seesBankWords ? (refund.bankWords ?? null) : null,
    })),
    unmatched: unmatched.map(unmatchedView),
    deliveries: deliveries.map(delivered => deliveredView(delivered, seesWebhooks)),
    request: approvals && {
      id: approvals.requestId,
      status: approvals.status,
      steps: approvals.steps.map(({ id, at, userName, realm, status, comment }) => ({
        id,
        date: at.toISOString(),
        name: userName,
        realm,
        status,
        comment,
      })),
    },
    receiptUrl: t.completedAt === null ? null : addresses.receipt(t.merchantId, t.id),
    payable: possible.includes('paid') && !isBeingCancelled(t) ? payableOf(t, addresses) : null,
    cancellable: mayCancel && isCharge(t.operation) && t.state === 'Registered' && !isBeingCancelled(t),
    refundable: mayRefund ? amountOrNull(refundable(t)) : null,
    simulations: simulates && isPlayable(t.state) ? simulationsOf(t, possible) : [],
  }
}

/** Its bank has been asked to cancel it, so it does not expire by itself any more. */
const isBeingCancelled = ({ operation, state, expiresAt }: Transaction) =>
  isCharge(operation) && (state === 'Registered' || state === 'Created') && expiresAt === null

/** What is paid by its slip and not settled yet may be paid by Pix, too, though it does not change that. */
const simulationsOf = ({ state }: Transaction, possible: EventKind[]): EventKind[] => [
  ...possible.filter(isSimulated),
  ...(state === 'ToSettle' ? (['paid'] as const) : []),
]

/** A company payment first waits for approval: no bank knows it yet. */
const isPlayable = (state: State) => isUnderWay(state) || state === 'Completed'

/** The merchant's own key of a charge is not secret; the other party's key may be their document. */
function pixKeyOf({ operation, pixKey, pixKeyType }: Transaction): TransactionView['pixKey'] {
  if (pixKey === null || pixKeyType === null || operations[operation].type === 'Credit') return null
  const isMasked = pixKeyType === 'CPF' || pixKeyType === 'CNPJ'
  return { type: pixKeyType, value: isMasked ? maskTaxNumber(pixKey) : pixKey, isMasked }
}

function actualOf({ participant, completedAt }: Transaction): TransactionView['actual'] {
  if (participant === null || completedAt === null) return null
  const { name, taxNumber, bankName, bankCode, accountAgency, accountNumber, accountDigit } = participant
  return {
    name: named(name),
    taxNumber: masked(taxNumber),
    bank: bankName ?? bankCode,
    agency: accountAgency,
    account: [accountNumber, accountDigit].filter(part => part !== null).join('-') || null,
  }
}

/** Oldest first. States reached at the same moment follow the order of the table of states. */
function statesOf(t: Transaction): TransactionView['states'] {
  const initial = { state: birthOf(t.operation, t.state === 'Requested').to, at: t.createdAt }
  const reached = (Object.entries(stateDates) as [State, keyof Transaction | null][]).flatMap(([state, column]) => {
    const at = column === null || column === 'createdAt' || state === initial.state ? null : (t[column] as Date | null)
    // A partial refund has a date too, without the state.
    return at === null || (state === 'Refunded' && t.state !== 'Refunded') ? [] : [{ state, at }]
  })
  return [initial, ...reached]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ state, at }) => ({ state, date: at.toISOString() }))
}

function payableOf(t: Transaction, addresses: PublicAddresses): TransactionView['payable'] {
  if (operations[t.operation].type === 'Debit') return null
  return {
    qrCode: t.qrCode,
    // A path on this server: images from elsewhere are not allowed on the page.
    imagePath: t.qrCode === null ? null : `${new URL(addresses.qrCode(t.merchantId, t.id)).pathname}.svg`,
    payerUrl: t.qrCode === null ? null : addresses.payerPage(t.merchantId, t.id),
    checkoutUrl: t.operation === 'paymentInitiation' ? addresses.checkout(t.merchantId, t.id) : null,
  }
}

const askedRefundView = (
  refund: WholeTransaction['refunds'][number],
  { transaction: { merchantId }, keyNames }: WholeTransaction,
): Omit<TransactionView['refunds'][number], 'bankWords'> => ({
  ...refundView(refund),
  reason: named(refund.reason),
  by: askerOf(refund.requestedBy, merchantId, keyNames),
})

function askerOf(requestedBy: RequestedBy, merchantId: string, keyNames: Map<string, string>) {
  switch (requestedBy.by) {
    case 'key':
      return {
        kind: 'key',
        name: keyNames.get(requestedBy.keyId) || spellAccessKey(merchantId, requestedBy.keyId),
      } as const
    case 'person':
      return { kind: 'person', name: requestedBy.name } as const
    case 'bank':
      return { kind: 'bank', name: null } as const
  }
}

const unmatchedView = ({ unmatchedId, reason, amount, endToEndId, createdAt, refundedAt }: UnmatchedPayment) => ({
  id: unmatchedId,
  reason,
  amount: formatAmount(amount),
  endToEndId,
  date: createdAt.toISOString(),
  returnDate: dated(refundedAt),
})

const postingView = (p: Posting) => ({
  number: p.sequence.toString(),
  date: p.postedAt.toISOString(),
  name: p.name,
  available: formatAmount(p.available),
  held: formatAmount(p.held),
  blocked: formatAmount(p.blocked),
  bank: formatAmount(p.bank),
  fees: formatAmount(p.fees),
  availableAfter: formatAmount(p.availableAfter),
  heldAfter: formatAmount(p.heldAfter),
  blockedAfter: formatAmount(p.blockedAfter),
})

function deliveredView(
  { delivery, attempts }: Delivered,
  seesWebhooks: boolean,
): TransactionView['deliveries'][number] {
  const { transactionState, event, ...shown } = deliveryView(delivery)
  return {
    id: shown.id,
    date: shown.creationDate,
    event: event ?? transactionState ?? '',
    status: shown.status,
    attemptCount: shown.attemptCount,
    lastAttemptDate: shown.lastAttemptDate,
    nextAttemptDate: shown.nextAttemptDate,
    request: seesWebhooks ? shownRequest(delivery) : null,
    attempts: seesWebhooks
      ? attempts.map(({ number, at, outcome, httpStatus, latencyMs, answer, error }) => ({
          number,
          date: at.toISOString(),
          outcome,
          httpStatus,
          latencyMs,
          answer: answer === null ? null : maskCpfsIn(answer),
          error,
        }))
      : [],
  }
}
