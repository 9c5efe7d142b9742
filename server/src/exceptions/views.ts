import type { ListedException } from '../bank-orders/exceptions.ts'
import { formatAmount } from '../brazil/money.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import { type ExceptionAct, actsOn } from './acts.ts'
import type { ExceptionItem, ExceptionView } from './portal-schemas.ts'

export const exceptionItem = (e: ListedException): ExceptionItem => ({
  id: e.id,
  merchant: { id: e.merchantId, name: e.merchantName },
  transactionId: e.transactionId,
  kind: e.kind,
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

export const exceptionView = (e: ListedException, t: ReadTransaction): ExceptionView => ({
  ...exceptionItem(e),
  transaction: { state: t.state, amount: formatAmount(t.amount), endToEndId: t.endToEndId },
  acts: e.state === 'Open' ? actsOn(e).map(({ act, needs }) => ({ act, needs: [...needs] })) : [],
})
