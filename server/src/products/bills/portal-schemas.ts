import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Day, Money, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { billMethods, billStates } from './bill.ts'
import { AmountDueData, BillChanges, BillData, BillRequest, PlanRequest } from './schemas.ts'

export const BillParams = Type.Object({ merchantId: Type.String(), billId: Type.String() })

export const BillsQuery = Type.Object({
  limit: Limit,
  cursor: Cursor,
  /** The beginning of an id, order id, name or amount. */
  q: Type.Optional(Text(255)),
  state: Type.Optional(OneOf(billStates)),
  dueFrom: Type.Optional(Day),
  dueUntil: Type.Optional(Day),
  customerId: Type.Optional(Type.String({ format: 'uuid' })),
})

const { webhook: _webhook, ...form } = BillRequest.properties

/** `formKey` identifies the form, so that pressing twice creates one bill. */
export const BillForm = Type.Object({ ...form, formKey: Type.String({ format: 'uuid' }) })
export type BillForm = Static<typeof BillForm>

const { webhook: _planWebhook, ...planForm } = PlanRequest.properties

/** Repeated under its order id, it is the same plan. */
export const PlanForm = Type.Object(planForm)
export type PlanForm = Static<typeof PlanForm>

export const MadePlan = Type.Object({ orderId: Type.String(), count: Type.Integer() })
export type MadePlan = Static<typeof MadePlan>

export const BillChange = BillChanges
export type BillChange = Static<typeof BillChange>

const { payer: _payer, ...view } = BillData.properties

export const BillView = Type.Object({
  ...view,
  /** The document is masked; the page of the transaction reveals it. */
  payer: Nullable(Type.Object({ name: Nullable(Type.String()), taxNumber: Nullable(Type.String()) })),
  /** The last day on which it is not late. */
  onTimeUntil: Day,
  /** Oldest first. */
  changes: Type.Array(
    Type.Object({
      at: Timestamp,
      by: OneOf(['person', 'key']),
      terms: Type.Record(Type.String(), Type.Object({ was: Type.Unknown(), is: Type.Unknown() })),
      texts: Type.Array(Type.String()),
    }),
  ),
  /** For people who have the permission, while it can be paid. */
  isChangeable: Type.Boolean(),
})
export type BillView = Static<typeof BillView>

export const BillList = PageOf(BillView)

/** What the merchant's bank offers, and what a boleto needs there besides the rest of the payer's address. */
export const BillMethods = Type.Object({ methods: Type.Array(OneOf(billMethods)), needsDistrict: Type.Boolean() })
export type BillMethods = Static<typeof BillMethods>

export const PreviewForm = Type.Object({
  amount: form.amount,
  dueDate: form.dueDate,
  payableDaysAfterDue: form.payableDaysAfterDue,
  fine: form.fine,
  interest: form.interest,
  rebate: form.rebate,
  discount: form.discount,
  days: Type.Array(Day, { minItems: 1, maxItems: 5 }),
})
export type PreviewForm = Static<typeof PreviewForm>

export const BillPreview = Type.Object({ onTimeUntil: Day, payableUntil: Day, days: Type.Array(AmountDueData) })
export type BillPreview = Static<typeof BillPreview>

export const SummaryQuery = Type.Object({ customerId: Type.Optional(Type.String({ format: 'uuid' })) })

const Sum = Type.Object({ count: Type.Integer(), amount: Money })

/** What is open: overdue, and due within a week; amounts without fine, interest and discount. */
export const BillSummary = Type.Object({
  overdue: Sum,
  dueThisWeek: Sum,
  /** The last day of the week that begins today. */
  weekUntil: Day,
  /** False: there are too many, and only those due last are in the sums. */
  isExact: Type.Boolean(),
})
export type BillSummary = Static<typeof BillSummary>
