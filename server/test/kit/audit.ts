import type { Act, Actor, AuditKey } from '../../src/tenancy/audit-log/act.ts'
import { recordAuditAlone } from '../../src/tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../src/platform/db/db.ts'

type Needs = { sql: Sql; clock: () => Date; auditKey: AuditKey }

/** An entry of the audit log without a change. */
export const writeEntry = (needs: Needs, by: Actor, act: Act) =>
  recordAuditAlone(needs, { ...act, by, at: needs.clock(), key: needs.auditKey })
