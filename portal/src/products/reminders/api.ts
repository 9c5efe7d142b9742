import type {
  BillRemindersView,
  PlanForm,
  PlanPreview,
  PlanView,
  PreviewForm,
  Wish,
} from '../../../../server/src/products/reminders/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type {
  BillRemindersView,
  ListedReminder,
  PlanForm,
  PlanPreview,
  PlanView,
  Wish,
} from '../../../../server/src/products/reminders/portal-schemas.ts'

const planPath = (merchantId: string) => `/merchants/${merchantId}/reminder-plan`
export const remindersPath = (merchantId: string) => `/merchants/${merchantId}/reminders`
const ofBill = (merchantId: string, billId: string) =>
  `/merchants/${merchantId}/bills/${encodeURIComponent(billId)}/reminders`
const ofCustomer = (merchantId: string, customerId: string) =>
  `/merchants/${merchantId}/customers/${encodeURIComponent(customerId)}/reminders`

export const readPlan = (merchantId: string) => api.get<PlanView>(planPath(merchantId))
export const setPlan = (merchantId: string, form: PlanForm) => api.put<PlanView>(planPath(merchantId), form)
export const previewTexts = (merchantId: string, form: PreviewForm) =>
  api.post<PlanPreview>(`${planPath(merchantId)}/preview`, form)

export const readBillReminders = (merchantId: string, billId: string) =>
  api.get<BillRemindersView>(ofBill(merchantId, billId))
export const recordWhatsApp = (merchantId: string, billId: string) => api.post<Wish>(ofBill(merchantId, billId))
export const setBillWish = (merchantId: string, billId: string, isRefused: boolean) =>
  api.put<Wish>(`${ofBill(merchantId, billId)}/wish`, { isRefused })

export const readCustomerWish = (merchantId: string, customerId: string) =>
  api.get<Wish>(ofCustomer(merchantId, customerId))
export const setCustomerWish = (merchantId: string, customerId: string, isRefused: boolean) =>
  api.put<Wish>(ofCustomer(merchantId, customerId), { isRefused })

export const reminderKeys = {
  all: (merchantId: string) => ['reminders', merchantId],
  plan: (merchantId: string) => ['reminders', merchantId, 'plan'],
  list: (merchantId: string) => ['reminders', merchantId, 'list'],
  bill: (merchantId: string, billId: string) => ['reminders', merchantId, 'bill', billId],
  customer: (merchantId: string, customerId: string) => ['reminders', merchantId, 'customer', customerId],
}
