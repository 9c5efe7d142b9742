import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Door, Opened } from './door.ts'
import type { NewTransaction } from './new-transaction.ts'

export type { Audit } from '../../tenancy/audit-log/act.ts'

/** Opens what a person asks for in a commit with its audit entry; without an entry it shares its commit with others. */
export const openRecorded = (door: Door, transaction: NewTransaction, audit: Audit | undefined): Promise<Opened> =>
  audit === undefined
    ? door.open(transaction)
    : door.commit(async write => {
        const opened = await write.open(transaction)
        if (!opened.replayed) await recordAudit(write.tx, audit)
        return opened
      })
