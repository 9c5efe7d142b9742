import type { Micros } from '../lib/money.ts'

/** What a bank does for Trilho. Trilho's words here; a bank's own words stay inside its folder. */

/** Who really paid or was paid, as the bank tells it. */
export type Participant = {
  bankCode: string
  bankIspb: string | null
  bankName: string | null
  accountAgency: string | null
  accountNumber: string | null
  accountDigit: string | null
  accountType: 'CheckingAccount' | 'SavingsAccount' | 'SalaryAccount' | null
  name: string
  taxNumber: string
}

export type ChargeRequest = {
  merchantId: string
  transactionId: string
  amount: Micros
  editable: boolean
  /** Null: anybody may pay. */
  payer: { cpf: string; name: string | null } | null
  receiver: { name: string; city: string }
  expiresAt: Date
}

export type Charge = {
  /** The bank's own id of the charge. */
  externalId: string
  /** The copy-and-paste code. */
  qrCode: string
  /** The PIX key that is credited. */
  key: string
  keyType: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP'
}

export interface PixRail {
  /** Eight characters that name the institution at the central bank. */
  readonly ispb: string
  /** Registers a charge that a payer can pay. Refuses a payer the banks refuse. Repeatable by transaction id. */
  createCharge(request: ChargeRequest): Promise<Charge>
}
