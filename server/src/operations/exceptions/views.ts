import { differenceOf } from '../../money/bank-orders/differences.ts'
import type { ListedException } from '../../money/bank-orders/exceptions.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import type { ReadTransaction } from '../../money/transactions/read-transaction.ts'
import { type ExceptionAct, actionsOn } from './actions.ts'
import type { ExceptionItem, ExceptionView } from './portal-schemas.ts'

export const exceptionItem = (e: ListedException): ExceptionItem => ({
  id: e.id,
  merchant: { id: e.merchantId, name: e.merchantName },
  transactionId: e.transactionId,
  meantFor: e.meantFor && {
    merchant: { id: e.meantFor.merchantId, name: e.meantFor.merchantName },
    transactionId: e.meantFor.transactionId,
  },
  kind: e.kind,
  difference: differenceOf(e),
  expected: e.expected,
  said: e.said,
  state: e.state,
  date: e.createdAt.toISOString(),
  ended: e.endedAt && {
    date: e.endedAt.toISOString(),
    by: e.endedBy ?? '',
    act: (e.act ?? 'release') as ExceptionAct,
    note: e.note ?? '',
  },
})

export const exceptionView = (e: ListedException, t: ReadTransaction | null, canAskBank: boolean): ExceptionView => ({
  ...exceptionItem(e),
  amount: formatAmount(e.refundAmount ?? t?.amount ?? e.amount ?? 0n),
  endToEndId: t?.endToEndId ?? e.endToEndId,
  transaction: t && { state: t.state, amount: formatAmount(t.amount) },
  actions: e.state === 'Open' ? actionsOn(e, { canAskBank }).map(({ act, needs }) => ({ act, needs })) : [],
})
