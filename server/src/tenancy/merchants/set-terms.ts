import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Limits, finalLimits, storedAfter } from './limits.ts'
import { clockOf } from './merchant-clock.ts'
import { type PayoutRules, storedRulesAfter } from './payout-rules.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import {
  type Banks,
  type Merchant,
  type Reserve,
  lockMerchant,
  updateBanks,
  updateErasedKeys,
  updateLimits,
  updatePayoutRules,
  updatePlan,
  updatePolicy,
  updateReserve,
} from './sql.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'

/** What a merchant is charged from now on; existing payments stay under the plan they were made with. */
export async function setBillingPlan(
  needs: ChangeNeeds,
  { merchantId, audit, ...plan }: { merchantId: string; audit?: Audit } & Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await updatePlan(tx, merchantId, plan))) throw new ApiError('MerchantNotFound')
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}

export type { Banks } from './sql.ts'
export type { Limits } from './limits.ts'

/**
 * The most a merchant may send. A lower limit takes effect everywhere within a few seconds, a higher one after a wait, so
 * that somebody can still stop it.
 */
export async function setLimits(
  needs: ChangeNeeds & { clock: () => Date; limitRaiseWaitMs: number },
  { merchantId, audit, ...limits }: { merchantId: string; audit?: Audit } & Partial<Limits>,
): Promise<void> {
  await needs.sql.begin(async tx => {
    const merchant = await lockMerchant(tx, merchantId)
    if (merchant === undefined) throw new ApiError('MerchantNotFound')
    const now = clockOf(needs, merchant)
    const after = { ...finalLimits(merchant), ...limits }
    await updateLimits(tx, merchantId, storedAfter(merchant, after, now, needs.limitRaiseWaitMs), now)
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}

export type { Reserve } from './sql.ts'

/** What is held back of payments from now on; what is held already keeps its date. */
export async function setReserve(
  needs: ChangeNeeds,
  { merchantId, audit, ...reserve }: { merchantId: string; audit?: Audit } & Reserve,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await updateReserve(tx, merchantId, reserve))) throw new ApiError('MerchantNotFound')
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}

type NewRules = PayoutRules & {
  merchantId: string
  /** Called if something allows more from a time on. */
  whenLoosened: (tx: Tx, at: Date) => Promise<void>
  audit?: Audit
}

/**
 * What access keys may pay out by themselves. What allows less takes effect everywhere within a few seconds, what allows more
 * after a wait, so that another owner can still stop it.
 */
export async function setPayoutRules(
  needs: ChangeNeeds & { clock: () => Date; limitRaiseWaitMs: number },
  { merchantId, whenLoosened, audit, ...rules }: NewRules,
): Promise<void> {
  await needs.sql.begin(async tx => {
    const merchant = await lockMerchant(tx, merchantId)
    if (merchant === undefined) throw new ApiError('MerchantNotFound')
    const stored = storedRulesAfter(merchant, rules, clockOf(needs, merchant), needs.limitRaiseWaitMs)
    await updatePayoutRules(tx, merchantId, stored)
    if (stored.rulesLoosenedAt !== null) await whenLoosened(tx, stored.rulesLoosenedAt)
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}

type NewPolicy = {
  merchantId: string
  /** How many of the merchant's people must approve, besides the requester. */
  approversNeeded: number
  /** Above this amount the operator must approve, too; null: never. */
  operatorApprovesAbove: Micros | null
  audit?: Audit
}

/** Who must approve a merchant's payments, from the next decision on. */
export const setApprovalPolicy = (needs: { sql: Sql }, { merchantId, audit, ...policy }: NewPolicy): Promise<void> =>
  needs.sql.begin(async tx => {
    await updatePolicy(tx, merchantId, policy)
    await recordAudit(tx, audit)
  })

/** The banks of a merchant's next payments. Payments in progress stay with their bank. */
export async function assignBanks(
  needs: ChangeNeeds,
  { merchantId, audit, ...banks }: { merchantId: string; audit?: Audit } & Banks,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await updateBanks(tx, merchantId, banks))) throw new ApiError('MerchantNotFound')
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}

type OneBank = {
  merchantId: string
  connectionId: string | null
  allowsUnknownKeyOwner?: boolean
  audit?: Audit
}

/** One bank for everything; null: the default one. */
export function assignConnection(
  needs: ChangeNeeds,
  { connectionId, allowsUnknownKeyOwner = false, ...rest }: OneBank,
): Promise<void> {
  const only = connectionId === null ? [] : [connectionId]
  const banks = { chargeConnections: only, payoutConnections: only, initiationConnections: only }
  return assignBanks(needs, { ...rest, ...banks, allowsSecondCharge: false, allowsUnknownKeyOwner })
}

/** Keys of the merchant's requests are replaced from now on. */
export const markErasedKeys = async (tx: Tx, merchantId: string): Promise<void> =>
  void (await updateErasedKeys(tx, merchantId))
