import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type NewMerchant, createMerchant } from '../../tenancy/merchants/create-merchant.ts'
import { startBooks } from './books.ts'

/** A merchant and its empty balance, in one commit. */
export const openMerchant = (
  needs: { sql: Sql; storageKey: Buffer; clock: () => Date },
  details: NewMerchant,
  audit?: Audit,
) =>
  needs.sql.begin(async tx => {
    const created = await createMerchant(tx, needs, details)
    await startBooks(tx, created.merchant.id)
    await recordAudit(tx, audit)
    return created
  })
