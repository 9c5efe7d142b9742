import { amountOrNull, formatAmount, type Micros, parseAmount } from '../../platform/brazil/money.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { callsNotTakenView } from '../../money/rails/views.ts'
import type { ListedMerchant } from '../../tenancy/merchants/list-merchants.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Limits, finalLimits, limitsAt } from '../../tenancy/merchants/limits.ts'
import type { Banks, Reserve } from '../../tenancy/merchants/set-terms.ts'
import type { FoundTransaction, MerchantDetail, MerchantItem, PlanForm, PlatformView } from './portal-schemas.ts'
import type { FoundTransaction as Found } from './sql.ts'
import type { Platform } from './read-platform.ts'

type Policy = Pick<Merchant, 'approversNeeded' | 'operatorApprovesAbove'>

export const policyView = ({ approversNeeded, operatorApprovesAbove }: Policy) => ({
  approversNeeded,
  operatorApprovesAbove: amountOrNull(operatorApprovesAbove),
})

export const limitsView = (limits: Limits) => ({
  cashOutLimit: amountOrNull(limits.cashOutLimit),
  cashOutDailyLimit: amountOrNull(limits.cashOutDailyLimit),
  nightLimit: amountOrNull(limits.nightLimit),
  recipientDailyLimit: amountOrNull(limits.recipientDailyLimit),
  newRecipientLimit: amountOrNull(limits.newRecipientLimit),
  keyDailyLimit: amountOrNull(limits.keyDailyLimit),
  companyPaymentLimit: amountOrNull(limits.companyPaymentLimit),
  companyPaymentDailyLimit: amountOrNull(limits.companyPaymentDailyLimit),
  nightFrom: limits.nightFrom,
  nightUntil: limits.nightUntil,
  newRecipientHours: limits.newRecipientHours,
})

export const reserveView = ({ reserveRate, reserveAmount, reserveDays }: Reserve) => ({
  percent: amountOrNull(reserveRate),
  amount: amountOrNull(reserveAmount),
  days: reserveDays,
})

const detailsOf = (merchant: ListedMerchant | Merchant) => ({
  id: merchant.id,
  name: merchant.name,
  taxNumber: maskTaxNumber(merchant.taxNumber),
  city: merchant.city,
  accountNumber: merchant.accountNumber,
  createdAt: merchant.createdAt.toISOString(),
})

export const merchantItem = (merchant: ListedMerchant): MerchantItem => ({
  ...detailsOf(merchant),
  isSuspended: merchant.state === 'Suspended',
  available: formatAmount(merchant.available),
  held: formatAmount(merchant.held),
  blocked: formatAmount(merchant.blocked),
  reserved: formatAmount(merchant.reserved),
})

const suspensionOf = ({ suspendedAt, suspendedBy, suspensionReason }: Merchant): MerchantDetail['suspension'] =>
  suspendedAt && { at: suspendedAt.toISOString(), by: suspendedBy ?? '', reason: suspensionReason ?? '' }

export const foundTransaction = (found: Found): FoundTransaction => ({
  id: found.id,
  merchant: { id: found.merchantId, name: found.merchantName },
  operation: found.operation,
  state: found.state,
  amount: formatAmount(found.amount),
  orderId: found.orderId,
  createdAt: found.createdAt.toISOString(),
})

type Around = Pick<MerchantDetail, 'balance' | 'awaitsOwner' | 'nextReleaseAt'> & { now: Date }

export const merchantDetail = (
  merchant: Merchant,
  { balance, awaitsOwner, nextReleaseAt, now }: Around,
): MerchantDetail => ({
  ...detailsOf(merchant),
  suspension: suspensionOf(merchant),
  balance,
  plan: planView(merchant),
  approvalPolicy: policyView(merchant),
  limits: limitsView(limitsAt(merchant, now)),
  raisedLimits:
    merchant.limitsRaisedAt !== null && merchant.limitsRaisedAt > now
      ? { at: merchant.limitsRaisedAt.toISOString(), limits: limitsView(finalLimits(merchant)) }
      : null,
  reserve: reserveView(merchant),
  nextReleaseAt,
  banks: banksView(merchant),
  awaitsOwner,
})

const timed = <Row extends { since: Date }>({ since, ...row }: Row): Omit<Row, 'since'> & { since: string } => ({
  ...row,
  since: since.toISOString(),
})

export const platformView = ({
  at,
  balance,
  books,
  connections,
  bankOrders,
  mails,
  disputes,
  ...rest
}: Platform): PlatformView => ({
  ...rest,
  bankOrders: {
    ...bankOrders,
    firstDue: bankOrders.firstDue.map(row => timed(row)),
    firstExceptions: bankOrders.firstExceptions.map(row => timed(row)),
  },
  disputes: { ...disputes, first: disputes.first.map(({ until, ...row }) => ({ ...row, until: until.toISOString() })) },
  mails: {
    ...mails,
    firstUnsent: mails.firstUnsent.map(({ at: givenUpAt, ...mail }) => ({ ...mail, at: givenUpAt.toISOString() })),
    lastSentAt: mails.lastSentAt?.toISOString() ?? null,
    lastUnsentAt: mails.lastUnsentAt?.toISOString() ?? null,
  },
  at: at.toISOString(),
  balance: {
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    blocked: formatAmount(balance.blocked),
    reserved: formatAmount(balance.reserved),
    owed: formatAmount(balance.owed),
    fees: formatAmount(balance.fees),
    suspense: formatAmount(balance.suspense),
  },
  connections: connections.map(({ id, name, isDefault, isSimulator, isUp, ...connection }) => ({
    id,
    name,
    isDefault,
    isSimulator,
    isUp,
    isPaused: connection.pausedAt !== null,
    certificateEndsAt: connection.certificateExpiresAt?.toISOString() ?? null,
    disputesUnreadSince: connection.disputesUnreadSince?.toISOString() ?? null,
    ...callsNotTakenView(connection, at),
    paymentsUnreadSince: connection.paymentsUnreadSince?.toISOString() ?? null,
    callbackMissingSince: connection.callbackMissingSince?.toISOString() ?? null,
  })),
  books: books && { ...books, at: books.at.toISOString() },
})

export type Plan = Pick<Merchant, 'chargeFixed' | 'chargeRate'>

/** A decimal that may be zero, as whole millionths; the form has been checked. */
export const millionths = (text: string): Micros => (/[1-9]/.test(text) ? parseAmount(text) : 0n)

/** Millionths of a percent and millionths of a real read alike. */
export const readPlan = ({ fixed, percent }: PlanForm): Plan => ({
  chargeFixed: millionths(fixed),
  chargeRate: millionths(percent),
})

export const planView = ({ chargeFixed, chargeRate }: Plan) => ({
  fixed: formatAmount(chargeFixed),
  percent: formatAmount(chargeRate),
})

/** The banks of each product, in the order in which they are used. */
export const banksView = (banks: Banks) => ({
  charges: banks.chargeConnections,
  payouts: banks.payoutConnections,
  initiations: banks.initiationConnections,
  allowsSecondCharge: banks.allowsSecondCharge,
  allowsUnknownKeyOwner: banks.allowsUnknownKeyOwner,
})
