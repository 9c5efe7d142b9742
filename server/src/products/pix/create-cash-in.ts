import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Door, Opened } from '../../money/transactions/door.ts'
import { type Audit, openRecorded } from '../../money/transactions/open-recorded.ts'
import { type Order, type Webhook, onceOf } from '../../money/transactions/new-transaction.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import type { OnceKey } from '../../money/transactions/order-key.ts'
import { type WhoPays, readNamed, readPayer } from './read-payer.ts'
import { charges, registerCharge } from './register-charge.ts'

type Needs = {
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  door: Door
  cashInLifetimeSeconds: number
}

type CashIn = WhoPays & {
  /** Set where the caller must know the id before the row exists. */
  id?: string
  /** Null: not requested by a program. */
  keyId: string | null
  amount: Micros
  editable: boolean
  expiresInSeconds: number | undefined
  /** It ends with this at the latest. Not part of what is asked for: a repeat is the same one, however little is left. */
  notAfter?: Date | null
  order: Order
  /** Null: no webhook. */
  webhook: Webhook | null
  idempotencyKey: OnceKey | undefined
  /** Of the form that a person has filled in: what another form asks for is another charge, and needs another order id. */
  formKey?: string
  /** Refuses what cannot be made any more, though it is answered where it was made before. */
  refuse?: () => void
}

/** Money in: the bank registers the charge first, then it is written. If the write fails, the repeat finds it there. */
export async function createCashIn(needs: Needs, cashIn: CashIn, audit?: Audit): Promise<Opened> {
  const { merchantId, keyId, amount, editable, order, webhook, idempotencyKey, customerId } = cashIn
  const { onlyThisPayer = false } = cashIn
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  const named = readNamed(cashIn)
  const asked = {
    operation: 'pixCashIn',
    amount,
    editable,
    counterparty: named?.counterparty ?? null,
    order,
    webhook,
    idempotencyKey,
    onlyThisPayer,
    hashedFields: [cashIn.expiresInSeconds, cashIn.formKey, customerId, onlyThisPayer],
  } as const
  const requested = { ...asked, once: onceOf(asked) }
  const earlier = await needs.door.findOpened(merchantId, requested)
  if (earlier !== null) return earlier
  cashIn.refuse?.()
  // After the look-up: a repeat is the same request, whatever has become of the customer since.
  const payer = await readPayer(needs, cashIn, named)

  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const createdAt = clockOf(needs, merchant)
  const endMs = createdAt.getTime() + (cashIn.expiresInSeconds ?? needs.cashInLifetimeSeconds) * 1000
  const charged = { counterparty: payer?.counterparty ?? null, ...(customerId !== undefined && { customerId }) }
  const written = { ...requested, ...charged, merchant, keyId, createdAt }
  return registerCharge(needs, charges, {
    merchant,
    once: requested.once,
    onlyThisPayer,
    transactionId: cashIn.id ?? uuidv7(createdAt.getTime()),
    amount,
    editable,
    payer: payer?.taxNumber ? { taxNumber: payer.taxNumber, name: payer.counterparty.name } : null,
    expiresAt: new Date(Math.min(endMs, cashIn.notAfter?.getTime() ?? endMs)),
    open: charge => openRecorded(needs.door, { ...written, ...charge }, audit && { ...audit, subject: charge.id }),
  })
}
