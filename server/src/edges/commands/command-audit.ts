import type { Act, Audit, AuditKey } from '../../tenancy/audit-log/act.ts'

/** Whoever may run a command has the server itself in hand; the audit log says that it was done here. */
const by = { id: null, name: 'npm run operator', merchantId: null, address: 'command line' } as const

export const commandAudit = (needs: { clock: () => Date; auditKey: AuditKey }, act: Act): Audit => ({
  ...act,
  by,
  at: needs.clock(),
  key: needs.auditKey,
})
