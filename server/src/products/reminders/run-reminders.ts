import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Ahead, clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type ReminderPlan, isInHours, nextRun } from './plan.ts'
import { type Needs as SendNeeds, sendReminder } from './send-reminder.ts'
import { deleteOldReminders, selectDueBills, selectDuePlans, updateNextRun } from './sql.ts'

export type Needs = SendNeeds & { sql: Sql; readMerchant: ReadMerchant }

const mostPlans = 20
/** Of one merchant in a step: the mails of others wait no longer than these take. */
const mostBills = 50

/**
 * Sends the reminders of plans whose hour has come, and returns how many steps were recorded. Any number of workers may do it:
 * the lock of the charge and the key of the step decide. `ahead`: only those of a merchant whose clock was moved, by its clock.
 */
export async function runReminders(needs: Needs, ahead?: Ahead): Promise<number> {
  const { now = needs.clock(), merchantId } = ahead ?? {}
  let sent = 0
  let fault: unknown = null
  for (const plan of await selectDuePlans(needs.sql, { now, merchantId }, mostPlans)) {
    // One that fails does not block the others.
    const done = await runPlan(needs, plan, ahead).catch((error: unknown) => void (fault ??= error))
    sent += done ?? 0
  }
  if (fault !== null) throw fault
  return sent
}

/** A page of a merchant's due bills; when there are no more, the plan waits for the next day. */
async function runPlan(needs: Needs, plan: ReminderPlan, ahead: Ahead | undefined): Promise<number> {
  const merchant = await needs.readMerchant(plan.merchantId)
  const now = ahead?.now ?? clockOf(needs, merchant)
  const waits = () => updateNextRun(needs.sql, plan, nextRun(now, plan.hour))
  if (merchant.state === 'Suspended' || plan.days.length === 0 || !isInHours(now, plan.hour)) {
    await waits()
    return 0
  }
  const due = await selectDueBills(needs.sql, plan, { now, today: dayOf(now), most: mostBills })
  let sent = 0
  let fault: unknown = null
  for (const { id: billId, days } of due)
    await sendReminder(needs, { plan, merchant, billId, days, now })
      .then(isRecorded => void (sent += isRecorded ? 1 : 0))
      .catch((error: unknown) => void (fault ??= error))
  if (fault !== null) throw fault
  if (due.length === 0) await waits()
  return sent
}

/** Long after their step nothing is sent for it any more, so the record is only for reading. */
export const purgeReminders = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldReminders(sql, { before, most })).count
