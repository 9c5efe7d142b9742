import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { randomBytes } from 'node:crypto'
import { isGenuineCnpj, isGenuineCpf } from '../../platform/brazil/tax-number.ts'
import { readPixKey } from '../../platform/brazil/pix-key.ts'
import type { Sql } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Dialect } from './bacen-pix/dialect.ts'
import { type Resource, resources, tokenStyles } from './bacen-pix/call-form.ts'
import { type CallKind, type Limit, type Limits, callKinds } from './bacen-pix/call-kinds.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import { type DialectName, presets } from './bacen-pix/presets.ts'
import {
  type BankSettings,
  type CreditedAccount,
  type InitiationSettings,
  accountTypes,
  bodyForms,
} from './bacen-pix/settings.ts'
import { cannotConnect, judgeCertificates, judgeAuthority } from './judge-certificates.ts'
import { sealSettings } from './sealed-settings.ts'
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
  const certificateExpiresAt = await checkConnection(needs, { name, dialect, isDefault, settings })
  const pixKey = spelledKey(settings)
  const id = uuidv7(needs.clock().getTime())
  const callbackToken = randomBytes(32).toString('base64url')
  const sealedSettings = sealSettings(needs, id, { ...settings, pixKey })
  const connection = { id, name, dialect, isDefault, sealedSettings, callbackToken, pixKey, certificateExpiresAt }
  await needs.sql.begin(async tx => {
    // Somebody else has connected the same at this moment.
    if ((await insertConnection(tx, connection)).count === 0) throw cannotConnect('changed')
    await recordAudit(tx, audit)
  })
  return { id, callbackToken }
}

/** Refuses what cannot work, before a bank is asked. Returns when the certificates end. */
export async function checkConnection(
  needs: { sql: Sql; clock: () => Date },
  { name, dialect, isDefault, settings }: Omit<ConnectBankInput, 'audit'>,
): Promise<Date | null> {
  checkName(name)
  if (!Object.hasOwn(bankDialects, dialect)) throw cannotConnect('dialect', dialect)
  checkSettings(dialect as DialectName, settings)
  const pixKey = spelledKey(settings)
  const others = await selectConnections(needs.sql)
  if (others.some(other => other.name === name)) throw cannotConnect('nameTaken')
  if (isDefault && others.some(other => other.isDefault)) throw cannotConnect('defaultThere')
  if (others.some(other => other.pixKey === pixKey)) throw cannotConnect('keyTaken')
  return judgeCertificates(settings.certificates, needs.clock())
}

/** As a bank takes it: it stands in every charge and code. */
function spelledKey({ pixKey }: BankSettings): string {
  const read = readPixKey(pixKey)
  if (read === null) throw cannotConnect('pixKey')
  return read.key
}

export function checkName(name: unknown): void {
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60) throw cannotConnect('name')
}

/** What cannot work at this bank is refused before anything is stored. */
export function checkSettings(dialect: DialectName, settings: BankSettings): void {
  checkAddresses(settings)
  checkCallForm(settings)
  checkLimits(settings.limits ?? {})
  for (const field of presets[dialect].asks) if (!settings[field]) throw cannotConnect('needed', field)
  if (!/^[0-9A-Z]{8}$/.test(settings.ispb)) throw cannotConnect('ispb')
  if (!/^[\d.-]*$/.test(settings.clientNumber ?? '')) throw cannotConnect('clientNumber')
  if (settings.initiation) checkInitiation(bankDialects[dialect], settings.initiation)
  checkCallbackSecret(settings.callbackSecret ?? null)
  judgeAuthority(settings.ca)
}

function checkCallForm({ tokenStyle = 'form', scopes = null, headers = {}, query = {}, paths = {} }: BankSettings) {
  if (!tokenStyles.includes(tokenStyle)) throw cannotConnect('tokenStyle')
  if (scopes !== null && !/^[\w.:/-]*( [\w.:/-]+)*$/.test(scopes)) throw cannotConnect('scopes')
  const isTemplate = ([name, value]: [string, unknown]) =>
    /^[\w-]{1,60}$/.test(name) &&
    typeof value === 'string' &&
    (/^\{(clientId|applicationKey|accountNumber|uuid)\}$/.test(value) || /^[\x20-\x7a]{0,500}$/.test(value))
  for (const templates of [headers, query])
    if (!Object.entries(templates).every(isTemplate)) throw cannotConnect('templates')
  const isPath = ([name, path]: [string, unknown]) =>
    resources.includes(name as Resource) && typeof path === 'string' && /^(\/[\w.-]+)+$/.test(path)
  if (!Object.entries(paths).every(isPath)) throw cannotConnect('paths')
}

/** A limit that lets nothing through would stop the bank. */
function checkLimits(limits: Limits): void {
  const isLimit = ([kind, { perMinute, atOnce = 1 }]: [string, Limit]) =>
    callKinds.includes(kind as CallKind) &&
    [perMinute, atOnce].every(Number.isInteger) &&
    0 < atOnce &&
    atOnce < perMinute
  if (!Object.entries(limits).every(isLimit)) throw cannotConnect('limits')
}

export function checkCallbackSecret(secret: string | null): void {
  if (!/^[\w-]{16,100}$/.test(secret ?? 'x'.repeat(16))) throw cannotConnect('callbackSecret')
}

/** Only to this very machine, to rehearse, may a bank be spoken with in the clear or without a certificate. */
function checkAddresses({
  pixUrl,
  tokenUrl,
  payoutUrl,
  boletoUrl = null,
  initiation,
  certificates,
}: BankSettings): void {
  const initiating = { 'initiation.url': initiation?.url ?? null, 'initiation.tokenUrl': initiation?.tokenUrl ?? null }
  for (const [field, address] of Object.entries({ pixUrl, tokenUrl, payoutUrl, boletoUrl, ...initiating })) {
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
  if (typeof url !== 'string' || !(account === null || isAccount(account ?? {}))) throw cannotConnect('account')
  if (!bodyForms.includes(bodyForm ?? 'pagamento')) throw cannotConnect('bodyForm')
  if (!/^[\w.-]{1,60}$/.test(returnParameter ?? 'x')) throw cannotConnect('returnParameter')
}

/** As Efí takes it; it may come from a file that somebody wrote. */
const isAccount = ({ agency, number, type, holderName, holderTaxNumber }: Partial<CreditedAccount>): boolean =>
  /^\d{1,4}$/.test(agency ?? '') &&
  /^\d{3,20}$/.test(number ?? '') &&
  accountTypes.some(known => known === type) &&
  typeof holderName === 'string' &&
  holderName.trim().length >= 5 &&
  (isGenuineCpf(holderTaxNumber ?? '') || isGenuineCnpj(holderTaxNumber ?? ''))
