import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Certificate } from './bacen-pix/settings.ts'
import { cannotConnect, judgeCertificates, withoutEnded } from './judge-certificates.ts'
import { openSettings, sealSettings } from './sealed-settings.ts'
import { type Connection, updateSettings } from './sql.ts'

/** With more renewals than this the oldest certificate is dropped: it has ended or is no longer used. */
const most = 4

/**
 * Gives a connection its next certificate: those that have not ended come first, and where the bank refuses one, the next is
 * used. So a certificate can be renewed before the bank lets go of the old one, in whichever order.
 */
export async function addCertificate(
  needs: { sql: Sql; clock: () => Date; storageKey: Buffer },
  { id, sealedSettings }: Connection,
  certificate: Certificate,
  audit?: Audit,
): Promise<void> {
  if (sealedSettings === null) throw cannotConnect('notABank')
  const now = needs.clock()
  judgeCertificates([certificate], now)
  const settings = openSettings(needs, id, sealedSettings)
  const certificates = [...withoutEnded(settings.certificates, now), certificate].slice(-most)
  const changed = {
    before: sealedSettings,
    sealedSettings: sealSettings(needs, id, { ...settings, certificates }),
    certificateExpiresAt: judgeCertificates(certificates, now),
  }
  await needs.sql.begin(async tx => {
    if ((await updateSettings(tx, id, changed)).count === 0) throw cannotConnect('changed')
    await recordAudit(tx, audit)
  })
}
