import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { MailSubject } from '../../platform/lib/mail.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { ErasedKeyNeeds } from '../../money/transactions/erased-key.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import { billStateOf } from '../bills/bill.ts'
import { readBill } from '../bills/read-bill.ts'
import { readRefusal } from './refuse-reminders.ts'

type Needs = ErasedKeyNeeds & { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

/** Asked before a mail goes out that may have waited for hours: is the bill still open, and does its payer want reminders? */
export const isReminderNeeded =
  (needs: Needs) =>
  async ({ merchantId, id }: MailSubject): Promise<boolean> => {
    const now = await timeFor(needs, merchantId)
    const bill = await readBill(needs, merchantId, id).catch((error: unknown) => {
      if (error instanceof ApiError && error.reason === 'BillNotFound') return null
      throw error
    })
    if (bill === null || bill.expiresAt === null || bill.expiresAt <= now) return false
    if (!['Open', 'Overdue'].includes(billStateOf(bill, dayOf(now)))) return false
    return (await readRefusal(needs, merchantId, taxNumberOf(bill.counterparty) ?? '')) === null
  }
