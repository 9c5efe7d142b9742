import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uncovered } from '../../money/ledger/books.ts'
import { type BillingPlan, chargesFor } from '../../money/ledger/charges.ts'
import { readAvailable } from '../../money/ledger/read-books.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { KeyOwner, Rails } from '../../money/rails/rails.ts'
import { type RailsOf, refuseWithoutPayouts, requireWholeCents } from '../../money/rails/rails-of.ts'
import { type Limits, limitsOf, tooLarge, tooMuch } from '../../money/transactions/limits/limits.ts'
import { readSentToday } from '../../money/transactions/limits/open-outflows.ts'
import { type Named, type Recipient, findOwner, readRecipient } from './recipient.ts'
import { hash } from 'node:crypto'
import { type Key, openSealedText, sealText } from '../../platform/lib/seal.ts'
import { type OwnKey, ownKey } from '../../money/transactions/order-key.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  cashOutChecks: CashOutChecks
}
type CheckCashOutInput = Named & { merchantId: string; amount: Micros }

export type CheckedCashOut = {
  recipient: Recipient
  /** Null: the bank does not report it before a payout. */
  owner: KeyOwner | null
  amount: Micros
  charges: Micros
  available: Micros
  limits: Limits | null
  /** Null: there is no limit for a day. */
  sentToday: Micros | null
  /** What the payout would be refused for. */
  refusal: ApiError | null
  /** Null: it would be refused. */
  check: { token: string; expiresAt: Date } | null
}

/** What would become of a cash-out now. Nothing is held or sent; only the bank is asked whose the key is. */
export async function checkCashOut(needs: Needs, input: CheckCashOutInput): Promise<CheckedCashOut> {
  const { merchantId, amount } = input
  const recipient = readRecipient(input)
  const merchant = await needs.readMerchant(merchantId)
  const limits = limitsOf(merchant, 'pixCashOut')
  const charges = chargesFor(merchant, amount)
  const [requested, available, sentToday] = await Promise.all([
    askBank(await needs.railsOf(merchant.connectionId), recipient, amount),
    readAvailable(needs, merchantId),
    limits === null || limits.perDay === null
      ? null
      : readSentToday(needs, merchantId, 'pixCashOut', clockOf(needs, merchant)),
  ])
  const refusal =
    requested.refusal ??
    tooLarge(amount, limits) ??
    tooMuch(amount, sentToday ?? 0n, limits) ??
    uncovered(available, amount + charges)
  const check =
    refusal === null ? needs.cashOutChecks.issue({ ...recipient, merchantId, amount, plan: merchant }) : null
  return { recipient, owner: requested.owner, amount, charges, available, limits, sentToday, refusal, check }
}

async function askBank(rails: Rails, recipient: Recipient, amount: Micros) {
  try {
    refuseWithoutPayouts(rails)
    requireWholeCents(rails, amount)
    return { owner: await findOwner(rails.keys, { ...recipient, taxNumber: recipient.cpf }), refusal: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return { owner: null, refusal: error }
    throw error
  }
}

/** All that makes a payout the one that was checked. */
type Checked = Recipient & { merchantId: string; amount: Micros; plan: BillingPlan }

const lifetimeMs = 5 * 60_000

export type CashOutChecks = ReturnType<typeof cashOutChecks>

/** What was checked travels in the token itself, sealed: nothing is kept of it here. */
export function cashOutChecks({ key, clock }: { key: Key; clock: () => Date }) {
  return {
    issue(checked: Checked): { token: string; expiresAt: Date } {
      const expiresAt = new Date(clock().getTime() + lifetimeMs)
      return { token: sealText(key, JSON.stringify([expiresAt.getTime(), ...spelled(checked)])), expiresAt }
    },

    /** Refuses a payout that is another than the one that was checked, or that would be charged otherwise. */
    prove(token: string, requested: Checked): void {
      const [expiresAtMs, ...checked] = contentsOf(token)
      const now = spelled(requested)
      // The charges come last, and are not for the caller to get right.
      const isSame = (from: number, to?: number) =>
        JSON.stringify(checked.slice(from, to)) === JSON.stringify(now.slice(from, to))
      if (!isSame(0, -2)) throw new ApiError('CheckMismatch')
      if (Number(expiresAtMs) <= clock().getTime() || !isSame(-2)) throw new ApiError('CheckExpired')
    },
  }

  function contentsOf(token: string): unknown[] {
    try {
      return JSON.parse(openSealedText(key, token))
    } catch {
      throw new ApiError('CheckMismatch')
    }
  }
}

/** A payout that names nothing else is made once for its check: sent again for want of an answer, it is the same one. */
export const onceKeyOf = (token: string): OwnKey => ownKey('check', hash('sha256', token, 'base64url'))

const spelled = ({ merchantId, name, cpf, keyType, key, amount, plan }: Checked) =>
  [merchantId, name, cpf, keyType, key, amount, plan.chargeFixed, plan.chargeRate].map(String)
