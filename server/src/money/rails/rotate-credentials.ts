import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { openSealedText, sealText } from '../../platform/lib/seal.ts'
import { bacenPix } from './bacen-pix/bacen-pix.ts'
import type { DialectName } from './bacen-pix/dialect.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import type { BankSettings, Certificate, OldCallbackSecret } from './bacen-pix/settings.ts'
import { checkCallbackSecret } from './connect-bank.ts'
import type { Rails } from './rails.ts'
import { cannotConnect, judgeCertificates } from './judge-certificates.ts'
import { type Connection, planCallbackCheckNow, updateSettings } from './sql.ts'

/** What is not there stays as it is. */
export type NewCredentials = {
  clientId?: string
  clientSecret?: string | null
  /** Replaces all certificates: one that is used beside the others is added instead. */
  certificate?: Certificate
  /** Null: none from now on. */
  callbackSecret?: string | null
  /** Not there: one more day where there was one. Callers without a secret get no more time unless somebody asks for it. */
  oldCallbackSecret?: OldCallbackSecret
}

/** How long callbacks may still bring the callback secret before: a bank repeats its callbacks for hours. */
const overlapMs = 24 * 60 * 60_000

/** What the audit log has of it: names, no secrets. */
export function rotationDetails({ oldCallbackSecret, ...credentials }: NewCredentials) {
  return { changed: Object.keys(credentials).join(', '), ...(oldCallbackSecret && { oldCallbackSecret }) }
}

/**
 * Replaces the credentials of a connection in place. They are tried at the bank first, and nothing changes if it refuses
 * them; all processes use them within a few seconds. They must be of the same account: its payments stay with the connection.
 */
export async function rotateCredentials(
  needs: { sql: Sql; clock: () => Date; storageKey: Buffer },
  connection: Connection,
  { certificate, oldCallbackSecret, ...credentials }: NewCredentials,
  audit?: Audit,
): Promise<void> {
  const { id, sealedSettings: before } = connection
  if (before === null) throw cannotConnect('notABank')
  const now = needs.clock()
  const old = JSON.parse(openSealedText(needs.storageKey, before)) as BankSettings
  const settings: BankSettings = { ...old, ...credentials, ...(certificate && { certificates: [certificate] }) }
  const secret = old.callbackSecret ?? null
  const isLonger = oldCallbackSecret === 'oneMoreDay' || (oldCallbackSecret === undefined && secret !== null)
  if (oldCallbackSecret === 'endsNow') settings.previousCallbackSecret = null
  else if (credentials.callbackSecret !== undefined && credentials.callbackSecret !== secret)
    settings.previousCallbackSecret = isLonger
      ? { secret, until: new Date(now.getTime() + overlapMs).toISOString() }
      : null
  checkCallbackSecret(settings.callbackSecret ?? null)
  const certificateExpiresAt = judgeCertificates(settings.certificates, now)
  const sealedSettings = sealText(needs.storageKey, JSON.stringify(settings))
  const railsWith = (sealed: string) =>
    bacenPix(needs, bankDialects[connection.dialect as DialectName])({ ...connection, sealedSettings: sealed })
  // To end a leaked secret needs no bank.
  if (certificate !== undefined || Object.keys(credentials).length > 0) {
    const renewed = railsWith(sealedSettings)
    await tryAtBank(renewed)
    if (!(await isSameAccount(railsWith(before), renewed, now))) throw cannotConnect('otherAccount')
  }
  await needs.sql.begin(async tx => {
    const changed = { before, sealedSettings, certificateExpiresAt }
    if ((await updateSettings(tx, id, changed)).count === 0) throw cannotConnect('changed')
    await planCallbackCheckNow(tx, id, now)
    await recordAudit(tx, audit)
  })
}

async function tryAtBank(renewed: Rails): Promise<void> {
  const failed = (await renewed.check()).filter(({ isFine }) => !isFine)
  if (failed.length > 0)
    throw cannotConnect('refusedByBank', `${failed.map(({ what, words }) => `${what}: ${words}`).join('; ')}:`)
}

/** How far back a payment is looked for. */
const recentMs = 7 * 24 * 60 * 60_000

/**
 * Whether a payment that the old credentials show is there with the new ones too. Where the old ones are refused already, or
 * show none, nothing speaks against it.
 */
async function isSameAccount(old: Rails, renewed: Rails, now: Date): Promise<boolean> {
  const period = { from: new Date(now.getTime() - recentMs), until: now }
  const payment = await firstOf(old.received?.listReceived(period)).catch(() => null)
  return payment === null || ((await renewed.received?.readReceived(payment.endToEndId)) ?? null) !== null
}

async function firstOf<Item>(items: AsyncIterable<Item> | undefined): Promise<Item | null> {
  for await (const item of items ?? []) return item
  return null
}
