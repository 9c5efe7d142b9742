import type { Micros } from '../brazil/money.ts'

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
  keyType: KeyType | 'CNPJ'
}

export type KeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'EVP'

export type KeyQuestion = { keyType: KeyType; key: string; recipientTaxNumber: string }
export type KeyOwner = { taxNumber: string }

export type Payout = {
  /** The bank knows the payout by this id: sending it twice pays once. */
  transactionId: string
  amount: Micros
  keyType: string
  key: string
  recipient: { name: string | null; taxNumber: string | null }
}

/** What the bank says of a payout. */
export type PayoutReport =
  | { state: 'accepted'; externalId: string }
  | { state: 'paid'; externalId: string; endToEndId: string; participant: Participant }
  | { state: 'refused'; cause: string }

/** How a rail is, for those who run the platform. A simulator says that it is one. */
export type RailHealth = { isSimulator: boolean; isUp: boolean }

export interface PixRail {
  /** Eight characters that name the institution at the central bank. */
  readonly ispb: string
  health(): Promise<RailHealth>
  /** Registers a charge that a payer can pay. Refuses a payer the banks refuse. Repeatable by transaction id. */
  createCharge(request: ChargeRequest): Promise<Charge>
  /** Whose the key is; null when no bank knows it. */
  findKeyOwner(question: KeyQuestion): Promise<KeyOwner | null>
  /** Sends money. Repeatable by transaction id. A rejection or a time-out tells nothing: ask with `readPayout`. */
  sendPayout(payout: Payout): Promise<PayoutReport>
  /** Null: the bank has never got this payout. */
  readPayout(payout: Payout): Promise<PayoutReport | null>
}

export type InitiationRequest = {
  merchantId: string
  transactionId: string
  amount: Micros
  payer: { cpf: string }
  receiver: { name: string; taxNumber: string }
}

/** A bank the payer can pay from. */
export type Institution = { id: string; name: string }

export type ConsentRequest = {
  /** Ours: the bank hands it back with the payer's answer. */
  reference: string
  institutionId: string
  amount: Micros
  payer: { cpf: string }
  receiver: { name: string; taxNumber: string }
  /** Where the bank sends the payer afterwards. One address for all consents: banks want it registered. */
  returnUrl: string
  language: 'pt' | 'en'
}

export type BankConsent = {
  /** The bank's own id of the consent. */
  externalId: string
  /** The bank's page on which the payer says yes or no. */
  authorisationUrl: string
  expiresAt: Date
}

/** What the payer's return says of a consent. `access` lets us pay once, and is a secret. */
export type AuthorisationAnswer = { reference: string } & (
  | { outcome: 'authorised'; access: string }
  | { outcome: 'refused' | 'expired' | 'failed' }
)

export type InitiationOrder = {
  /** The bank knows the payment by its consent: ordering it twice pays once. */
  consentExternalId: string
  access: string
  institutionId: string
  amount: Micros
  payer: { cpf: string }
  endToEndId: string
}

/** What the bank says of a payment. */
export type InitiationReport =
  | { state: 'pending' }
  | { state: 'paid'; amount: Micros; endToEndId: string; participant: Participant }
  | { state: 'refused' }

export interface InitiationRail {
  /** Eight characters that name the institution at the central bank. */
  readonly ispb: string
  health(): Promise<RailHealth>
  /** Registers a wish to be paid. Refuses a payer the banks refuse. Repeatable by transaction id. */
  registerPayment(request: InitiationRequest): Promise<{ externalId: string }>
  /** Those most people use first. */
  listInstitutions(): Promise<Institution[]>
  createConsent(request: ConsentRequest): Promise<BankConsent>
  /** Reads and verifies what the payer's browser brought back; null when it does not come from a bank. */
  finishAuthorisation(query: Record<string, string>): Promise<AuthorisationAnswer | null>
  /** Lets money move. Repeatable by consent; a rejection or a time-out tells nothing: order again. */
  initiatePayment(order: InitiationOrder): Promise<InitiationReport>
}
