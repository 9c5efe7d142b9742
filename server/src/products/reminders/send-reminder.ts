import { type Day, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Outbox } from '../../platform/mails/outbox.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import type { ErasedKeyNeeds } from '../../money/transactions/erased-key.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { WholeBill } from '../bills/bill.ts'
import { readBill } from '../bills/read-bill.ts'
import { dueOn } from '../bills/views.ts'
import { findCustomer } from '../customers/read-customer.ts'
import { type Channel, type Reminder, type ReminderPlan, type Withheld, momentOn, stepDay } from './plan.ts'
import { readRefusal } from './refuse-reminders.ts'
import { type Rendering, reminderMail, renderText } from './reminder-texts.ts'
import { insertReminder, isRecorded, lockOpen } from './sql.ts'
import { reminderEvent } from './views.ts'

export type Needs = ErasedKeyNeeds & {
  clock: () => Date
  isSandbox: boolean
  addresses: PublicAddresses
  mailer: Pick<Outbox, 'write' | 'isOn'>
  door: Pick<Door, 'commit'>
}

type DueReminder = { plan: ReminderPlan; merchant: Merchant; billId: string; days: number; now: Date }

/**
 * One commit under the lock of the charge: that it is still open, that the payer wants reminders, the record of the step, which
 * is unique, and the mail and the event. So none is made after a payment or a cancellation, and none twice; a mail that waits is
 * looked at again before it is sent. Returns whether the step was recorded.
 */
export const sendReminder = (needs: Needs, { plan, merchant, billId, days, now }: DueReminder): Promise<boolean> => {
  const { id: merchantId } = merchant
  const today = dayOf(now)
  return needs.door.commit(async ({ tx, notify }) => {
    if (!(await lockOpen(tx, merchantId, billId, now))) return false
    const bill = await readBill({ sql: tx }, merchantId, billId)
    // Changed, or reminded of by another worker, since the list was read.
    if (stepDay(bill, days) > today || (await isRecorded(tx, bill, days))) return false
    const rendering = renderingOf(needs, { plan, merchant, bill, today })
    const taxNumber = taxNumberOf(bill.counterparty) ?? ''
    const isRefused = (await readRefusal({ ...needs, sql: tx }, merchantId, taxNumber)) !== null
    const to = isRefused || !plan.byMail ? null : await mailAddressOf(tx, bill)
    const webhookUrl = !isRefused && merchant.webhookEvents.includes('BillReminder') ? merchant.webhookUrl : null
    const stopUrl = needs.addresses.stopReminders(merchantId, billId)
    const about = { merchantId, id: billId }
    const mail = to === null ? null : { ...reminderMail(to, stopUrl, rendering), about }
    const sent: Channel[] = [
      ...(mail !== null && needs.mailer.isOn ? ['Mail' as const] : []),
      ...(webhookUrl === null ? [] : ['Webhook' as const]),
    ]
    const reminder: Reminder = {
      merchantId,
      id: uuidv7(now.getTime()),
      billId,
      dueDate: bill.dueDate,
      days,
      moment: rendering.moment,
      channels: sent,
      withheld: isRefused ? 'Refused' : withheldOf(needs, { plan, to, sent }),
      mailId: mail === null ? null : await needs.mailer.write(tx, mail),
      createdAt: now,
    }
    await insertReminder(tx, reminder)
    if (webhookUrl !== null)
      await notify([
        reminderEvent(
          { bill, reminder, text: renderText(rendering).body, today },
          { url: webhookUrl, addresses: needs.addresses, at: needs.clock() },
        ),
      ])
    return true
  })
}

function withheldOf(
  { mailer }: Pick<Needs, 'mailer'>,
  { plan, to, sent }: { plan: ReminderPlan; to: string | null; sent: Channel[] },
): Withheld | null {
  if (!plan.byMail) return sent.length === 0 ? 'NoChannel' : null
  if (to === null) return 'NoAddress'
  return mailer.isOn ? null : 'NoMailServer'
}

/** The address that the customer has now, otherwise the one that the bill was made with. */
async function mailAddressOf(tx: Tx, { merchantId, customerId, payerContact }: WholeBill): Promise<string | null> {
  const customer = customerId === null ? null : await findCustomer({ sql: tx }, merchantId, customerId)
  return customer?.email ?? payerContact?.email ?? null
}

type Shown = { plan: Pick<ReminderPlan, 'words' | 'language'>; merchant: Merchant; bill: WholeBill; today: Day }

/** What a text about a bill says on a day. */
export const renderingOf = (
  { addresses, isSandbox }: Pick<Needs, 'addresses' | 'isSandbox'>,
  { plan: { words, language }, merchant, bill, today }: Shown,
): Rendering => ({
  words,
  language,
  isSandbox,
  moment: momentOn(bill, today),
  values: {
    name: bill.counterparty?.name ?? null,
    amount: dueOn(bill, today).total,
    dueDate: bill.dueDate,
    link: addresses.payerPage(bill.merchantId, bill.id),
    merchant: merchant.name,
    description: bill.orderDescription,
  },
})
