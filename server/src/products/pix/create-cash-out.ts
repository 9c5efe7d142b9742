import type { Micros } from '../../platform/brazil/money.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import { type RailsOf, requireWholeCents, refuseWithoutPayouts } from '../../money/rails/rails-of.ts'
import type { Door, Opened } from '../../money/transactions/door.ts'
import type { NewTransaction, Order, Webhook } from '../../money/transactions/new-transaction.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import { type CashOutChecks, onceKeyOf } from './check-cash-out.ts'
import { type Named, findOwner, readRecipient } from './recipient.ts'
import type { OnceKey } from '../../money/transactions/order-key.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  door: Door
  cashOutChecks: CashOutChecks
}

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

/** Money out: the money is held and the wish written, then the worker sends it to the bank. */
export async function createCashOut(needs: Needs, cashOut: CashOut): Promise<Opened> {
  const prepared = await prepareCashOut(needs, cashOut)
  return 'transaction' in prepared ? prepared : needs.door.open(prepared)
}

/** All that is to be known of a payout before it is written; or the one that was made for its order before. */
export async function prepareCashOut(needs: Needs, cashOut: CashOut): Promise<NewTransaction | Opened> {
  const { merchantId, keyId, amount, order, webhook, idempotencyKey, batchRowId, checkToken } = cashOut
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  const recipient = readRecipient(cashOut)
  const { name, cpf, keyType, key } = recipient
  const requested = {
    operation: 'pixCashOut',
    amount,
    editable: false,
    counterparty: { name, cpf, cnpj: null },
    order,
    webhook,
    idempotencyKey: idempotencyKey ?? (checkToken && onceKeyOf(checkToken)),
    hashedFields: [keyType, key, ...(batchRowId === undefined ? [] : [batchRowId])],
  } as const
  const earlier = await needs.door.findOpened(merchantId, requested)
  if (earlier !== null) return earlier

  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const rails = await needs.railsOf(merchant.connectionId)
  refuseWithoutPayouts(rails)
  requireWholeCents(rails, amount)
  if (checkToken === undefined) await findOwner(rails.keys, { ...recipient, taxNumber: cpf })
  else needs.cashOutChecks.prove(checkToken, { ...recipient, merchantId, amount, plan: merchant })

  const createdAt = clockOf(needs, merchant)
  return {
    ...requested,
    id: uuidv7(createdAt.getTime()),
    merchant,
    connectionId: rails.connectionId,
    keyId,
    pixKey: key,
    pixKeyType: keyType,
    createdAt,
    expiresAt: null,
  }
}
