import type { TransactionView } from './api.ts'

/** Something that happened to a transaction. */
export type Moment = { at: string; key: string } & (
  | { kind: 'state'; state: TransactionView['state']; isFirst: boolean }
  | { kind: 'approval'; step: NonNullable<TransactionView['request']>['steps'][number] }
  | { kind: 'money'; posting: TransactionView['postings'][number] }
  | { kind: 'told'; delivery: TransactionView['deliveries'][number] }
)

/** What follows from what, where all of it was written in one moment. */
const order = ['approval', 'state', 'money', 'told'] satisfies Moment['kind'][]

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
    ...transaction.postings.map(posting => ({
      kind: 'money' as const,
      at: posting.date,
      key: `posting ${posting.number}`,
      posting,
    })),
    ...transaction.deliveries.map(delivery => ({
      kind: 'told' as const,
      at: delivery.date,
      key: delivery.id,
      delivery,
    })),
  ]
  return moments.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || order.indexOf(b.kind) - order.indexOf(a.kind))
}
