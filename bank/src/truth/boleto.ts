import type { Centavos } from './money.ts'

/** A charge with a due date that can be paid by boleto, too, under names that the bank chooses. */
export type Boleto = {
  id: string
  partner: string
  /** What it is for, where the partner says so. */
  title?: string
  /** Where its changes are notified, and the token by which they can be read. */
  noticeUrl?: string
  noticeToken?: string
  /** What the partner calls it: not unique. */
  ownNumber: string
  bankNumber: string
  barcode: string
  txid: string
  createdAt: string
  registeredAt?: string
  /** Why it was not registered. */
  failure?: string
  paid?: { amount: Centavos; day: string; settledAt?: string }
  cancelledAt?: string
}
