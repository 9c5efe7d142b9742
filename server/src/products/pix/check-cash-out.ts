import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uncovered } from '../../money/ledger/books.ts'
import { type BillingPlan, chargesFor } from '../../money/ledger/charges.ts'
import { readAvailable } from '../../money/ledger/read-books.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { KeyOwner } from '../../money/rails/key-rail.ts'
import { bankFor } from '../../money/rails/choose-bank.ts'
import { type RailsOf, refuseWithoutPayouts, requireWholeCents } from '../../money/rails/rails-of.ts'
import { documentOf } from '../../money/transactions/counterparty.ts'
import { type Limits, limitsOf, tooLarge, tooMuch } from '../../money/transactions/limits/limits.ts'
import { keyLimitsOf } from './key-limits.ts'
import { openSummedLimits } from '../../money/transactions/limits/summed-limits.ts'
import { readSentToday } from '../../money/transactions/limits/open-outflows.ts'
import { type Named, type Recipient, checkOwner, readRecipient } from './recipient.ts'
import { refuseUnapproved } from './recipients/approved-recipients.ts'
import { hash } from 'node:crypto'
import { type Key, openSealedText, sealText } from '../../platform/lib/seal.ts'
import { type OwnKey, ownKey } from '../../money/transactions/order-key.ts'

type Needs = {
  limitRaiseWaitMs: number
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  cashOutChecks: CashOutChecks
}
type CheckCashOutInput = Named & {
  merchantId: string
  amount: Micros
  /** The access key that is to pay it without people, and since when it exists: rules for keys hold. Not there: a person pays. */
  byKey?: { id: string | null; since: Date | null }
}

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
  const now = clockOf(needs, merchant)
  const limits = limitsOf(merchant, 'pixCashOut', now)
  const charges = chargesFor(merchant, amount)
  const [requested, available, sentToday] = await Promise.all([
    askBank(needs, merchant, recipient, amount),
    readAvailable(needs, merchantId),
    limits === null || limits.perDay === null ? null : readSentToday(needs, merchantId, 'pixCashOut', now),
  ])
  const unapproved =
    input.byKey === undefined
      ? null
      : await refuseUnapproved(needs, merchant, recipient, now).then(() => null, asRefusal)
  const sending = {
    transaction: {
      merchantId,
      operation: 'pixCashOut',
      amount,
      createdAt: now,
      keyId: input.byKey?.id ?? null,
      pixKey: recipient.key,
      counterparty: { name: recipient.name, ...documentOf(recipient.taxNumber) },
    },
    limits,
    keyLimits: input.byKey === undefined ? [] : keyLimitsOf(merchant, input.byKey.since, now),
  } as const
  const summed = await openSummedLimits(needs.sql, [sending])
  const refusal =
    requested.refusal ??
    unapproved ??
    tooLarge(amount, limits) ??
    tooMuch(amount, sentToday ?? 0n, limits) ??
    summed.beyond(sending) ??
    uncovered(available, amount + charges)
  const { connectionId, keys } = requested.rails
  const checked = { ...recipient, merchantId, amount, connectionId, plan: merchant }
  const keyLookUp = () => keys?.takeLookUp?.(recipient.key) ?? null
  const check = refusal === null ? needs.cashOutChecks.issue(checked, keyLookUp()) : null
  return { recipient, owner: requested.owner, amount, charges, available, limits, sentToday, refusal, check }
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && error.status === 409) return error
  throw error
}

async function askBank(needs: Needs, merchant: Merchant, recipient: Recipient, amount: Micros) {
  const rails = await bankFor(needs, merchant, 'payouts', amount)
  try {
    refuseWithoutPayouts(rails)
    requireWholeCents(rails, amount)
    const owner = await checkOwner(needs, merchant, rails, recipient)
    return { rails, owner, refusal: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return { rails, owner: null, refusal: error }
    throw error
  }
}

/** All that makes a payout the one that was checked. */
type Checked = Recipient & { merchantId: string; amount: Micros; connectionId: string; plan: BillingPlan }

const lifetimeMs = 5 * 60_000

export type CashOutChecks = ReturnType<typeof cashOutChecks>

/** What the check has already asked the bank for. `at`: when. */
export type ProvenCheck = { keyLookUp: string | null; at: Date }

/** What was checked travels in the token itself, sealed: nothing is kept of it here. */
export function cashOutChecks({ key, clock }: { key: Key; clock: () => Date }) {
  return {
    issue(checked: Checked, keyLookUp: string | null): { token: string; expiresAt: Date } {
      const expiresAt = new Date(clock().getTime() + lifetimeMs)
      const contents = [expiresAt.getTime(), keyLookUp, ...spelled(checked)]
      return { token: sealText(key, JSON.stringify(contents), 'token'), expiresAt }
    },

    /** Refuses a payout that is another than the one that was checked, or that would be charged otherwise. */
    prove(token: string, requested: Checked): ProvenCheck {
      const [expiresAtMs, keyLookUp, ...checked] = contentsOf(token)
      const now = spelled(requested)
      // The bank and the charges come last, and are not for the caller to get right.
      const isSame = (from: number, to?: number) =>
        JSON.stringify(checked.slice(from, to)) === JSON.stringify(now.slice(from, to))
      if (!isSame(0, -3)) throw new ApiError('CheckMismatch')
      if (Number(expiresAtMs) <= clock().getTime() || !isSame(-3)) throw new ApiError('CheckExpired')
      return {
        keyLookUp: typeof keyLookUp === 'string' ? keyLookUp : null,
        at: new Date(Number(expiresAtMs) - lifetimeMs),
      }
    },
  }

  function contentsOf(token: string): unknown[] {
    try {
      return JSON.parse(openSealedText(key, token, 'token'))
    } catch {
      throw new ApiError('CheckMismatch')
    }
  }
}

/** A payout that names nothing else is made once for its check: sent again for want of an answer, it is the same one. */
export const onceKeyOf = (token: string): OwnKey => ownKey('check', hash('sha256', token, 'base64url'))

const spelled = ({ merchantId, name, taxNumber, keyType, key, amount, connectionId, plan }: Checked) =>
  [merchantId, name, taxNumber, keyType, key, amount, connectionId, plan.chargeFixed, plan.chargeRate].map(String)
