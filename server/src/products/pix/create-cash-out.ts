import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import { bankFor } from '../../money/rails/choose-bank.ts'
import { type RailsOf, requireWholeCents, refuseWithoutPayouts } from '../../money/rails/rails-of.ts'
import { documentOf } from '../../money/transactions/counterparty.ts'
import type { Door, Opened } from '../../money/transactions/door.ts'
import { type NewTransaction, type Order, type Webhook, onceOf } from '../../money/transactions/new-transaction.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import { type CashOutChecks, type ProvenCheck, onceKeyOf } from './check-cash-out.ts'
import { hasPaidKeySince } from '../../money/transactions/read-transaction.ts'
import { rulesAt } from '../../tenancy/merchants/payout-rules.ts'
import { keyLimitsOf } from './key-limits.ts'
import { type Named, checkOwner, readRecipient } from './recipient.ts'
import { refuseUnapproved } from './recipients/approved-recipients.ts'
import type { OnceKey } from '../../money/transactions/order-key.ts'

type Needs = {
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  door: Door
  cashOutChecks: CashOutChecks
  requestCashOut: RequestCashOut
  limitRaiseWaitMs: number
}

/** Writes a cash-out that waits for approval. */
export type RequestCashOut = (prepared: NewTransaction) => Promise<Opened>

type CashOut = Named & {
  merchantId: string
  keyId: string | null
  amount: Micros
  order: Order
  /** Null: no webhook. */
  webhook: Webhook | null
  idempotencyKey: OnceKey | undefined
  /** The row of a batch that it pays: no other payout has its order id. */
  batchRowId?: string
  /** Of a check a moment ago: it is this very payout, and the bank has said whose the key is. */
  checkToken?: string | undefined
}

/**
 * Money out by an access key: the money is held and the wish written, then the worker sends it to the bank. The merchant's
 * rules come with its settings and its key, which are read anyway: where there are none, nothing else is read.
 */
export async function createCashOut(
  needs: Needs,
  { keySince, ...cashOut }: CashOut & { keySince: Date | null },
): Promise<Opened> {
  const prepared = await prepareCashOut(needs, cashOut)
  if ('transaction' in prepared) return prepared
  const { merchant, amount, createdAt } = prepared
  const { apiPayoutApprovalAbove } = rulesAt(merchant, createdAt)
  if (apiPayoutApprovalAbove !== null && amount > apiPayoutApprovalAbove) return needs.requestCashOut(prepared)
  const keyLimits = keyLimitsOf(merchant, keySince, createdAt)
  return needs.door.open(keyLimits.length === 0 ? prepared : { ...prepared, keyLimits })
}

/** All that is to be known of a payout before it is written; or the one that was made for its order before. */
export async function prepareCashOut(
  needs: Omit<Needs, 'requestCashOut'>,
  cashOut: CashOut,
): Promise<NewTransaction | Opened> {
  const { merchantId, keyId, amount, order, webhook, idempotencyKey, batchRowId, checkToken } = cashOut
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  const recipient = readRecipient(cashOut)
  const { name, taxNumber, keyType, key } = recipient
  const asked = {
    operation: 'pixCashOut',
    amount,
    editable: false,
    counterparty: { name, ...documentOf(taxNumber) },
    order,
    webhook,
    idempotencyKey: idempotencyKey ?? (checkToken && onceKeyOf(checkToken)),
    hashedFields: [keyType, key, ...(batchRowId === undefined ? [] : [batchRowId])],
  } as const
  const requested = { ...asked, once: onceOf(asked) }
  const earlier = await needs.door.findOpened(merchantId, requested)
  if (earlier !== null) return earlier

  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const rails = await bankFor(needs, merchant, 'payouts', amount)
  refuseWithoutPayouts(rails)
  requireWholeCents(rails, amount)
  let checked: ProvenCheck | null = null
  if (checkToken === undefined) await checkOwner(needs, merchant, rails, recipient)
  else {
    const { connectionId } = rails
    checked = needs.cashOutChecks.prove(checkToken, { ...recipient, merchantId, amount, connectionId, plan: merchant })
  }

  const createdAt = clockOf(needs, merchant)
  // Rows of a batch, too: who approves what a key has asked for does not approve recipients.
  if (keyId !== null) await refuseUnapproved(needs, merchant, recipient, createdAt)
  const keyLookUp =
    (checked && (await lookUpOf(needs, merchantId, key, checked))) ?? rails.keys?.takeLookUp?.(key) ?? null
  return {
    ...requested,
    id: uuidv7(createdAt.getTime()),
    merchant,
    connectionId: rails.connectionId,
    keyId,
    pixKey: key,
    pixKeyType: keyType,
    ...(keyLookUp !== null && { keyLookUp }),
    createdAt,
    expiresAt: null,
  }
}

/** Clocks of processes differ: that of the check may be ahead. */
const skewMs = 5 * 60_000

/**
 * The look-up of a check pays once: under several order ids one check may be sent several times, and the others are looked
 * up anew. Null: not to be used.
 */
async function lookUpOf(
  needs: Pick<Needs, 'sql'>,
  merchantId: string,
  key: string,
  { keyLookUp, at }: ProvenCheck,
): Promise<string | null> {
  if (keyLookUp === null) return null
  const since = new Date(at.getTime() - skewMs)
  return (await hasPaidKeySince(needs, { merchantId, key, since })) ? null : keyLookUp
}
