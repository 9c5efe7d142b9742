import { amountOrNull, formatAmount, type Micros } from '../../platform/brazil/money.ts'
import type { BankBalance } from '../../money/rails/connections.ts'
import type { ConnectionHealth } from '../../money/rails/rails-of.ts'
import { callsNotTakenView } from '../../money/rails/views.ts'
import { type BankSettings, type InitiationSettings, withoutSlashes } from '../../money/rails/bacen-pix/settings.ts'
import type { ConnectionChanges } from '../../money/rails/change-connection.ts'
import type { ChangeForm, ConnectForm, ConnectionView } from './portal-schemas.ts'

type Shown = Pick<ConnectionView, 'callbackProof' | 'settings'> & {
  now: Date
  publicUrl: string
  balanceOf: (connectionId: string) => BankBalance
  arriving: Map<string, { amount: Micros; since: Date }>
}

export const connectionView = (
  connection: ConnectionHealth,
  all: ConnectionHealth[],
  { callbackProof, settings, now, publicUrl, balanceOf, arriving }: Shown,
): ConnectionView => ({
  id: connection.id,
  name: connection.name,
  dialect: connection.dialect,
  isDefault: connection.isDefault,
  isSimulator: connection.isSimulator,
  isUp: connection.isUp,
  pausedAt: connection.pausedAt?.toISOString() ?? null,
  certificateEndsAt: connection.certificateExpiresAt?.toISOString() ?? null,
  disputesUnreadSince: connection.disputesUnreadSince?.toISOString() ?? null,
  ...callsNotTakenView(connection, now),
  paymentsUnreadSince: connection.paymentsUnreadSince?.toISOString() ?? null,
  callbackMissingSince: connection.callbackMissingSince?.toISOString() ?? null,
  payoutCallbacksBy: connection.payoutCallbacksBy,
  callbackAddress: connection.callbackToken && `${publicUrl}/bank-notices/${connection.callbackToken}`,
  callbackProof,
  settings: settings && {
    pixUrl: settings.pixUrl,
    tokenUrl: settings.tokenUrl,
    payoutUrl: settings.payoutUrl,
    boletoUrl: settings.boletoUrl,
    ispb: settings.ispb,
    accountNumber: settings.accountNumber,
    clientNumber: settings.clientNumber,
    tokenStyle: settings.tokenStyle,
    scopes: settings.scopes,
    paths: settings.paths,
    limits: settings.limits,
    initiation: settings.initiation && shownInitiation(settings.initiation),
    hasAuthority: settings.hasAuthority,
  },
  balance: formatAmount(balanceOf(connection.id).balance),
  leaving: formatAmount(balanceOf(connection.id).leaving),
  leastBalance: amountOrNull(connection.leastBalance),
  paysOut: connection.paysOut,
  arriving: arrivingView(arriving.get(connection.pixKey ?? '')),
  proposal: proposalFor(connection, all, { balanceOf, arriving }),
})

const shownInitiation = ({ url, account, bodyForm, returnParameter }: InitiationSettings) => ({
  url,
  account,
  ...(bodyForm && { bodyForm }),
  ...(returnParameter && { returnParameter }),
})

const arrivingView = (one: { amount: Micros; since: Date } | undefined) =>
  one === undefined ? null : { amount: formatAmount(one.amount), since: one.since.toISOString() }

/** From the bank that has most above its own minimum: what is missing, or as much of it as that bank can give. */
function proposalFor(
  { id, leastBalance, pixKey }: ConnectionHealth,
  all: ConnectionHealth[],
  { balanceOf, arriving }: Pick<Shown, 'balanceOf' | 'arriving'>,
): ConnectionView['proposal'] {
  const missing = (leastBalance ?? 0n) - balanceOf(id).free - (arriving.get(pixKey ?? '')?.amount ?? 0n)
  if (leastBalance === null || missing <= 0n || pixKey === null) return null
  const [richest] = all
    .filter(other => other.id !== id && other.paysOut && other.pausedAt === null)
    .map(other => ({ fromId: other.id, spare: balanceOf(other.id).free - (other.leastBalance ?? 0n) }))
    .toSorted((a, b) => (a.spare < b.spare ? 1 : -1))
  if (richest === undefined || richest.spare <= 0n) return null
  const amount = wholeCents(missing < richest.spare ? missing : richest.spare)
  return amount === 0n ? null : { fromId: richest.fromId, amount: formatAmount(amount) }
}

const wholeCents = (amount: Micros): Micros => amount - (amount % 10_000n)

export const changesIn = ({ name, ...form }: ChangeForm): ConnectionChanges => ({
  ...form,
  ...(name === undefined ? {} : { name: name.trim() }),
})

const callFields = [
  'tokenStyle',
  'scopes',
  'headers',
  'query',
  'paths',
  'applicationKey',
  'accountNumber',
  'clientNumber',
] as const

export const settingsIn = (form: ConnectForm): BankSettings =>
  withoutSlashes({
    ...Object.fromEntries(callFields.filter(field => form[field] !== undefined).map(field => [field, form[field]])),
    pixUrl: form.pixUrl,
    tokenUrl: form.tokenUrl,
    payoutUrl: form.payoutUrl,
    boletoUrl: form.boletoUrl ?? null,
    clientId: form.clientId.trim(),
    clientSecret: form.clientSecret?.trim() ?? null,
    pixKey: form.pixKey.trim(),
    ispb: form.ispb,
    certificates: form.certificate === null ? [] : [form.certificate],
    ca: form.ca,
    callbackSecret: form.callbackSecret?.trim() ?? null,
    proxyVerifiesBank: form.proxyVerifiesBank,
    initiation: form.initiation ?? null,
  })
