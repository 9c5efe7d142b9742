import type { Micros } from '../../platform/brazil/money.ts'
import { isRaised } from './limits.ts'

/** What access keys may pay out by themselves. */
export type PayoutRules = {
  /** Above it a cash-out by API waits for approval; null: none does. */
  apiPayoutApprovalAbove: Micros | null
  /** What an access key may pay out in its first day; null: no limit of its own. */
  newKeyLimit: Micros | null
  /** Cash-outs by API go only to recipients that an owner has approved. */
  restrictsRecipients: boolean
}

/** Rules as a merchant has them, with those that allow more from `rulesLoosenedAt` on; amounts there are text. */
export type StoredRules = PayoutRules & {
  loosenedRules: {
    apiPayoutApprovalAbove?: string | null
    newKeyLimit?: string | null
    restrictsRecipients?: false
  } | null
  rulesLoosenedAt: Date | null
}

const amountOf = (text: string | null): Micros | null => (text === null ? null : BigInt(text))

/** The rules that hold at a time. */
export function rulesAt(stored: StoredRules, at: Date): PayoutRules {
  const { apiPayoutApprovalAbove, newKeyLimit, restrictsRecipients, loosenedRules: loosened, rulesLoosenedAt } = stored
  const rules = { apiPayoutApprovalAbove, newKeyLimit, restrictsRecipients }
  if (loosened === null || rulesLoosenedAt === null || rulesLoosenedAt > at) return rules
  return {
    apiPayoutApprovalAbove:
      loosened.apiPayoutApprovalAbove === undefined
        ? apiPayoutApprovalAbove
        : amountOf(loosened.apiPayoutApprovalAbove),
    newKeyLimit: loosened.newKeyLimit === undefined ? newKeyLimit : amountOf(loosened.newKeyLimit),
    restrictsRecipients: loosened.restrictsRecipients ?? restrictsRecipients,
  }
}

/** The rules after all that was decided has taken effect. */
export const finalRules = (stored: StoredRules): PayoutRules => rulesAt(stored, stored.rulesLoosenedAt ?? new Date(0))

/** What is stored when rules are set: stricter ones hold at once, looser ones after a wait, as with limits. */
export function storedRulesAfter(stored: StoredRules, after: PayoutRules, now: Date, waitMs: number): StoredRules {
  const before = rulesAt(stored, now)
  const atOnce: StoredRules = { ...after, loosenedRules: null, rulesLoosenedAt: null }
  if (waitMs === 0) return atOnce
  const loosened: NonNullable<StoredRules['loosenedRules']> = {}
  for (const name of ['apiPayoutApprovalAbove', 'newKeyLimit'] as const)
    if (isRaised(before[name], after[name])) {
      loosened[name] = after[name]?.toString() ?? null
      atOnce[name] = before[name]
    }
  if (before.restrictsRecipients && !after.restrictsRecipients) {
    loosened.restrictsRecipients = false
    atOnce.restrictsRecipients = true
  }
  if (Object.keys(loosened).length === 0) return atOnce
  return { ...atOnce, loosenedRules: loosened, rulesLoosenedAt: new Date(now.getTime() + waitMs) }
}
