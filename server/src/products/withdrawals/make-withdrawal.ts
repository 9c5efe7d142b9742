import type { Audit } from '../../tenancy/audit-log/act.ts'
import { isGenuineCnpj, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Actor } from '../approvals/steps.ts'
import { findRequest, openRequest } from '../company-payments/requests/open-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { readAvailable } from '../../money/ledger/read-books.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { findOwner, readKey } from '../pix/recipient.ts'
import type { KeyRail } from '../../money/rails/key-rail.ts'
import type { KeyType } from '../../platform/brazil/pix-key.ts'
import { type Needs as BankNeeds, bankFor } from '../../money/rails/choose-bank.ts'
import { refuseWithoutPayouts, requireWholeCents } from '../../money/rails/rails-of.ts'
import { type BillingPlan, chargesFor } from '../../money/ledger/charges.ts'

type Needs = Parameters<typeof openRequest>[0] & BankNeeds & { readMerchant: ReadMerchant }

type Key = { type: KeyType | 'CNPJ'; value: string }

type MakeWithdrawalInput = {
  merchantId: string
  id: string
  /** Undefined: the largest amount that is possible now. */
  amount: Micros | undefined
  key: Key
  description: string
  requestedBy: Actor
  formKey: string
  audit?: Audit
}

/** Requests a payment of the balance to the merchant's own key. Approved like a company payment. */
export async function makeWithdrawal(needs: Needs, input: MakeWithdrawalInput): Promise<{ id: string }> {
  const { merchantId, id, description, requestedBy, formKey } = input
  const merchant = await needs.readMerchant(merchantId)
  const amount = input.amount ?? maxWithdrawal(merchant, await readAvailable(needs, merchantId))
  const rails = await bankFor(needs, merchant, 'payouts', amount)
  const pixKey = await ownKey(rails.keys, merchant, input.key)
  const taxNumber = normalizeTaxNumber(merchant.taxNumber)
  const isCompany = isGenuineCnpj(taxNumber)
  const requested = {
    operation: 'withdrawal',
    requestedAmount: input.amount?.toString() ?? 'all',
    counterparty: { name: merchant.name, cpf: isCompany ? null : taxNumber, cnpj: isCompany ? taxNumber : null },
    description,
    idempotencyKey: formKey,
    hashedFields: [input.key.type, pixKey],
  } as const
  const earlier = await findRequest(needs, merchantId, { ...requested, amount: input.amount ?? 0n })
  if (earlier !== undefined) return { id: earlier.id }

  refuseWithoutPayouts(rails)
  if (amount <= 0n) throw new ApiError('InsufficientBalance')
  requireWholeCents(rails, amount)
  const keyLookUp = rails.keys?.takeLookUp?.(pixKey) ?? null
  const { request } = await openRequest(needs, {
    ...requested,
    merchant,
    id,
    connectionId: rails.connectionId,
    amount,
    receiverId: null,
    accountId: null,
    pixKey,
    pixKeyType: input.key.type,
    ...(keyLookUp !== null && { keyLookUp }),
    requestedBy,
    audit: input.audit,
  })
  return { id: request.id }
}

/** The key as the bank writes it. Another person's is refused, and one of an unknown owner that is not the CNPJ. */
async function ownKey(rail: KeyRail | null, { taxNumber }: Merchant, { type, value }: Key): Promise<string> {
  const own = normalizeTaxNumber(taxNumber)
  if (type === 'CNPJ') {
    if (normalizeTaxNumber(value.trim()) === own) return own
    throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${own}` })
  }
  const { keyType, key } = readKey({ type, value })
  const owner = await findOwner(rail, { taxNumber: own, keyType, key })
  if (owner === null && key !== own) throw new ApiError('PixKeyOwnerUnknown')
  return key
}

const cent = 10_000n
const wholePercent = 100_000_000n

/** The largest amount in whole cents that the balance pays together with the charges; zero if there is none. */
export function maxWithdrawal(plan: BillingPlan, available: Micros): Micros {
  const guess = ((available - plan.chargeFixed) * wholePercent) / (wholePercent + plan.chargeRate)
  // Charges are rounded to the cent, so the estimate is at most one cent too high.
  let amount = (guess / cent + 1n) * cent
  while (amount > 0n && amount + chargesFor(plan, amount) > available) amount -= cent
  return amount > 0n ? amount : 0n
}
