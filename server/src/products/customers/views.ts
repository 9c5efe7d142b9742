import { formatAmount } from '../../platform/brazil/money.ts'
import type { sumUpCustomer } from '../../money/transactions/list-transactions.ts'
import type { Customer } from './customer.ts'
import { type ImportRow, countsOf } from './import-customers.ts'

export const customerView = (customer: Customer) => ({
  id: customer.id,
  name: customer.name,
  document: customer.document,
  email: customer.email,
  phone: customer.phone,
  address: customer.address,
  notes: customer.notes,
  metadata: customer.metadata ?? {},
  externalId: customer.externalId,
  creationDate: customer.createdAt.toISOString(),
  changeDate: customer.changedAt.toISOString(),
})

type Sums = Awaited<ReturnType<typeof sumUpCustomer>>

export const sumsView = ({ count, asked, open, paid, returned, isExact }: Sums) => ({
  count,
  asked: formatAmount(asked),
  open: formatAmount(open),
  paid: formatAmount(paid),
  returned: formatAmount(returned),
  isExact,
})

/** `isDone` false: a preview, in which new customers have no id yet. */
export const importView = (rows: readonly ImportRow[], { isDone }: { isDone: boolean }) => ({
  ...countsOf(rows),
  rows: rows.map(({ line, name, before, after, faults }) => ({
    line,
    action: after === null ? ('none' as const) : before === null ? ('create' as const) : ('change' as const),
    name,
    customerId: before?.id ?? (isDone ? (after?.id ?? null) : null),
    faults,
  })),
})
