import { type Micros, percentOf } from '../../platform/brazil/money.ts'

/**
 * What is held back of what a merchant receives: a share in millionths of a percent (null: all of it), until so much is
 * reserved (null: without end), for some days. Both null: nothing.
 */
export type ReserveTerms = { reserveRate: bigint | null; reserveAmount: Micros | null; reserveDays: number }

/** A row of `reserve_holds`. */
export type ReserveHold = {
  merchantId: string
  transactionId: string
  amount: Micros
  heldAt: Date
  releaseAt: Date
}

const wholeRate = 100_000_000n
const dayMs = 86_400_000

export const hasReserve = ({ reserveRate, reserveAmount }: ReserveTerms): boolean =>
  reserveRate !== null || reserveAmount !== null

/** What is held back of a payment of so much after charges; 0: nothing. */
export function reserveOf(terms: ReserveTerms, net: Micros, reserved: Micros): Micros {
  if (!hasReserve(terms) || net <= 0n) return 0n
  const share = percentOf(net, terms.reserveRate ?? wholeRate)
  const room = terms.reserveAmount === null ? share : terms.reserveAmount - reserved
  const held = share < room ? share : room
  return held < 0n ? 0n : held < net ? held : net
}

export const releaseAtOf = ({ reserveDays }: ReserveTerms, heldAt: Date): Date =>
  new Date(heldAt.getTime() + reserveDays * dayMs)
