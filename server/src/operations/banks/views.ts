import type { ConnectionHealth } from '../../money/rails/rails-of.ts'
import type { BankSettings } from '../../money/rails/bacen-pix/settings.ts'
import type { ConnectForm, ConnectionView } from './portal-schemas.ts'

export const connectionView = (
  connection: ConnectionHealth,
  callbackProof: ConnectionView['callbackProof'],
  publicUrl: string,
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
  callbackAddress: connection.callbackToken && `${publicUrl}/bank-notices/${connection.callbackToken}`,
  callbackProof,
})

const withoutSlash = (address: string): string => address.trim().replace(/\/+$/, '')

export const settingsIn = (form: ConnectForm): BankSettings => ({
  pixUrl: withoutSlash(form.pixUrl),
  tokenUrl: withoutSlash(form.tokenUrl),
  payoutUrl: form.payoutUrl === null ? null : withoutSlash(form.payoutUrl),
  clientId: form.clientId.trim(),
  clientSecret: form.clientSecret?.trim() ?? null,
  pixKey: form.pixKey.trim(),
  ispb: form.ispb,
  certificates: form.certificate === null ? [] : [form.certificate],
  ca: form.ca,
  callbackSecret: form.callbackSecret?.trim() ?? null,
  proxyVerifiesBank: form.proxyVerifiesBank,
  initiation: form.initiation ? { ...form.initiation, url: withoutSlash(form.initiation.url) } : null,
})
