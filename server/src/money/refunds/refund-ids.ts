import { InvalidRequest } from '../../platform/http/errors.ts'

/** Ids of refunds that the platform makes itself begin so; those that merchants choose never do. */
const prefixes = { bank: 'bank:', dispute: 'dispute:' } as const

/** The id of a return that a bank has made by itself. */
export const bankReturnId = (bankId: string): string => prefixes.bank + bankId

/** The id of a refund that gives back what a dispute has blocked. Nobody else knows it before. */
export const disputeReturnId = (id: string): string => prefixes.dispute + id
export const isDisputeReturnId = (refundId: string): boolean => refundId.startsWith(prefixes.dispute)

/** Refuses an id that would be taken for one of the platform's own. */
export function requireFreeRefundId(refundId: string | undefined): void {
  const reserved = Object.values(prefixes).find(prefix => refundId?.startsWith(prefix))
  if (reserved === undefined) return
  const message = `must not start with "${reserved}": this prefix is reserved`
  throw new InvalidRequest([{ path: '/refundId', code: 'reserved', message, info: { prefix: reserved } }])
}
