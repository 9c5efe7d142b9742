import { ApiError } from '../http/errors.ts'
import type { Micros } from '../brazil/money.ts'
import { isGenuineCpf, normalizeTaxNumber } from '../brazil/tax-number.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import type { KeyType, PixRail } from '../rails/rail.ts'
import type { Order, Webhook } from '../transactions/new-transaction.ts'
import type { OpenTransaction, Opened } from '../transactions/open-transaction.ts'
import { checkWebhookAddress } from '../webhooks/address-guard.ts'
import { keyTypes, normalizePixKey } from './pix-key.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  pixRail: PixRail
  readMerchant: ReadMerchant
  openTransaction: OpenTransaction
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
  const { keyType, key } = await checkKey(needs.pixRail, cashOut.key, cpf)

  const merchant = await needs.readMerchant(merchantId)
  const createdAt = needs.clock()
  return needs.openTransaction({
    id: uuidv7(createdAt.getTime()),
    operation: 'pixCashOut',
    merchant,
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

/** The key must fit its type, exist, and belong to the recipient. */
async function checkKey(rail: PixRail, { type: keyType, value }: CashOut['key'], recipientTaxNumber: string) {
  if (keyType === undefined)
    throw new ApiError('PixKeyTypeNotAllowed', { message: `key type undefined; allowed: ${keyTypes.join(', ')}` })
  const key = normalizePixKey(keyType, value)
  if (key === null) throw new ApiError('PixKeyInvalid', { message: `the value is not a ${keyType} key` })
  const owner = await rail.findKeyOwner({ keyType, key, recipientTaxNumber })
  if (owner === null) throw new ApiError('PixKeyNotFound', { message: `no account has this ${keyType} key` })
  if (owner.taxNumber !== recipientTaxNumber)
    throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${recipientTaxNumber}` })
  return { keyType, key }
}
