import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { updatePolicy } from './sql.ts'

type NewPolicy = {
  merchantId: string
  /** How many of the merchant's people must agree, besides the one who asks. */
  approversNeeded: number
  /** Above this amount the operator must agree too; null: never. */
  operatorApprovesAbove: Micros | null
}

/** Who must agree to a merchant's payments, from the next decision on. */
export async function setApprovalPolicy(needs: { sql: Sql }, { merchantId, ...policy }: NewPolicy): Promise<void> {
  await updatePolicy(needs.sql, merchantId, policy)
}
