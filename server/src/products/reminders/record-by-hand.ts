import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ErasedKeyNeeds } from '../../money/transactions/erased-key.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readBill } from '../bills/read-bill.ts'
import type { PreparedMessage, Reminder } from './plan.ts'
import { prepareReminder } from './read-reminders.ts'
import { readRefusal } from './refuse-reminders.ts'
import { insertReminder, lockOpen } from './sql.ts'

type Needs = Parameters<typeof prepareReminder>[0] & ErasedKeyNeeds & { sql: Sql }

/**
 * A person sends the text of a bill by WhatsApp: what was sent, and when, with the text. Refused where the plan would send
 * nothing either.
 */
export async function recordByHand(
  needs: Needs,
  { merchantId, billId, audit }: { merchantId: string; billId: string; audit?: Audit },
): Promise<{ reminder: Reminder; message: PreparedMessage }> {
  const now = await timeFor(needs, merchantId)
  const { id } = await readBill(needs, merchantId, billId)
  return needs.sql.begin(async tx => {
    if (!(await lockOpen(tx, merchantId, id, now)))
      throw new ApiError('TransactionStateNotAllowed', { message: 'the bill is not open' })
    const bill = await readBill({ sql: tx }, merchantId, id)
    const prepared = await prepareReminder({ ...needs, sql: tx }, bill)
    if (prepared === null) throw new ApiError('TransactionStateNotAllowed', { message: 'the bill is not open' })
    if ((await readRefusal({ ...needs, sql: tx }, merchantId, taxNumberOf(bill.counterparty) ?? '')) !== null)
      throw new ApiError('TransactionStateNotAllowed', { message: 'the payer does not want reminders' })
    const reminder: Reminder = {
      merchantId,
      id: uuidv7(now.getTime()),
      billId: id,
      dueDate: bill.dueDate,
      days: null,
      moment: prepared.message.moment,
      channels: ['WhatsApp'],
      withheld: null,
      mailId: null,
      createdAt: now,
    }
    await insertReminder(tx, reminder)
    await recordAudit(tx, audit)
    return { reminder, message: prepared.message }
  })
}
