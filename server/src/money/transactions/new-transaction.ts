import { type OwnWebhook, webhookTarget } from '../webhooks/webhook-target.ts'
import { hash } from 'node:crypto'
import { chargesFor, chargesForIncoming } from '../ledger/charges.ts'
import type { Metadata } from '../../platform/http/schemas.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Participant } from '../rails/rails.ts'
import type { KeyLimit } from './limits/summed-limits.ts'
import { type OnceKey, requestKey } from './order-key.ts'
import type { Counterparty, Transaction } from './transaction.ts'
import { type Operation, birthOf, directionOf } from './operations.ts'

export type Order = {
  orderId?: string | undefined
  orderDescription?: string | undefined
  metadata?: Metadata | undefined
}
export type Webhook = { url: string; customHeaderName?: string | undefined; customHeaderValue?: string | undefined }

export type NewTransaction = {
  id: string
  operation: Operation
  merchant: Merchant
  /** The bank that moves its money. */
  connectionId: string | null
  amount: Micros
  /** What was asked for where the amount was worked out: a repeat asks for the same, whatever it comes to then. */
  requestedAmount?: string
  editable: boolean
  counterparty: Counterparty | null
  /** The account that is to be paid, where one was chosen. */
  participant?: Participant
  order: Order
  webhook: Webhook | null
  idempotencyKey: OnceKey | undefined
  /** With which access key it was asked for. */
  keyId?: string | null
  /** It waits for approval, which its operation does not always need. */
  isAsked?: boolean
  /** What its access key may pay out in all, and since when; not there: no limits of its own. */
  keyLimits?: readonly KeyLimit[]
  /** The link it is paid by; not there: none. */
  paymentLinkId?: string
  /** The customer that is charged; not there: none. */
  customerId?: string
  /** Money from another document than the counterparty's is returned. Not there: anybody may pay. */
  onlyThisPayer?: boolean
  /** What the caller asked for besides all this: a repeated order id with other contents is a conflict. */
  hashedFields: readonly unknown[]
  /** `onceOf` of this request, where it is known already. */
  once?: Once
  pixKey?: string
  pixKeyType?: string
  /** The bank's id of the look-up of the key; not there: none, or it cannot be used. */
  keyLookUp?: string
  qrCode?: string
  redirectUrl?: string
  externalId?: string
  createdAt: Date
  expiresAt: Date | null
}

/** What the caller asks for, known before any bank is asked. */
export type TransactionRequest = Pick<
  NewTransaction,
  | 'operation'
  | 'amount'
  | 'requestedAmount'
  | 'editable'
  | 'counterparty'
  | 'order'
  | 'webhook'
  | 'idempotencyKey'
  | 'hashedFields'
  | 'once'
>

/** Under which key a request is made once, and what a repeated one must ask for as well; nulls: each is its own. */
export function onceOf(request: TransactionRequest): Once {
  if (request.once !== undefined) return request.once
  const { editable, counterparty, order, webhook, idempotencyKey, hashedFields } = request
  const { orderId, orderDescription, metadata = {} } = order
  const key = requestKey({ orderId, idempotencyKey })
  if (key === undefined) return { idempotencyKey: null, requestHash: null }
  const { url = null, customHeaderName, customHeaderValue } = webhook ?? {}
  const amount = request.requestedAmount ?? request.amount.toString()
  const asked = [amount, editable, counterparty, orderDescription, url, customHeaderName, customHeaderValue]
  return {
    idempotencyKey: key,
    requestHash: hash('sha256', JSON.stringify([...asked, ...hashedFields, ...sorted(metadata)]), 'base64'),
  }
}

/** However a program orders its keys. */
const sorted = (metadata: Metadata) => Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))

export type Once = Pick<Transaction, 'idempotencyKey' | 'requestHash'>

type Row = Omit<NewTransaction, 'merchant'> & { merchant: Pick<Merchant, 'id' | 'chargeFixed' | 'chargeRate'> }

export function toRow({ merchant, ...rest }: Row): Transaction {
  const initialState = birthOf(rest.operation, rest.isAsked).to
  const { amount, editable, counterparty, order, webhook } = rest
  return {
    merchantId: merchant.id,
    id: rest.id,
    operation: rest.operation,
    state: initialState,
    amount,
    editable,
    paidAmount: null,
    chargeFixed: merchant.chargeFixed,
    chargeRate: merchant.chargeRate,
    charges: (directionOf(rest.operation) === 'Credit' ? chargesForIncoming : chargesFor)(merchant, amount),
    orderId: order.orderId ?? null,
    orderDescription: order.orderDescription ?? null,
    ...onceOf(rest),
    counterparty,
    pixKey: rest.pixKey ?? null,
    pixKeyType: rest.pixKeyType ?? null,
    qrCode: rest.qrCode ?? null,
    redirectUrl: rest.redirectUrl ?? null,
    participant: rest.participant ?? null,
    externalId: rest.externalId ?? null,
    endToEndId: null,
    webhookUrl: webhook?.url ?? null,
    webhookHeaderName: webhook?.customHeaderName ?? null,
    webhookHeaderValue: webhook?.customHeaderValue ?? null,
    createdAt: rest.createdAt,
    registeredAt: initialState === 'Registered' ? rest.createdAt : null,
    completedAt: initialState === 'Completed' ? rest.createdAt : null,
    cancelledAt: null,
    refundedAt: null,
    reversedAt: null,
    errorAt: null,
    errorCause: null,
    bankWords: null,
    expiresAt: rest.expiresAt,
    events: 0,
    refundedAmount: 0n,
    refundingAmount: 0n,
    disputedAmount: 0n,
    keyId: rest.keyId ?? null,
    connectionId: rest.connectionId,
    paymentLinkId: rest.paymentLinkId ?? null,
    customerId: rest.customerId ?? null,
    metadata: metadataOf(order),
    onlyThisPayer: rest.onlyThisPayer ?? false,
  }
}

const metadataOf = ({ metadata }: Order) =>
  metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata

/** The webhook of a transaction that is opened for a link or a batch: the one of its link or batch, else the merchant's. */
export function webhookFor(own: OwnWebhook, merchant: { webhookUrl: string | null }): Webhook | null {
  const target = webhookTarget(own, merchant.webhookUrl)
  if (target === null) return null
  const { url, headerName, headerValue } = target
  return { url, customHeaderName: headerName ?? undefined, customHeaderValue: headerValue ?? undefined }
}
