import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { hash } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { InvalidRequest } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import { type ErasedKeyNeeds, findFirst } from '../../money/transactions/erased-key.ts'
import type { Webhook } from '../../money/transactions/new-transaction.ts'
import { bankFor } from '../../money/rails/choose-bank.ts'
import { type RailsOf, requireRail, requireWholeCents } from '../../money/rails/rails-of.ts'
import { newStaticId } from '../../money/rails/static-ids.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Link, bornLink } from './states.ts'
import { insertLink, selectLinkByKey } from './sql.ts'

type Needs = ErasedKeyNeeds & {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  readMerchant: ReadMerchant
  railsOf: RailsOf
  sweepAlarmMs: number
}

export type LinkForm = Pick<
  Link,
  | 'title'
  | 'description'
  | 'amount'
  | 'minAmount'
  | 'maxAmount'
  | 'stock'
  | 'endsAt'
  | 'asksPayer'
  | 'redirectUrl'
  | 'metadata'
> & {
  /** One code for a counter instead of a page. */
  isStatic: boolean
  webhook: Webhook | null
}

type MakeLinkInput = LinkForm & {
  merchantId: string
  id?: string
  keyId: string | null
  personId: string | null
  idempotencyKey: string | undefined
  audit?: Audit
}

export type Made = { link: Link; replayed: boolean }

/** Creates a link, or returns the first of its idempotency key. A link that the bank can never carry is refused. */
export async function makeLink(needs: Needs, { webhook, audit, ...input }: MakeLinkInput): Promise<Made> {
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  checkTitle(input.title)
  checkAmounts(input)
  const createdAt = await timeFor(needs, input.merchantId)
  checkEnd(input.endsAt, createdAt)
  await requireWholeCentsOf(needs, input)
  const { keyId, personId, merchantId, id, idempotencyKey = null, isStatic, ...requested } = input
  const link: Link = {
    ...requested,
    ...(isStatic ? await staticCodeOf(needs, input) : withoutCode),
    merchantId,
    id: id ?? uuidv7(createdAt.getTime()),
    state: bornLink,
    webhookUrl: webhook?.url ?? null,
    webhookHeaderName: webhook?.customHeaderName ?? null,
    webhookHeaderValue: webhook?.customHeaderValue ?? null,
    keyId,
    personId,
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : hashOf({ ...requested, webhook, isStatic }),
    openCount: 0,
    paidCount: 0,
    paidAmount: 0n,
    createdAt,
  }
  const conflict = () => 'the Idempotency-Key was used before with another body'
  const find = () => findFirst(needs, link, keys => selectLinkByKey(needs.sql, link.merchantId, keys), conflict)
  const earlier = await find()
  if (earlier !== null) return { link: earlier, replayed: true }
  const isNew = await needs.sql.begin(async tx => {
    if ((await insertLink(tx, link)).length === 0) return false
    await recordAudit(tx, audit)
    return true
  })
  if (isNew) return { link, replayed: false }
  const first = await find()
  if (first === null) throw new Error('a payment link was neither inserted nor found')
  return { link: first, replayed: true }
}

const withoutCode = { staticId: null, qrCode: null, connectionId: null }

/** Refused if the bank does not report which code a payment used. */
async function staticCodeOf(
  needs: Needs,
  { merchantId, amount, ...input }: MakeLinkInput | Omit<MakeLinkInput, 'webhook'>,
) {
  const { minAmount, maxAmount, stock, endsAt, asksPayer, redirectUrl } = input
  if (asksPayer || [minAmount, maxAmount, stock, endsAt, redirectUrl].some(value => value !== null))
    throw wrong(
      '/isStatic',
      'a static QR code has no minAmount, maxAmount, stock, endsAt, asksPayer or redirectUrl: omit them',
    )
  const merchant = await needs.readMerchant(merchantId)
  const rails = await bankFor(needs, merchant, 'staticCodes')
  if (amount !== null && amount % 10_000n !== 0n) requireWholeCents({ ...rails, minorUnit: 10_000n }, amount)
  const staticId = newStaticId(merchant.number)
  const qrCode = requireRail(rails.staticCodes).makeCode({ id: staticId, amount, receiver: merchant })
  return { staticId, qrCode, connectionId: rails.connectionId }
}

const hashOf = (requested: object): string =>
  hash(
    'sha256',
    JSON.stringify(requested, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    'base64',
  )

type Amounts = Pick<LinkForm, 'amount' | 'minAmount' | 'maxAmount'>

/** A paused bank is no reason to refuse: it may be resumed before the first payment. */
async function requireWholeCentsOf(needs: Needs, input: Amounts & { merchantId: string }): Promise<void> {
  const [connectionId = null] = (await needs.readMerchant(input.merchantId)).chargeConnections
  const rails = await needs.railsOf(connectionId, undefined, { evenPaused: true })
  for (const amount of [input.amount, input.minAmount, input.maxAmount])
    if (amount !== null) requireWholeCents(rails, amount)
}

/** A fixed amount has no minimum and maximum; otherwise the minimum is not above the maximum. */
function checkAmounts({ amount, minAmount, maxAmount }: Amounts): void {
  if (amount !== null && (minAmount !== null || maxAmount !== null))
    throw wrong('/amount', 'omit amount to let the payer choose it, or omit minAmount and maxAmount')
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount)
    throw wrong('/minAmount', 'must not be more than maxAmount')
}

export function checkTitle(title: string): void {
  if (title === '') throw wrong('/title', 'must not be empty')
}

export function checkEnd(endsAt: Date | null, now: Date): void {
  if (endsAt !== null && endsAt <= now) throw wrong('/endsAt', 'must be in the future')
}

const wrong = (path: string, message: string) => new InvalidRequest([{ path, code: 'invalid', message, info: {} }])
