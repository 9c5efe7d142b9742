import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { BankSettings, Certificate, OldCallbackSecret } from './bacen-pix/settings.ts'
import { checkCallbackSecret } from './connect-bank.ts'
import { cannotConnect } from './judge-certificates.ts'
import { replaceSettings } from './replace-settings.ts'
import { openSettings } from './sealed-settings.ts'
import type { Connection } from './sql.ts'

/** What is not there stays as it is. */
export type NewCredentials = {
  clientId?: string
  clientSecret?: string | null
  /** A bank that wants one may replace it together with the others. */
  applicationKey?: string
  /** Replaces all certificates: one that is used beside the others is added instead. */
  certificate?: Certificate
  /** Null: none from now on. */
  callbackSecret?: string | null
  /** Not there: one more day where there was one. Callers without a secret get no more time unless somebody asks for it. */
  oldCallbackSecret?: OldCallbackSecret
  /** A person confirms that they are of the same account, where no payment shows it. */
  sameAccountConfirmed?: true
}

/** How long callbacks may still bring the callback secret before: a bank repeats its callbacks for hours. */
const overlapMs = 24 * 60 * 60_000

/** What the audit log has of it: names, no secrets. */
export function rotationDetails({ oldCallbackSecret, sameAccountConfirmed, ...credentials }: NewCredentials) {
  return {
    changed: Object.keys(credentials).join(', '),
    ...(oldCallbackSecret && { oldCallbackSecret }),
    ...(sameAccountConfirmed && { sameAccountConfirmed }),
  }
}

/** A secret of callbacks is ours, and of no account. */
const namesAccount = ({ clientId, clientSecret, applicationKey }: NewCredentials): boolean =>
  [clientId, clientSecret, applicationKey].some(one => one !== undefined)

/** Replaces the credentials of a connection in place, tried at the bank first. */
export async function rotateCredentials(
  needs: { sql: Sql; clock: () => Date; storageKey: Buffer },
  connection: Connection,
  { certificate, oldCallbackSecret, sameAccountConfirmed, ...credentials }: NewCredentials,
  audit?: Audit,
): Promise<void> {
  const { id, sealedSettings: before } = connection
  if (before === null) throw cannotConnect('notABank')
  const now = needs.clock()
  const old = openSettings(needs, id, before)
  const settings: BankSettings = { ...old, ...credentials, ...(certificate && { certificates: [certificate] }) }
  const secret = old.callbackSecret ?? null
  const isLonger = oldCallbackSecret === 'oneMoreDay' || (oldCallbackSecret === undefined && secret !== null)
  if (oldCallbackSecret === 'endsNow') settings.previousCallbackSecret = null
  else if (credentials.callbackSecret !== undefined && credentials.callbackSecret !== secret)
    settings.previousCallbackSecret = isLonger
      ? { secret, until: new Date(now.getTime() + overlapMs).toISOString() }
      : null
  checkCallbackSecret(settings.callbackSecret ?? null)
  await replaceSettings(needs, connection, {
    settings,
    isTried: certificate !== undefined || Object.keys(credentials).length > 0,
    isSameAccount: sameAccountConfirmed === true || !(certificate || namesAccount(credentials)),
    alongside: tx => recordAudit(tx, audit),
  })
}
