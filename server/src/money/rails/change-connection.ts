import type { Audit } from '../../tenancy/audit-log/act.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type DialectName, presets } from './bacen-pix/presets.ts'
import { type BankSettings, type Certificate, type CreditedAccount, withoutSlashes } from './bacen-pix/settings.ts'
import { checkName, checkSettings } from './connect-bank.ts'
import { openSettings } from './sealed-settings.ts'
import { cannotConnect, readCertificate } from './judge-certificates.ts'
import type { Rails } from './rails.ts'
import { replaceSettings } from './replace-settings.ts'
import {
  type Connection,
  deleteConnection,
  selectConnections,
  selectOpenBoletos,
  selectUnderWay,
  selectUses,
  updateDefault,
  updateName,
} from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }

/** Of the settings, what people may see. */
const shown = [
  'pixUrl',
  'tokenUrl',
  'payoutUrl',
  'boletoUrl',
  'ispb',
  'accountNumber',
  'clientNumber',
  'tokenStyle',
  'scopes',
  'paths',
  'limits',
  'initiation',
  'proxyVerifiesBank',
] as const
/** What may have a secret in it, or is long: the audit log has only that it changed. */
const hidden = ['headers', 'query', 'applicationKey', 'ca'] as const

export const changeableSettings = [...shown, ...hidden]

type Changeable = Pick<BankSettings, (typeof changeableSettings)[number]>

/**
 * What is not there stays as it is; null is as the bank's preset says. For `payoutUrl` it is that the connection only receives,
 * for `boletoUrl` that it registers no boletos.
 */
export type ConnectionChanges = { [Field in keyof Changeable]?: Changeable[Field] | null } & {
  name?: string
  /** The bank of merchants without one of their own; it takes the place of the one before. */
  isDefault?: true
  /** A person confirms that it is the same account, where no payment shows it. */
  sameAccountConfirmed?: true
}

/** What people may see of a connection's settings; null: the simulator. */
export function readableSettings(needs: { storageKey: Buffer }, { id, sealedSettings }: Connection) {
  if (sealedSettings === null) return null
  const settings = openSettings(needs, id, sealedSettings)
  return { ...shownOf(settings), hasAuthority: settings.ca !== null }
}

const shownOf = ({ pixUrl, tokenUrl, payoutUrl, ispb, ...settings }: BankSettings) => ({
  pixUrl,
  tokenUrl,
  payoutUrl,
  boletoUrl: settings.boletoUrl ?? null,
  ispb,
  accountNumber: settings.accountNumber ?? null,
  clientNumber: settings.clientNumber ?? null,
  tokenStyle: settings.tokenStyle ?? null,
  scopes: settings.scopes ?? null,
  paths: settings.paths ?? null,
  limits: settings.limits ?? null,
  initiation: settings.initiation ?? null,
  proxyVerifiesBank: settings.proxyVerifiesBank ?? false,
})

/** What people may see of a new connection: everything that it calls and is credited by. */
export const connectDetails = (settings: BankSettings) => ({
  ...Object.fromEntries(
    Object.entries({ ...shownOf(settings), initiation: null }).filter(([, value]) => value !== null && value !== false),
  ),
  pixKey: settings.pixKey,
  ...(settings.initiation && { initiationUrl: settings.initiation.url }),
  ...(settings.initiation?.account && { initiationAccount: accountText(settings.initiation.account) }),
  ...certificateDetails(settings.certificates[0]),
})

const accountText = ({ agency, number, holderName }: CreditedAccount): string => `${agency}/${number} ${holderName}`

/** Whose the certificate is, and what identifies it; nothing where that cannot be read. */
export function certificateDetails(certificate: Certificate | undefined) {
  const x509 = certificate === undefined ? null : readCertificate(certificate)
  if (x509 === null) return {}
  return { certificate: x509.subject.replaceAll('\n', ', '), fingerprint: x509.fingerprint256 }
}

/** What a change will make of a connection, for the person who approves it and for the audit log. Refuses what cannot work. */
export function changeDetails(
  needs: { storageKey: Buffer },
  { id, name: oldName, isDefault: wasDefault, dialect, sealedSettings }: Connection,
  { name, isDefault, sameAccountConfirmed, ...changes }: ConnectionChanges,
) {
  if (sealedSettings === null) throw cannotConnect('notABank')
  const old = openSettings(needs, id, sealedSettings)
  const settings = withChanges(old, dialect as DialectName, changes)
  if (name !== undefined) checkName(name)
  checkSettings(dialect as DialectName, settings)
  const entry = { ...shownOf(old), name: oldName, isDefault: wasDefault }
  const now = { ...shownOf(settings), ...(name && { name }), ...(isDefault && { isDefault }) }
  const unseen = hidden.filter(field => changes[field] !== undefined)
  return {
    ...changesOf(entry, now),
    ...(unseen.length > 0 && { changed: unseen.join(', ') }),
    ...(sameAccountConfirmed && { sameAccountConfirmed }),
  }
}

/**
 * Changes where and how a connection calls its bank, its name, or which one is the default. The bank is called with the
 * changes first, and nothing changes if it refuses them. Payments already started stay with their connection.
 */
export async function changeConnection(
  needs: Needs,
  connection: Connection,
  given: ConnectionChanges,
  auditOf: (details: object) => Audit | undefined,
): Promise<void> {
  const { name, isDefault, sameAccountConfirmed, ...changes } = given
  const { id, dialect, sealedSettings } = connection
  if (sealedSettings === null) throw cannotConnect('notABank')
  const audit = auditOf(changeDetails(needs, connection, given))
  const old = openSettings(needs, id, sealedSettings)
  const settings = withChanges(old, dialect as DialectName, changes)
  const others = (await selectConnections(needs.sql)).filter(other => other.id !== id)
  if (name !== undefined && others.some(other => other.name === name)) throw cannotConnect('nameTaken')
  await replaceSettings(needs, connection, {
    settings,
    isTried: true,
    isSameAccount: sameAccountConfirmed === true || !isOtherwise(old, settings),
    alongside: async (tx, rails) => {
      await refuseToEnd(tx, connection, rails)
      if (name !== undefined) await updateName(tx, id, name)
      if (isDefault === true) await updateDefault(tx, id)
      await recordAudit(tx, audit)
    },
  })
}

/** What decides whose account a call is about. */
const ofAccount = ['pixUrl', 'tokenUrl', 'accountNumber', 'applicationKey', 'headers', 'query'] as const

const isOtherwise = (old: BankSettings, settings: BankSettings): boolean =>
  ofAccount.some(field => JSON.stringify(old[field] ?? {}) !== JSON.stringify(settings[field] ?? {}))

/** What no change may end, by whichever setting, while its bank has orders of these kinds to finish, or open boletos. */
// biome-ignore format: a table is read in columns
const neededBy = [
  { rail: 'payouts',     orders: ['payout'],                     holdsBoletos: false },
  { rail: 'initiations', orders: ['initiation'],                 holdsBoletos: false },
  { rail: 'boletos',     orders: ['registration', 'settlement'], holdsBoletos: true  },
] as const

async function refuseToEnd(tx: Tx, connection: Connection, { old, renewed }: { old: Rails; renewed: Rails }) {
  for (const { rail, orders, holdsBoletos } of neededBy) {
    if (old[rail] === null || renewed[rail] !== null) continue
    if (holdsBoletos && (await selectOpenBoletos(tx, connection.id)).length > 0) throw cannotConnect('boletosOpen')
    for (const kind of orders)
      if ((await selectUnderWay(tx, connection, kind)).length > 0) throw cannotConnect('ordersUnderWay')
  }
}

type SettingChanges = Omit<ConnectionChanges, 'name' | 'isDefault' | 'sameAccountConfirmed'>

/** What no connection can be without: null takes what is known of the bank by its name, of its production. */
function presetsOf(dialect: DialectName, changes: SettingChanges): Partial<BankSettings> {
  const { ispb, production } = presets[dialect]
  const known = Object.entries({ pixUrl: production.pixUrl, tokenUrl: production.tokenUrl, ispb })
  const taken = known.filter(([field]) => changes[field as keyof SettingChanges] === null)
  for (const [field, value] of taken) if (value === '') throw cannotConnect('noPreset', field)
  return Object.fromEntries(taken)
}

function withChanges(old: BankSettings, dialect: DialectName, given: SettingChanges): BankSettings {
  const changes = { ...given, ...presetsOf(dialect, given) }
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  const isDropped = ([field, value]: [string, unknown]) => value === null && field !== 'payoutUrl' && field !== 'ca'
  const dropped = new Set(changed.filter(isDropped).map(([field]) => field))
  // Of Open Finance only a file names the address of tokens: what a change does not name stays.
  const initiation = changes.initiation && { initiation: { ...old.initiation, ...changes.initiation } }
  const kept = Object.entries({ ...old, ...Object.fromEntries(changed), ...initiation })
  return withoutSlashes(Object.fromEntries(kept.filter(([field]) => !dropped.has(field))) as BankSettings)
}

/** Longer than any process remembers a connection: from then on none makes a payment by it. */
const pausedForMs = 60_000

/** Removes a connection by which nothing was ever paid and that nobody uses. One with payments is paused instead: they refer to it. */
export async function removeConnection(
  needs: Needs,
  { id, isDefault, pausedAt }: Connection,
  audit?: Audit,
): Promise<void> {
  if (isDefault) throw cannotConnect('isDefault')
  if (pausedAt === null || needs.clock().getTime() - pausedAt.getTime() < pausedForMs) throw cannotConnect('notPaused')
  await needs.sql.begin(async tx => {
    const uses = await selectUses(tx, id)
    if (uses.length > 0) throw cannotConnect('inUse', `${uses.join(', ')}:`)
    if ((await deleteConnection(tx, id)).count === 0) throw cannotConnect('changed')
    await recordAudit(tx, audit)
  })
}
