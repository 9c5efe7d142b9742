import { ApiError } from '../http/errors.ts'
import type { Micros } from '../brazil/money.ts'
import { isGenuineCpf, normalizeTaxNumber } from '../brazil/tax-number.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import type { KeyQuestion, KeyRail, KeyType } from '../rails/rails.ts'
import { type RailsOf, refuseUncarried, refuseWithoutPayouts } from '../rails/rails-of.ts'
import type { Door, Opened } from '../transactions/door.ts'
import type { Order, Webhook } from '../transactions/new-transaction.ts'
import { checkWebhookAddress } from '../webhooks/address-guard.ts'
import { exampleKey, keyTypes, normalizePixKey } from './pix-key.ts'

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
  const { keyType, key } = readKey(cashOut.key)
  const asked = {
    operation: 'pixCashOut',
    amount,
    editable: false,
    counterparty: { name: cashOut.recipient.name, cpf, cnpj: null },
    order,
    webhook,
    idempotencyKey,
    alsoAsked: [keyType, key],
  } as const
  const earlier = needs.isSandbox ? null : await needs.door.findOpened(merchantId, asked)
  if (earlier !== null) return earlier

  const merchant = await needs.readMerchant(merchantId)
  const rails = await needs.railsOf(merchant.connectionId)
  refuseWithoutPayouts(rails)
  refuseUncarried(rails, amount)
  await checkOwner(rails.keys, { keyType, key, recipientTaxNumber: cpf })

  const createdAt = needs.clock()
  return needs.door.open({
    ...asked,
    id: uuidv7(createdAt.getTime()),
    merchant,
    connectionId: rails.connectionId,
    keyId,
    pixKey: key,
    pixKeyType: keyType,
    createdAt,
    expiresAt: null,
  })
}

/** The key in its one spelling. It must fit its type. */
function readKey({ type: keyType, value }: CashOut['key']) {
  if (keyType === undefined)
    throw new ApiError('PixKeyTypeNotAllowed', { message: `key type undefined; allowed: ${keyTypes.join(', ')}` })
  const key = normalizePixKey(keyType, value)
  if (key === null)
    throw new ApiError('PixKeyInvalid', { message: `the value is not a ${keyType} key such as ${exampleKey(keyType)}` })
  return { keyType, key }
}

/** The key must exist and belong to the recipient, as far as the bank can tell beforehand. */
async function checkOwner(rail: KeyRail | null, question: KeyQuestion): Promise<void> {
  const { keyType, recipientTaxNumber } = question
  const owner = rail === null ? 'cannotTell' : await rail.findKeyOwner(question)
  if (owner === null) throw new ApiError('PixKeyNotFound', { message: `no account has this ${keyType} key` })
  if (owner !== 'cannotTell' && owner.taxNumber !== recipientTaxNumber)
    throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${recipientTaxNumber}` })
}
