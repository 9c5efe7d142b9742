import { type Day, addDays } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { WholeBill } from '../bills/bill.ts'
import { nowFor, readBill } from '../bills/read-bill.ts'
import { type Moment, momentOn } from './plan.ts'
import { checkWords, renderText } from './reminder-texts.ts'
import { renderingOf } from './send-reminder.ts'
import { type GivenWords, ownWordsOf, readPlan } from './set-plan.ts'
import { each } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  readMerchant: ReadMerchant
  addresses: PublicAddresses
}

/** A day on which a text is true of a bill: today, if it is true today. */
function dayOfMoment(bill: WholeBill, moment: Moment, today: Day): Day {
  if (momentOn(bill, today) === moment) return today
  return { Before: addDays(bill.dueDate, -1), DueDay: bill.dueDate, After: addDays(bill.onTimeUntil, 1) }[moment]
}

/** Every text of a bill in both languages, with what is owed on its day. `words`: texts to try; otherwise those of the plan. */
export async function previewReminders(
  needs: Needs,
  { merchantId, billId, words: given }: { merchantId: string; billId: string; words: GivenWords | undefined },
) {
  const bill = await readBill(needs, merchantId, billId)
  const words = given === undefined ? (await readPlan(needs, merchantId)).words : ownWordsOf(given)
  checkWords(words)
  const [merchant, { today }] = [await needs.readMerchant(merchantId), await nowFor(needs, merchantId)]
  return each((moment, language) => {
    const date = dayOfMoment(bill, moment, today)
    const rendering = renderingOf(needs, { plan: { words, language }, merchant, bill, today: date })
    const { subject, body } = renderText(rendering)
    return { date, subject, text: body }
  })
}
