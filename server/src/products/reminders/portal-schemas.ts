import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Day, Nullable, OneOf } from '../../platform/http/schemas.ts'
import { moments } from './plan.ts'
import { OwnWords, PlanData, ReminderData, ReminderWish, ofLanguages, ofMoments, planSettings } from './schemas.ts'

export const PlanForm = Type.Object(planSettings)
export type PlanForm = Static<typeof PlanForm>

export const PlanView = PlanData
export type PlanView = PlanData

export const PreviewForm = Type.Object({ words: OwnWords })
export type PreviewForm = Static<typeof PreviewForm>

/** Each text as a payer would get it: for a bill of an example, with its mail as a page. */
export const PlanPreview = ofLanguages(
  ofMoments(Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })),
)
export type PlanPreview = Static<typeof PlanPreview>

export const RemindersQuery = Type.Object({ limit: Limit, cursor: Cursor })
export const ListedReminder = Type.Object({
  ...ReminderData.properties,
  billId: Type.String(),
  payerName: Nullable(Type.String()),
})
export type ListedReminder = Static<typeof ListedReminder>
export const ReminderList = PageOf(ListedReminder)

export const Wish = ReminderWish
export type Wish = ReminderWish
export const WishForm = Type.Object({ isRefused: Type.Boolean() })
export type WishForm = Static<typeof WishForm>

export const BillRemindersView = Type.Object({
  items: Type.Array(ReminderData),
  wish: Wish,
  /** What can be sent by hand now; null: the bill is not open, or the payer refuses reminders. */
  message: Nullable(Type.Object({ moment: OneOf(moments), text: Type.String(), phone: Nullable(Type.String()) })),
  /** When the plan reminds of it next; null: it does not. */
  nextOn: Nullable(Day),
})
export type BillRemindersView = Static<typeof BillRemindersView>

export const CustomerParams = Type.Object({ merchantId: Type.String(), customerId: Type.String() })
