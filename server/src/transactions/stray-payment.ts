import { platformId } from '../ledger/platform.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Change } from './change-of-state.ts'
import { toRow } from './new-transaction.ts'
import type { Transaction } from './transaction.ts'

/** The platform's own transaction for money that came for a charge and cannot be credited. One for each payment. */
export const newStray = (
  charge: Transaction,
  { amount, participant, endToEndId, reason }: NonNullable<Change['stray']>,
  at: Date,
): Transaction => ({
  ...toRow({
    id: uuidv7(at.getTime()),
    operation: 'strayPayment',
    merchant: { id: platformId, chargeFixed: 0n, chargeRate: 0n },
    connectionId: charge.connectionId,
    amount,
    editable: false,
    counterparty: null,
    order: { orderDescription: reason },
    webhook: null,
    idempotencyKey: `payment:${charge.connectionId ?? ''}:${endToEndId}`,
    alsoAsked: [],
    createdAt: at,
    expiresAt: null,
  }),
  paidAmount: amount,
  participant,
  endToEndId,
})
