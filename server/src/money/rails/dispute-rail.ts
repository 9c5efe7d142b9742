import type { Micros } from '../../platform/brazil/money.ts'

/** A case in which the bank of a payer wants money back. */
export type BankDispute = {
  /** What the bank calls it. */
  reference: string
  endToEndId: string
  amount: Micros
  reason: 'Fraud' | 'OperationalFault'
  details: string | null
  /** Null: the bank does not say. */
  answerUntil: Date | null
  /** `accepted`: the money goes back, by the bank itself. */
  state: 'open' | 'accepted' | 'released'
  isDefended: boolean
}

export interface DisputeRail {
  /** All that were opened in a period, with how far they are. */
  listDisputes(period: { from: Date; until: Date }): AsyncIterable<BankDispute>
  /** The longest answer it takes, in characters. It takes no files. */
  mostText: number
  /** Hands on what a merchant answers. Repeatable. Null: it is taken; else why it is not and never will be. */
  sendDefence(reference: string, text: string): Promise<string | null>
}
