import { differenceOf } from '../../money/bank-orders/differences.ts'
import type { ListedException } from '../../money/bank-orders/exceptions.ts'
import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import type { ReadTransaction } from '../../money/transactions/read-transaction.ts'
import { gapOf } from './adjust-difference.ts'
import { type ExceptionAct, type Known, actionsOn } from './actions.ts'
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

function formattedGap(e: ListedException): string | null {
  const gap = gapOf(e)
  return amountOrNull(gap)
}

export function exceptionView(e: ListedException, t: ReadTransaction | null, known: Known & { isAskable: boolean }) {
  const actions = e.state === 'Open' ? actionsOn(e, known) : []
  return {
    ...exceptionItem(e),
    amount: formatAmount(e.refundAmount ?? t?.amount ?? e.amount ?? 0n),
    endToEndId: t?.endToEndId ?? e.endToEndId,
    transaction: t && { state: t.state, amount: formatAmount(t.amount) },
    actions: actions.filter(({ isOffered }) => isOffered).map(({ act, needs }) => ({ act, needs })),
    withheld: actions.filter(({ isOffered }) => !isOffered).map(({ act }) => act),
    gap: formattedGap(e),
    canAskBank: e.state === 'Open' && known.isAskable,
    bankAnswer:
      e.bankAnswer === null || e.bankAnsweredAt === null
        ? null
        : { state: e.bankAnswer, date: e.bankAnsweredAt.toISOString() },
  } satisfies ExceptionView
}
