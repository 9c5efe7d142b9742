import { parseAmount } from '../../platform/brazil/money.ts'
import type { BillRequest, PlanRequest } from './schemas.ts'

/** The request as input of the use case. */
export function formOf(body: BillRequest) {
  return {
    payer: body.payer ?? null,
    customerId: body.customerId,
    amount: parseAmount(body.amount),
    dueDate: body.dueDate,
    payableDaysAfterDue: body.payableDaysAfterDue ?? 30,
    fine: body.fine ?? null,
    interest: body.interest ?? null,
    rebate: body.rebate ?? null,
    discount: body.discount ?? null,
    description: body.description,
    lines: body.lines ?? null,
    methods: body.methods,
    onlyThisPayer: body.onlyThisPayer ?? false,
    orderId: body.orderId,
    metadata: body.metadata,
    webhook: body.webhook ?? null,
  }
}

/** The same of a plan. */
export const planOf = ({ firstAmount, lastAmount, ...body }: PlanRequest) => ({
  payer: body.payer ?? null,
  customerId: body.customerId,
  orderId: body.orderId,
  count: body.count,
  amount: parseAmount(body.amount),
  firstAmount: firstAmount === undefined ? null : parseAmount(firstAmount),
  lastAmount: lastAmount === undefined ? null : parseAmount(lastAmount),
  differenceOn: body.differenceOn ?? null,
  firstDueDate: body.firstDueDate,
  dayOfMonth: body.dayOfMonth ?? null,
  payableDaysAfterDue: body.payableDaysAfterDue ?? 30,
  fine: body.fine ?? null,
  interest: body.interest ?? null,
  rebate: body.rebate ?? null,
  discount: body.discount ?? null,
  description: body.description,
  methods: body.methods,
  onlyThisPayer: body.onlyThisPayer ?? false,
  metadata: body.metadata,
  webhook: body.webhook ?? null,
})
