import type { Centavos } from './money.ts'

/** Hundredths of a percent of what is paid, or centavos. */
type Part = { kind: 'percent' | 'fixed'; value: number }

/** How a partner shares what its charges receive with other customers of the bank. */
export type SplitTerms = {
  description: string
  /** The partner's name for it: each is used once. */
  txid?: string
  isImmediate: boolean
  /** Who bears the fees of the bank. */
  fees: 'own' | 'proportional'
  own: Part
  shares: (Part & { taxId: string; account: string })[]
}

/** With what was said of it before. */
export type SplitConfig = { id: string; partner: string; revisions: SplitTerms[] }

/** What an account of the bank got of a payment. */
export type PaidShare = { account: string; amount: Centavos }
