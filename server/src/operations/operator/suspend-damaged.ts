import type { Sql } from '../../platform/db/db.ts'
import { isOfMerchants } from '../../platform/db/damaged-table.ts'
import { isDamage } from '../../platform/db/database-faults.ts'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { safeText } from '../../platform/lib/log.ts'
import { damageFound } from '../../platform/lib/metrics.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { suspendMerchant } from '../../tenancy/merchants/suspension.ts'
import { suspendedBy } from '../books-audit/note-damage.ts'

type Needs = { sql: Sql; clock: () => Date; auditKey: AuditKey }

const reason =
  'O banco de dados tem uma página danificada com dados desta conta. / The database has a damaged page with data of this account.'
const by = { id: null, name: suspendedBy, merchantId: null, address: 'server' } as const

/**
 * No money moves for a merchant whose stored data cannot be read: an answer could be wrong, and so could a balance. Its
 * payouts wait and its keys are refused until an operator has restored or checked its data and resumes it. A damaged table
 * that all merchants share suspends nobody: the alarm is for a person.
 */
export async function suspendDamaged(needs: Needs, merchantId: string, fault: unknown): Promise<void> {
  if (merchantId === '' || !(await isOfMerchants(needs.sql, fault))) return
  const { sql, clock, auditKey: key } = needs
  const audit = { act: 'merchant.suspend', subject: merchantId, details: { reason }, by, at: clock(), key } as const
  await suspendMerchant({ sql, clock }, { merchantId, reason, by: by.name, audit }).catch((error: unknown) => {
    // It is suspended already.
    if (!(error instanceof ApiError)) throw error
  })
}

export function watchForDamage(app: App, needs: Needs): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!isDamage(error)) return
    damageFound.inc()
    const { id: requestId, merchantId } = request
    request.log.error({ requestId, merchantId, fault: safeText(error.message) }, 'damage')
    await suspendDamaged(needs, merchantId, error)
  })
}
