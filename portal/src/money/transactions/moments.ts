import type { TransactionView } from './api.ts'

/** Something that happened to a transaction. */
export type Moment = { at: string; key: string } & (
  | { kind: 'state'; state: TransactionView['state']; isFirst: boolean }
  | { kind: 'refund'; refund: TransactionView['refunds'][number]; isEnd: boolean }
  | { kind: 'unmatched'; unmatched: TransactionView['unmatched'][number]; isEnd: boolean }
  | { kind: 'approval'; step: NonNullable<TransactionView['request']>['steps'][number] }
  | { kind: 'money'; posting: TransactionView['postings'][number] }
  | { kind: 'webhook'; delivery: TransactionView['deliveries'][number] }
)

/** What follows from what, where all of it was written in one moment. */
const order = ['approval', 'unmatched', 'refund', 'state', 'money', 'webhook'] satisfies Moment['kind'][]

/** The story of a transaction, newest first. */
export function momentsOf(transaction: TransactionView): Moment[] {
  const moments: Moment[] = [
    ...transaction.states.map(({ state, date }, index) => ({
      kind: 'state' as const,
      at: date,
      key: `state ${state}`,
      state,
      isFirst: index === 0,
    })),
    ...(transaction.request?.steps ?? []).map(step => ({
      kind: 'approval' as const,
      at: step.date,
      key: step.id,
      step,
    })),
    ...transaction.refunds.flatMap(refundMoments),
    ...transaction.unmatched.flatMap(unmatchedMoments),
    ...transaction.postings.map(posting => ({
      kind: 'money' as const,
      at: posting.date,
      key: `posting ${posting.number}`,
      posting,
    })),
    ...transaction.deliveries.map(delivery => ({
      kind: 'webhook' as const,
      at: delivery.date,
      key: delivery.id,
      delivery,
    })),
  ]
  return moments.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || order.indexOf(b.kind) - order.indexOf(a.kind))
}

/** Asked for, and how it ended. What a bank gives back by itself ends when it begins. */
function refundMoments(refund: TransactionView['refunds'][number]): Moment[] {
  const { refundId, date, endDate } = refund
  const asked = { kind: 'refund' as const, at: date, key: `refund ${refundId}`, refund, isEnd: false }
  if (endDate === null) return [asked]
  const ended = { ...asked, at: endDate, key: `refund ended ${refundId}`, isEnd: true }
  return date === endDate ? [ended] : [asked, ended]
}

function unmatchedMoments(unmatched: TransactionView['unmatched'][number]): Moment[] {
  const { id, date, returnDate } = unmatched
  const came = { kind: 'unmatched' as const, at: date, key: `unmatched ${id}`, unmatched, isEnd: false }
  if (returnDate === null) return [came]
  return [came, { ...came, at: returnDate, key: `unmatched returned ${id}`, isEnd: true }]
}
