import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { randomBytes } from 'node:crypto'
import { isGenuineCnpj, isGenuineCpf } from '../../platform/brazil/tax-number.ts'
import { normalizePixKey } from '../../platform/brazil/pix-key.ts'
import type { Sql } from '../../platform/db/db.ts'
import { sealText } from '../../platform/lib/seal.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Dialect, DialectName } from './bacen-pix/dialect.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import { type BankSettings, type InitiationSettings, accountTypes } from './bacen-pix/settings.ts'
import { cannotConnect, judgeCertificates } from './judge-certificates.ts'
import { insertConnection, selectConnections } from './sql.ts'

type ConnectBankInput = {
  name: string
  dialect: string
  isDefault: boolean
  settings: BankSettings
  audit?: Audit
}

/** Connects a bank: what cannot work is refused here, and all that is secret is kept sealed. */
export async function connectBank(
  needs: { sql: Sql; clock: () => Date; storageKey: Buffer },
  { name, dialect, isDefault, settings, audit }: ConnectBankInput,
): Promise<{ id: string; callbackToken: string }> {
  if (!Object.hasOwn(bankDialects, dialect)) throw cannotConnect('dialect', dialect)
  checkAddresses(settings)
  if (settings.initiation) checkInitiation(bankDialects[dialect as DialectName], settings.initiation)
  checkCallbackSecret(settings.callbackSecret ?? null)
  const certificateExpiresAt = judgeCertificates(settings.certificates, needs.clock())
  const pixKey = normalizePixKey(settings.pixKey)
  const others = await selectConnections(needs.sql)
  if (others.some(other => other.name === name)) throw cannotConnect('nameTaken')
  if (isDefault && others.some(other => other.isDefault)) throw cannotConnect('defaultThere')
  if (others.some(other => other.pixKey === pixKey)) throw cannotConnect('keyTaken')
  const id = uuidv7(needs.clock().getTime())
  const callbackToken = randomBytes(32).toString('base64url')
  const sealedSettings = sealText(needs.storageKey, JSON.stringify(settings))
  const connection = { id, name, dialect, isDefault, sealedSettings, callbackToken, pixKey, certificateExpiresAt }
  await needs.sql.begin(async tx => {
    // Somebody else has connected the same at this moment.
    if ((await insertConnection(tx, connection)).count === 0) throw cannotConnect('changed')
    await recordAudit(tx, audit)
  })
  return { id, callbackToken }
}

export function checkCallbackSecret(secret: string | null): void {
  if (!/^[\w-]{16,100}$/.test(secret ?? 'x'.repeat(16))) throw cannotConnect('callbackSecret')
}

/** Only to this very machine, to rehearse, may a bank be spoken with in the clear or without a certificate. */
function checkAddresses({ pixUrl, tokenUrl, payoutUrl, initiation, certificates }: BankSettings): void {
  const initiating = { 'initiation.url': initiation?.url ?? null, 'initiation.tokenUrl': initiation?.tokenUrl ?? null }
  for (const [field, address] of Object.entries({ pixUrl, tokenUrl, payoutUrl, ...initiating })) {
    if (address === null) continue
    const url = URL.parse(address)
    if (url === null) throw cannotConnect('address', field)
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw cannotConnect('notHttps', field)
    if (certificates.length === 0 && !isLocal) throw cannotConnect('noCertificate')
  }
}

function checkInitiation(
  { initiations }: Dialect,
  { url, account, bodyForm, returnParameter }: InitiationSettings,
): void {
  if (initiations === null) throw cannotConnect('noInitiations')
  const { agency, number, type, holderName, holderTaxNumber } = account ?? {}
  const isAccount =
    /^\d{1,4}$/.test(agency) &&
    /^\d{1,20}$/.test(number) &&
    accountTypes.includes(type) &&
    typeof holderName === 'string' &&
    holderName.trim() !== '' &&
    (isGenuineCpf(holderTaxNumber) || isGenuineCnpj(holderTaxNumber))
  if (typeof url !== 'string' || !isAccount) throw cannotConnect('account')
  if (!['detalhes', 'top'].includes(bodyForm ?? 'detalhes')) throw cannotConnect('bodyForm')
  if (!/^[\w.-]{1,60}$/.test(returnParameter ?? 'x')) throw cannotConnect('returnParameter')
}
