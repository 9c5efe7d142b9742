import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import { type Limits, type Merchant, updateConnection, updateLimits, updatePlan, updatePolicy } from './sql.ts'
import type { Sql } from '../../platform/db/db.ts'
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

export type { Limits } from './sql.ts'

/** The most a merchant may send; null: no limit but its balance. Takes effect everywhere within a few seconds. */
export async function setLimits(
  needs: ChangeNeeds & { clock: () => Date },
  { merchantId, audit, ...limits }: { merchantId: string; audit?: Audit } & Limits,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await updateLimits(tx, merchantId, limits, needs.clock()))) throw new ApiError('MerchantNotFound')
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

/** The bank of a merchant's next payments; null: the default one. Payments in progress stay with their bank. */
export async function assignConnection(
  needs: ChangeNeeds,
  { merchantId, connectionId, audit }: { merchantId: string; connectionId: string | null; audit?: Audit },
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await updateConnection(tx, merchantId, connectionId))) throw new ApiError('MerchantNotFound')
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}
