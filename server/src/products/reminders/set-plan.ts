import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import {
  type OwnWords,
  type PlanSettings,
  type ReminderPlan,
  type ReminderText,
  isInHours,
  nextRun,
  usualPlan,
} from './plan.ts'
import { checkWords } from './reminder-texts.ts'
import { selectPlan, upsertPlan } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

/** The plan of a merchant, or the one that it is offered. */
export const readPlan = async (
  { sql }: { sql: Sql | Tx },
  merchantId: string,
): Promise<PlanSettings & Pick<ReminderPlan, 'nextRunAt'>> =>
  (await selectPlan(sql, merchantId)) ?? { ...usualPlan, nextRunAt: null }

/** Sets a plan. What it would have sent on days before today is not sent; what is due today is. */
export async function setPlan(
  needs: Needs,
  { merchantId, settings, audit }: { merchantId: string; settings: PlanSettings; audit?: Audit },
): Promise<ReminderPlan> {
  checkWords(settings.words)
  const now = await timeFor(needs, merchantId)
  const { isOn, hour } = settings
  const plan: ReminderPlan = {
    ...settings,
    days: [...new Set(settings.days)].toSorted((a, b) => a - b),
    merchantId,
    beginsOn: dayOf(now),
    nextRunAt: !isOn ? null : isInHours(now, hour) ? now : nextRun(now, hour),
  }
  await needs.sql.begin(async tx => {
    await upsertPlan(tx, plan)
    await recordAudit(tx, audit)
  })
  return plan
}

type Texts = { Before?: ReminderText | null; DueDay?: ReminderText | null; After?: ReminderText | null }
/** Texts as a request has them: what is left out is ours. */
export type GivenWords = { pt?: Texts; en?: Texts }

const ofMoments = ({ Before = null, DueDay = null, After = null }: Texts = {}) => ({ Before, DueDay, After })
export const ownWordsOf = ({ pt, en }: GivenWords): OwnWords => ({ pt: ofMoments(pt), en: ofMoments(en) })

type Changes = Partial<Omit<PlanSettings, 'words'>> & { words?: GivenWords }

/** Changes what is given, and leaves the rest as it is. */
export async function changePlan(
  needs: Needs,
  { merchantId, changes: { words, ...changes } }: { merchantId: string; changes: Changes },
): Promise<ReminderPlan> {
  const { isOn, days, byMail, language, hour, words: was } = await readPlan(needs, merchantId)
  const settings = {
    isOn,
    days,
    byMail,
    language,
    hour,
    ...changes,
    words: words === undefined ? was : ownWordsOf(words),
  }
  return setPlan(needs, { merchantId, settings })
}
