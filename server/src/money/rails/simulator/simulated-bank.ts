import type { Micros } from '../../../platform/brazil/money.ts'
import { openSealedText, sealText } from '../../../platform/lib/seal.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** What the payer can decide on the simulated bank's page. A payment that fails was approved before. */
export const bankDecisions = ['approve', 'refuse', 'expire', 'fail'] as const
export type BankDecision = (typeof bankDecisions)[number]

/** What the simulated bank is asked to show. */
export type BankRequest = {
  reference: string
  institutionName: string
  receiver: { name: string; taxNumber: string }
  amount: Micros
  taxNumber: string
  expiresAt: Date
  returnUrl: string
}

export type SimulatedBank = ReturnType<typeof simulatedBank>

/** A bank without a memory: what it was asked and what the payer answered travel sealed in the addresses. */
export function simulatedBank({ key, address }: { key: Buffer; address: () => string }) {
  return {
    /** Where the payer decides. */
    requestUrl: (request: BankRequest, language: string): string => {
      const sealed = sealText(key, JSON.stringify({ ...request, amount: request.amount.toString() }), 'token')
      return `${address()}?${new URLSearchParams({ request: sealed, lang: language })}`
    },
    openRequest: (sealed: string): BankRequest | null => {
      const request = open(key, sealed)
      if (request === null || typeof request.amount !== 'string') return null
      const { amount, expiresAt } = request as { amount: string; expiresAt: string }
      return { ...(request as BankRequest), amount: BigInt(amount), expiresAt: new Date(expiresAt) }
    },
    /** Where the payer goes after deciding. Too late is too late, whatever was clicked. */
    returnUrl: ({ reference, returnUrl, expiresAt }: BankRequest, decision: BankDecision, at: Date): string => {
      const answer = { reference, decision: expiresAt <= at ? 'expire' : decision }
      return `${returnUrl}?${new URLSearchParams({ code: sealText(key, JSON.stringify(answer), 'token') })}`
    },
    openAnswer: (code: string): { reference: string; decision: BankDecision } | null => {
      const answer = open(key, code)
      const decision = bankDecisions.find(known => known === answer?.decision)
      return answer === null || decision === undefined ? null : { reference: String(answer.reference), decision }
    },
  }
}

/** Null for whatever this bank has not sealed. */
function open(key: Buffer, sealed: string): Record<string, unknown> | null {
  try {
    return JSON.parse(openSealedText(key, sealed, 'token')) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Uses up what a merchant has scripted to go wrong at its bank; null: nothing. */
export type TakeFault = (merchantId: string, kind: BankFault) => Promise<{ seconds: number } | null>
type BankFault = 'slowBank' | 'refundRefused' | 'slowBoleto' | 'boletoRefused'

/** Waits as long as a slow bank takes, where one is scripted. */
export type TakesTime = (merchantId: string) => Promise<void>

export const takingTime =
  (takeFault: TakeFault): TakesTime =>
  async merchantId => {
    const slow = await takeFault(merchantId, 'slowBank')
    if (slow !== null) await pause(slow.seconds * 1000)
  }
