import { spellAccessKey } from './access-key.ts'
import { isExpired } from './log-in.ts'
import { networksAt } from './networks.ts'
import { amountOrNull } from '../../platform/brazil/money.ts'
import { type PayoutRules, type StoredRules, finalRules, rulesAt } from '../merchants/payout-rules.ts'
import type { KeyView, PayoutRulesView } from './portal-schemas.ts'
import type { ShownKey } from './sql.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())

/** A key past its date is Expired, whatever its row says. */
export const keyView = (key: ShownKey, now: Date): KeyView => ({
  id: key.id,
  accessKey: spellAccessKey(key.merchantId, key.id),
  name: key.name,
  state: key.state !== 'Revoked' && isExpired(key, now) ? 'Expired' : key.state,
  scopes: key.scopes,
  expiresAt: dated(key.expiresAt),
  lastUsedAt: dated(key.lastUsedAt),
  createdAt: key.createdAt.toISOString(),
  createdByName: key.createdByName,
  confirmedByName: key.confirmedByName,
  replacedBy: key.replacedBy,
  networks: networksAt(key, now),
  networksLater: laterNetworks(key, now),
})

const laterNetworks = ({ loosenedNetworks, networksLoosenedAt: at }: ShownKey, now: Date): KeyView['networksLater'] =>
  loosenedNetworks === null || at === null || at <= now ? null : { networks: loosenedNetworks, at: at.toISOString() }

export const storedRulesView = (stored: StoredRules, now: Date): PayoutRulesView => {
  const { rulesLoosenedAt: at } = stored
  const later = at === null || at <= now ? null : { ...payoutRulesView(finalRules(stored)), at: at.toISOString() }
  return { ...payoutRulesView(rulesAt(stored, now)), later }
}

export const payoutRulesView = (rules: PayoutRules): Omit<PayoutRulesView, 'later'> => ({
  approvalAbove: amountOrNull(rules.apiPayoutApprovalAbove),
  newKeyLimit: amountOrNull(rules.newKeyLimit),
  restrictsRecipients: rules.restrictsRecipients,
})
