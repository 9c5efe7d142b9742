import { formatAmount } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { MailOutcome } from '../../platform/mails/outbox.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { type WholeBill, billStateOf } from '../bills/bill.ts'
import { dueOn } from '../bills/views.ts'
import { type Language, languages } from '../../platform/http/languages.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Moment, type PlanSettings, type PreparedMessage, type Reminder, moments } from './plan.ts'
import { textFields, usualText } from './reminder-texts.ts'
import type { PlanData, ReminderWish } from './schemas.ts'
import type { ListedReminder, Refusal } from './sql.ts'

/** `mail`: what became of the mail; null: there is none, or its record is deleted. */
export const reminderView = (reminder: Reminder, mail: MailOutcome | null) => ({
  id: reminder.id,
  date: reminder.createdAt.toISOString(),
  dueDate: reminder.dueDate,
  days: reminder.days,
  moment: reminder.moment,
  channels: reminder.channels,
  mail,
  withheld: reminder.withheld,
})

export const listedReminderView = (one: ListedReminder & { mail: MailOutcome | null }) => ({
  ...reminderView(one, one.mail),
  billId: one.billId,
  payerName: one.payerName,
})

export const wishView = (refusal: Refusal | null): ReminderWish => ({
  isRefused: refusal !== null,
  refusedAt: refusal && refusal.createdAt.toISOString(),
  byPayer: refusal && refusal.byPayer,
})

/** The text with the address that opens WhatsApp with it. */
export const messageView = ({ moment, text, phone }: PreparedMessage) => ({
  moment,
  text,
  phone,
  whatsAppUrl: `https://wa.me/${(phone ?? '').replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`,
})

/** Something for each moment in each language. */
export const each = <Made>(make: (moment: Moment, language: Language) => Made) => {
  const inLanguage = (language: Language) =>
    Object.fromEntries(moments.map(moment => [moment, make(moment, language)])) as Record<Moment, Made>
  return Object.fromEntries(languages.map(language => [language, inLanguage(language)])) as Record<
    Language,
    Record<Moment, Made>
  >
}

export const planView = (
  plan: PlanSettings & { nextRunAt: Date | null },
  { merchant, sendsMails }: { merchant: Merchant; sendsMails: boolean },
): PlanData => ({
  isOn: plan.isOn,
  days: plan.days,
  byMail: plan.byMail,
  language: plan.language,
  hour: plan.hour,
  words: plan.words,
  usual: each(usualText),
  fields: [...textFields],
  byWebhook: merchant.webhookUrl !== null && merchant.webhookEvents.includes('BillReminder'),
  sendsMails,
  nextRunAt: plan.nextRunAt && plan.nextRunAt.toISOString(),
})

type Reported = { bill: WholeBill; reminder: Reminder; text: string; today: Day }

/** The event of a reminder, for the account's address: it has no place in the order of the bill's own events. */
export function reminderEvent(
  { bill, reminder, text, today }: Reported,
  { url, addresses, at }: { url: string; addresses: PublicAddresses; at: Date },
): NewEvent {
  const { merchantId, id } = bill
  const payload = {
    event: 'BillReminder',
    reminder: {
      id: reminder.id,
      date: reminder.createdAt.toISOString(),
      days: reminder.days,
      moment: reminder.moment,
      isMailed: reminder.channels.includes('Mail'),
      text,
    },
    bill: {
      id,
      state: billStateOf(bill, today),
      orderId: bill.orderId,
      customerId: bill.customerId,
      metadata: bill.metadata ?? {},
      amount: formatAmount(bill.amount),
      amountDue: formatAmount(dueOn(bill, today).total),
      dueDate: bill.dueDate,
      payer: bill.counterparty,
      url: addresses.payerPage(merchantId, id),
    },
  }
  return {
    merchantId,
    id: uuidv7(at.getTime()),
    transactionId: null,
    position: 1,
    payload: JSON.stringify(payload),
    url,
    headerName: null,
    headerValue: null,
    createdAt: at,
  }
}
