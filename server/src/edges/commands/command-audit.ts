import type { Act, Audit, AuditKey } from '../../tenancy/audit-log/act.ts'

/** A person who may run a command controls the server; the audit log says that it was done by a command. */
const by = { id: null, name: 'npm run operator', merchantId: null, address: 'command line' } as const

export const commandAudit = (needs: { clock: () => Date; auditKey: AuditKey }, act: Act): Audit => ({
  ...act,
  by,
  at: needs.clock(),
  key: needs.auditKey,
})
