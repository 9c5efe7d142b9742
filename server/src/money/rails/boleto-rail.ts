import type { Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { BankCall } from './bank-call.ts'
import type { KeyType } from '../../platform/brazil/pix-key.ts'
import type { DuePayer, DueTerms } from './due-terms.ts'

/** A bill that the payer can pay by boleto or by Pix. `ourNumber`: what we call it at the bank. */
export type BoletoRequest = DueTerms & {
  merchantId: string
  merchantNumber: number
  transactionId: string
  ourNumber: string
  receiver: { name: string; city: string }
  payer: DuePayer
  message: string | null
  /** The end of the last day on which it can be paid. */
  expiresAt: Date
  /** Where a bank that notifies of each boleto by itself calls us; null or not there: nowhere. */
  callbackUrl?: string | null
}

/** How a boleto is found again: by our number, and by the bank's id as soon as it is known. */
export type KnownBoleto = {
  ourNumber: string
  externalId: string | null
  createdAt: Date
  /** Some banks list boletos by payer and due date only. */
  payerTaxNumber: string
  dueDate: Day
  /** The bank's name of its Pix charge; null: it has none, or the bank must be asked. */
  txid: string | null
  /** It was paid by its barcode: only whether the money is there is asked. */
  isPaidBySlip: boolean
}

/** What a payer needs: the barcode, and the copy-and-paste code of the same bill. */
export type RegisteredBoleto = {
  barcode: string
  /** As the bank writes it. */
  typedLine: string
  /** The bank's number of the boleto (nosso número). */
  bankNumber: string
  qrCode: string | null
  /** The bank's name of the Pix charge; null: it does not say. */
  txid: string | null
}

/** A boleto as its bank has it; `boleto` null: not registered yet, or not shown. `paidByPix`: the payment itself is reported among all Pix payments. */
export type BoletoReport = { ourNumber: string; externalId: string; boleto: RegisteredBoleto | null } & (
  | { state: 'registering' }
  | { state: 'open' }
  | { state: 'paid'; amount: Micros; paidOn: Day; isSettled: boolean }
  | { state: 'paidByPix' }
  /** By what means, how much and when, the bank says later, or where it is asked about this one. */
  | { state: 'paidUnknown' }
  | { state: 'removed' }
  /** `words`: why the bank did not register it. */
  | { state: 'failed'; words: string }
)

export interface BoletoRail {
  /** The key that the Pix payments of boletos credit. */
  key: string
  keyType: KeyType
  /** It registers none without the district of the payer's address, which is optional elsewhere. */
  needsDistrict: boolean
  /** Refuses what this bank does not take, before anything is written. */
  refuse(request: Omit<BoletoRequest, 'ourNumber' | 'transactionId' | 'merchantNumber'>): void
  /** Asking twice registers two: after a lost answer it is looked up. Registration may go on at the bank afterwards. */
  registerBoleto(request: BoletoRequest, call: BankCall): Promise<BoletoReport>
  /** Null: the bank has none with our number. */
  findBoleto(boleto: KnownBoleto, call: Pick<BankCall, 'signal'>): Promise<BoletoReport | null>
  /** Asks the bank to remove it. Repeatable; how it is afterwards, `findBoleto` says. */
  cancelBoleto(boleto: { externalId: string }, call: Pick<BankCall, 'signal'>): Promise<void>
  /** The others with our number that can still be paid: a repeated registration has made them. Not there: the bank makes none. */
  findSurplus?(boleto: KnownBoleto, call: Pick<BankCall, 'signal'>): Promise<{ externalId: string }[]>
  /** All that were paid in a period of days, by whatever means. */
  listPaid(period: { from: Day; until: Day }): AsyncIterable<BoletoReport>
  /** Which boletos a notice of the bank is about, by our numbers. Not there: its notices say so themselves, or it sends none. */
  readNotice?(token: string, call: Pick<BankCall, 'signal'>): Promise<{ ourNumber: string; externalId: string }[]>
}
