import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { Merchant, MerchantAccount } from '../../tenancy/merchants/read-merchant.ts'
import { participant } from '../rails/participant.ts'
import type { PaidComponents } from '../rails/due-terms.ts'
import type { Participant, Rails } from '../rails/rails.ts'
import { formatState, formatStateInReads } from './format-state.ts'
import { directionOf, operations } from './operations.ts'
import type { Change } from './change-of-state.ts'
import type { ReadTransaction, Transaction } from './transaction.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())

/** The bank that the platform itself uses. */
type OwnBank = Rails['bank']

/** When the transaction was registered with a bank; the contract has a date in every state. */
const registeredDate = (t: Transaction) => (t.registeredAt ?? t.completedAt ?? t.createdAt).toISOString()

/** A partial refund has a date of its own, in the list of refunds, and leaves the state as it is. */
const refundDate = (t: Transaction) => (t.state === 'Refunded' ? dated(t.refundedAt) : null)

const ofCustomer = ({ customerId }: Transaction) => (customerId === null ? {} : { customerId })

const receiptUrl = (t: Transaction, addresses: PublicAddresses) =>
  t.completedAt === null ? null : addresses.receipt(t.merchantId, t.id)

/** The `transaction` object of the read, and an item of the list. */
export function transactionView(t: Transaction, merchant: Merchant, addresses: PublicAddresses) {
  const { paymentType, category } = operations[t.operation]
  const type = directionOf(t.operation)
  return {
    id: t.id,
    externalId: t.externalId,
    externalResourceId: t.externalId,
    orderId: t.orderId,
    orderDescription: t.orderDescription,
    date: t.createdAt.toISOString(),
    type,
    category,
    paymentType,
    state: formatStateInReads(t.state),
    stateRegisteredDate: registeredDate(t),
    stateCompletedDate: dated(t.completedAt),
    stateCancelledDate: dated(t.cancelledAt),
    stateRefundDate: refundDate(t),
    stateReversedDate: dated(t.reversedAt),
    stateErrorDate: dated(t.errorAt),
    stateErrorCause: t.errorCause,
    amount: formatAmount(t.amount),
    receiptAmount: amountOrNull(t.paidAmount),
    refundedAmount: formatAmount(t.refundedAmount),
    currency: 'BRL' as const,
    charges: formatAmount(t.charges),
    chargesObject: {
      costValue: formatAmount(t.chargeFixed),
      rateValue: formatAmount(t.charges - t.chargeFixed),
      rate: formatAmount(t.chargeRate),
    },
    receiptUrl: receiptUrl(t, addresses),
    receiptDate: dated(t.completedAt),
    receiptVoucher: t.endToEndId,
    metadata: { ...t.metadata, ...(t.paymentLinkId !== null && { paymentLinkId: t.paymentLinkId }) },
    // Of the two participants one is always the service itself and is left out.
    ...(type === 'Credit' ? { payer: actualOf(t) } : { recipient: actualOf(t) }),
    customerName: merchant.name,
    accountName: merchant.name,
    accountNumber: merchant.accountNumber,
    ...ofCustomer(t),
  }
}

export function readView(t: ReadTransaction, merchant: Merchant, addresses: PublicAddresses) {
  const type = directionOf(t.operation)
  return {
    transaction: transactionView(t, merchant, addresses),
    payment: {
      ...(type === 'Credit'
        ? { payer: t.counterparty, ...(t.onlyThisPayer && { onlyThisPayer: true }) }
        : { receiver: t.counterparty }),
      key: t.pixKey,
      keyType: t.pixKeyType,
      value: { original: formatAmount(t.amount) },
      qrCode: t.qrCode,
      qrCodeLocation: t.qrCode === null ? null : addresses.qrCode(t.merchantId, t.id),
    },
    webhook: {
      url: t.webhookUrl,
      customHeaderName: t.webhookHeaderName,
      customHeaderValue: t.webhookHeaderValue,
      // Events that are gone by now and had not failed were delivered.
      deliveryStatus: t.deliveryStatus ?? (t.webhookUrl !== null && t.events > 0 ? 'Success' : 'Pending'),
      deliveryTime: dated(t.deliveryTime),
    },
  }
}

/** A refund that leaves something, or that failed, changes no state: only its event says so. */
const refundState = (t: Transaction, { state }: NonNullable<Change['refund']>) =>
  state === 'Failed' ? 'RefundFailed' : t.state === 'Refunded' ? 'Refunded' : 'PartiallyRefunded'

/** The contract has no state for money that is still to settle. */
const stateInEvent = ({ state }: Transaction) => (state === 'ToSettle' ? 'PaidByBoleto' : formatState(state))

/** How the paid amount of a bill is made up. */
export const componentsView = ({ original, fine, interest, rebate, discount }: PaidComponents) => ({
  original: formatAmount(original),
  fine: formatAmount(fine),
  interest: formatAmount(interest),
  rebate: formatAmount(rebate),
  discount: formatAmount(discount),
})

/** Who paid or was paid, once money has moved. */
const actualOf = (t: Transaction): Participant | null => (t.completedAt === null ? null : t.participant)

/** The merchant's side of a payment: its account at the platform, which has its money at the bank of the connection. */
const atThePlatform = ({ name, taxNumber, accountNumber }: MerchantAccount, bank: OwnBank | null): Participant =>
  participant({ bankName: 'Trilho', ...bank, accountNumber, name, taxNumber })

/** Who paid and who was paid, once money has moved: the other side as its bank reports it. */
function participantsOf(t: Transaction, account: MerchantAccount, bank: OwnBank | null) {
  if (t.completedAt === null) return { payer: null, recipient: null }
  const own = atThePlatform(account, bank)
  const isCredit = directionOf(t.operation) === 'Credit'
  return isCredit ? { payer: t.participant, recipient: own } : { payer: own, recipient: t.participant }
}

/** What a webhook event says: the transaction as the state change left it. What the contract does not name comes last. */
export function eventView(
  t: Transaction,
  {
    account,
    bank,
    addresses,
    refund,
    components,
  }: {
    account: MerchantAccount
    bank: OwnBank | null
    addresses: PublicAddresses
    refund: Change['refund']
    components: PaidComponents | null
  },
) {
  const { paymentType } = operations[t.operation]
  return {
    id: t.id,
    transactionState: refund === null ? stateInEvent(t) : refundState(t, refund),
    transactionDate: t.createdAt.toISOString(),
    transactionOrderId: t.orderId,
    transactionOrderDescription: t.orderDescription,
    transactionReceipt: receiptUrl(t, addresses),
    transactionReceiptDate: dated(t.completedAt),
    transactionReceiptVoucher: t.endToEndId,
    transactionAmount: formatAmount(t.completedAt === null ? t.amount : (t.paidAmount ?? t.amount)),
    transactionRefundedAmount: formatAmount(t.refundedAmount),
    transactionType: directionOf(t.operation),
    transactionPaymentType: paymentType,
    stateRegisteredDate: registeredDate(t),
    stateCompletedDate: dated(t.completedAt),
    stateCancelledDate: dated(t.cancelledAt),
    stateRefundDate: refundDate(t),
    stateReversedDate: dated(t.reversedAt),
    stateErrorDate: dated(t.errorAt),
    stateErrorCause: t.errorCause,
    webhookUrl: t.webhookUrl,
    ...participantsOf(t, account, bank),
    ...(refund === null ? {} : { refund: { id: refund.id, amount: formatAmount(refund.amount), state: refund.state } }),
    ...(t.paymentLinkId === null ? {} : { paymentLinkId: t.paymentLinkId }),
    ...ofCustomer(t),
    ...(t.metadata === null ? {} : { metadata: t.metadata }),
    ...(components === null ? {} : { transactionAmountComponents: componentsView(components) }),
    ...(t.completedAt === null && t.paidAmount !== null ? { transactionPaidAmount: formatAmount(t.paidAmount) } : {}),
  }
}
