import type { Metadata } from '../../platform/http/schemas.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Participant } from '../rails/rails.ts'
import type { Operation } from './operations.ts'
import type { State } from './states.ts'

/** Who was named in the request: the payer of a cash-in, the recipient of a cash-out. */
export type Counterparty = { name: string | null; cpf: string | null; cnpj: string | null }

/** Registered at a bank, where anybody can pay it. */
export const isCharge = (operation: Operation): boolean => operation === 'pixCashIn' || operation === 'pixBill'

export type TransactionId = { merchantId: string; id: string }

/** A row of `transactions`. */
export type Transaction = TransactionId & {
  operation: Operation
  state: State
  amount: Micros
  editable: boolean
  paidAmount: Micros | null
  chargeFixed: Micros
  chargeRate: bigint
  charges: Micros
  orderId: string | null
  orderDescription: string | null
  idempotencyKey: string | null
  requestHash: string | null
  counterparty: Counterparty | null
  pixKey: string | null
  pixKeyType: string | null
  qrCode: string | null
  /** Where the payer of a payment initiation is sent after the checkout, and may go on to after paying by a link. */
  redirectUrl: string | null
  /** Who paid or was paid; of a payment to a chosen account, that account from the beginning. */
  participant: Participant | null
  externalId: string | null
  endToEndId: string | null
  /** Null: asked for by a person, or by a link, and the merchant has set no address. */
  webhookUrl: string | null
  webhookHeaderName: string | null
  webhookHeaderValue: string | null
  createdAt: Date
  registeredAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
  refundedAt: Date | null
  reversedAt: Date | null
  errorAt: Date | null
  errorCause: string | null
  /** What the bank said when it refused, in its own words, for operators. */
  bankWords: string | null
  expiresAt: Date | null
  /** How many events it has had. */
  events: number
  refundedAmount: Micros
  /** What is on its way back to the payer, and held for it. */
  refundingAmount: Micros
  disputedAmount: Micros
  /** The access key that asked for it; null where a person did: approval steps, the audit log or the link say who. */
  keyId: string | null
  /** The bank that moves its money; null: older than connections, the default one. */
  connectionId: string | null
  /** The payment link it is paid by; null: an ordinary one. */
  paymentLinkId: string | null
  /** The customer that is charged; null: none was named. */
  customerId: string | null
  /** The merchant's own fields; null: none. */
  metadata: Metadata | null
  /** Money from another document than the counterparty's is returned. */
  onlyThisPayer: boolean
}

/** With the fate of its newest webhook event. */
export type ReadTransaction = Transaction & {
  deliveryStatus: 'Pending' | 'Failed' | 'Success' | null
  deliveryTime: Date | null
}
