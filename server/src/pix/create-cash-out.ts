import { ApiError } from '../http/errors.ts'
import type { Micros } from '../brazil/money.ts'
import { isGenuineCpf, normalizeTaxNumber } from '../brazil/tax-number.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import type { KeyRail, KeyType } from '../rails/rails.ts'
import { type RailsOf, refuseUncarried, refuseWithoutPayouts } from '../rails/rails-of.ts'
import type { Door, Opened } from '../transactions/door.ts'
import type { Order, Webhook } from '../transactions/new-transaction.ts'
import { checkWebhookAddress } from '../webhooks/address-guard.ts'
import { keyTypes, normalizePixKey } from './pix-key.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  door: Door
}

type CashOut = {
  merchantId: string
  keyId: string
  amount: Micros
  recipient: { name: string; cpf: string }
  key: { type?: KeyType | undefined; value: string }
  order: Order
  webhook: Webhook
  idempotencyKey: string | undefined
}

/** Money out: the money is held and the wish written, then the worker sends it to the bank. */
export async function createCashOut(needs: Needs, cashOut: CashOut): Promise<Opened> {
  const { merchantId, keyId, amount, order, webhook, idempotencyKey } = cashOut
  checkWebhookAddress(webhook.url, needs.isSandbox)
  const cpf = normalizeTaxNumber(cashOut.recipient.cpf)
  if (!isGenuineCpf(cpf)) throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${cpf}` })
  const merchant = await needs.readMerchant(merchantId)
  const rails = await needs.railsOf(merchant.connectionId)
  refuseWithoutPayouts(rails)
  refuseUncarried(rails, amount)
  const { keyType, key } = await checkKey(rails.keys, cashOut.key, cpf)

  const createdAt = needs.clock()
  return needs.door.open({
    id: uuidv7(createdAt.getTime()),
    operation: 'pixCashOut',
    merchant,
    connectionId: rails.connectionId,
    amount,
    editable: false,
    counterparty: { name: cashOut.recipient.name, cpf, cnpj: null },
    order,
    webhook,
    idempotencyKey,
    keyId,
    alsoAsked: [keyType, key],
    pixKey: key,
    pixKeyType: keyType,
    createdAt,
    expiresAt: null,
  })
}

/** The key must fit its type, exist, and belong to the recipient, as far as the bank can tell beforehand. */
async function checkKey(rail: KeyRail | null, { type: keyType, value }: CashOut['key'], recipientTaxNumber: string) {
  if (keyType === undefined)
    throw new ApiError('PixKeyTypeNotAllowed', { message: `key type undefined; allowed: ${keyTypes.join(', ')}` })
  const key = normalizePixKey(keyType, value)
  if (key === null) throw new ApiError('PixKeyInvalid', { message: `the value is not a ${keyType} key` })
  const owner = rail === null ? 'cannotTell' : await rail.findKeyOwner({ keyType, key, recipientTaxNumber })
  if (owner === null) throw new ApiError('PixKeyNotFound', { message: `no account has this ${keyType} key` })
  if (owner !== 'cannotTell' && owner.taxNumber !== recipientTaxNumber)
    throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${recipientTaxNumber}` })
  return { keyType, key }
}
