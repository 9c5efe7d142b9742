import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { timeFor } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { refuseWaiting, selectImport, updateImport } from './sql.ts'
import { type BillImport, bornImport, stoppedImport } from './states.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }
type StopInput = { merchantId: string; importId: string; audit?: Audit | undefined }

/** Refuses the rows that wait. Bills that are made stay. */
export async function stopImport(needs: Needs, { merchantId, importId, audit }: StopInput): Promise<BillImport> {
  const at = await timeFor(needs, merchantId)
  return needs.sql.begin(async tx => {
    const of = isUuid(importId) ? await selectImport(tx, merchantId, importId, { locks: true }) : undefined
    if (of === undefined) throw new ApiError('BillImportNotFound')
    if (of.state !== bornImport)
      throw new ApiError('BillImportStateNotAllowed', { message: `the import is ${of.state}` })
    const { count, amount } = await refuseWaiting(tx, of, importStopped, at)
    const after: BillImport = {
      ...of,
      state: stoppedImport,
      refusedCount: of.refusedCount + count,
      refusedAmount: of.refusedAmount + amount,
      completedAt: at,
      nextStepAt: null,
    }
    await updateImport(tx, after)
    await recordAudit(tx, audit)
    return after
  })
}

/** Why a row was refused that waited when its import was stopped. */
const importStopped = 'BillImportStopped'
