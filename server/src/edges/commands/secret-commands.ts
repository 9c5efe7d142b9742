import { commandAudit } from './command-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { resealColumn } from '../../platform/db/reseal.ts'
import { sealedKeptKeys, sealedOfSandbox } from '../../platform/db/server-secret.ts'
import type { Key } from '../../platform/lib/seal.ts'
import { sealedBucketSecrets } from '../../products/files/schedules/deliver-file.ts'
import { sealedMails } from '../../platform/mails/outbox.ts'
import { sealedWebhookSecrets } from '../../tenancy/merchants/webhook-settings.ts'
import { sealedConsentAccess } from '../../products/open-finance/pay-consent.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import { sealedPersonalData } from '../../operations/personal-data/kept-data.ts'
import { sealedRequests } from '../../tenancy/people/operator-requests/sealed-input.ts'
import { sealedTotpSecrets } from '../../tenancy/people/profile/second-factor.ts'
import { sealedClientSecrets } from '../../tenancy/people/sso/set-provider.ts'
import { sealedBankSettings } from '../../money/rails/sealed-settings.ts'

type Needs = { sql: Sql; clock: () => Date; auditKey: AuditKey; storageKey: Key }

export const secretUsage = `
  npm run operator -- secret reseal                            seals anew what was sealed with TRILHO_SECRET_PREVIOUS
`

/** All columns with encrypted values. */
const sealedColumns = [
  ...sealedWebhookSecrets,
  sealedTotpSecrets,
  sealedRequests,
  ...sealedPersonalData,
  sealedClientSecrets,
  sealedBankSettings,
  sealedConsentAccess,
  sealedMails,
  sealedBucketSecrets,
  sealedOfSandbox,
]

export const secretCommands: Record<string, (needs: Needs) => Promise<string>> = {
  /** The kept keys come last: a server that opens them opens everything. It takes many commits, so its entry comes first. */
  async reseal(needs) {
    await recordAuditAlone(needs, commandAudit(needs, { act: 'secret.reseal', subject: 'TRILHO_SECRET' }))
    const lines: string[] = []
    const unreadable: string[] = []
    for (const column of sealedColumns) {
      const found = await resealColumn(needs, column)
      lines.push(`${column.what}: ${found.resealed} sealed anew`)
      unreadable.push(...found.unreadable.map(id => `${column.what}, ${id}`))
    }
    if (unreadable.length > 0)
      throw new Error(
        `some open with neither secret, and the change is not finished: ${unreadable.join('; ')}. Set TRILHO_SECRET_PREVIOUS to the secret that sealed them, and run this again`,
      )
    const { resealed } = await resealColumn(needs, sealedKeptKeys)
    lines.push(`${sealedKeptKeys.what}: ${resealed} sealed anew`)
    return `${lines.join('\n')}\nEverything stored is sealed with TRILHO_SECRET. Without TRILHO_SECRET_PREVIOUS tokens and addresses from before end.\n`
  },
}
