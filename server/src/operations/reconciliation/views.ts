import { formatAmount } from '../../platform/brazil/money.ts'
import type { ReconciliationItem, ReconciliationView } from './portal-schemas.ts'
import type { ListedReconciliation } from './sql.ts'

export const reconciliationItem = (r: ListedReconciliation): ReconciliationItem => ({
  bank: { id: r.connectionId, name: r.bank },
  day: r.day,
  at: r.at.toISOString(),
  state: r.state,
  received: { count: r.receivedCount, amount: formatAmount(r.receivedAmount) },
  returned: { count: r.returnedCount, amount: formatAmount(r.returnedAmount) },
  sent: r.sentCount === null ? null : { count: r.sentCount, amount: formatAmount(r.sentAmount ?? 0n) },
  differences: r.differences,
  mended: r.mended,
})

export const reconciliationView = (r: ListedReconciliation): ReconciliationView => ({
  ...reconciliationItem(r),
  details: r.details,
})
