import { hash } from 'node:crypto'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { BillingPlan } from '../../money/ledger/charges.ts'
import { type Key, openSealedText, sealText } from '../../platform/lib/seal.ts'
import type { Recipient } from './recipient.ts'

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
    prove(token: string, asked: Checked): void {
      const [expiresAtMs, ...checked] = contentsOf(token)
      const now = spelled(asked)
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
export const onceKeyOf = (token: string): string => `check:${hash('sha256', token, 'base64url')}`

const spelled = ({ merchantId, name, cpf, keyType, key, amount, plan }: Checked) =>
  [merchantId, name, cpf, keyType, key, amount, plan.chargeFixed, plan.chargeRate].map(String)
