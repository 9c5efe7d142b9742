import { type Day, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { type MailOutcome, readMailOutcomes } from '../../platform/mails/outbox.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { ErasedKeyNeeds } from '../../money/transactions/erased-key.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import { type WholeBill, billStateOf } from '../bills/bill.ts'
import { readBill } from '../bills/read-bill.ts'
import { findCustomer } from '../customers/read-customer.ts'
import { type PlanSettings, type PreparedMessage, type Reminder, stepDay } from './plan.ts'
import { readRefusal } from './refuse-reminders.ts'
import { renderText } from './reminder-texts.ts'
import { renderingOf } from './send-reminder.ts'
import { readPlan } from './set-plan.ts'
import { type ListedReminder, selectOfBill, selectReminders } from './sql.ts'

type Needs = { sql: Sql }

/** A bill is reminded of for a few months: more than these are by hand. */
const mostOfBill = 100

type Seen<Row extends Reminder> = Row & { mail: MailOutcome | null }

async function withMails<Row extends Reminder>(needs: Needs, reminders: readonly Row[]): Promise<Seen<Row>[]> {
  const ids = reminders.flatMap(({ mailId }) => mailId ?? [])
  const outcomes = ids.length === 0 ? new Map<string, MailOutcome>() : await readMailOutcomes(needs, ids)
  return reminders.map(one => ({ ...one, mail: outcomes.get(one.mailId ?? '') ?? null }))
}

/** What was sent about a bill, newest first, and whether its payer wants that. */
export async function readBillReminders(needs: Needs & ErasedKeyNeeds, merchantId: string, billId: string) {
  const bill = await readBill(needs, merchantId, billId)
  const refusal = await readRefusal(needs, merchantId, taxNumberOf(bill.counterparty) ?? '')
  return {
    bill,
    refusal,
    reminders: await withMails(needs, await selectOfBill(needs.sql, merchantId, bill.id, mostOfBill)),
  }
}

/** Of all bills, newest first. */
export async function listReminders(
  needs: Needs,
  { merchantId, limit, cursor }: Paging & { merchantId: string },
): Promise<Page<Seen<ListedReminder>>> {
  const page = await readPage(
    limit,
    rows => selectReminders(needs.sql, merchantId, { beforeId: cursor, limit: rows }),
    byId,
  )
  return { ...page, items: await withMails(needs, page.items) }
}

type PreparedNeeds = {
  sql: Sql | Tx
  clock: () => Date
  isSandbox: boolean
  readMerchant: ReadMerchant
  addresses: PublicAddresses
}

/** What a person needs to remind the payer of an open bill by hand, and when the plan does it next. Null: the bill is not open. */
export async function prepareReminder(
  needs: PreparedNeeds,
  bill: WholeBill,
): Promise<{ message: PreparedMessage; nextOn: Day | null } | null> {
  const { merchantId, customerId } = bill
  const merchant = await needs.readMerchant(merchantId)
  const today = dayOf(clockOf(needs, merchant))
  const state = billStateOf(bill, today)
  if (!['Open', 'Overdue'].includes(state) || bill.expiresAt === null) return null
  const plan = await readPlan(needs, merchantId)
  const customer = customerId === null ? null : await findCustomer(needs, merchantId, customerId)
  const rendering = renderingOf(needs, { plan, merchant, bill, today })
  return {
    message: { moment: rendering.moment, text: renderText(rendering).body, phone: customer?.phone ?? null },
    nextOn: plan.isOn ? nextDay(plan, bill, today) : null,
  }
}

/** The day of the next step; that of today counts while the plan has not run today. */
function nextDay(
  { days, nextRunAt }: PlanSettings & { nextRunAt: Date | null },
  bill: WholeBill,
  today: Day,
): Day | null {
  const from = nextRunAt === null || dayOf(nextRunAt) <= today ? today : dayOf(nextRunAt)
  const made = dayOf(bill.createdAt)
  const steps = days
    .map(step => stepDay(bill, step))
    .filter(day => day >= from && day > made && day <= bill.payableUntil)
  return steps.toSorted()[0] ?? null
}
