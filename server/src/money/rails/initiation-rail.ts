import type { Micros } from '../../platform/brazil/money.ts'
import type { BankCall } from './bank-call.ts'
import type { Participant } from './participant.ts'

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
  /** Ours: asking twice under it makes one consent. */
  id: string
  /** Ours: the bank hands it back with the payer's answer. */
  reference: string
  institutionId: string
  amount: Micros
  payer: { cpf: string }
  receiver: { name: string; taxNumber: string }
  /** Where the bank sends the payer afterwards. One address for all consents of a connection: banks want it registered. */
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
export type AuthorisationAnswer =
  | ({ reference: string } & (
      | { outcome: 'authorised'; access: string }
      | { outcome: 'refused' | 'expired' | 'failed' }
    ))
  /** It names the bank's id of a consent and proves nothing: the bank is asked. */
  | { outcome: 'toBeAsked'; externalId: string }

export type InitiationOrder = {
  /** The bank knows the payment by its consent: ordering it twice pays once. */
  consentExternalId: string
  access: string
  institutionId: string
  amount: Micros
  payer: { cpf: string }
  endToEndId: string
}

/** What the bank says of a payment that it was ordered to make. */
export type InitiationReport = { state: 'pending' } | InitiatedPayment | { state: 'refused' }

/** What the bank says of a payment that it makes as soon as the payer agrees: it may also never come to that. */
export type FollowedReport = { state: 'pending' } | InitiatedPayment | { state: 'refused' | 'expired' | 'failed' }

/** `paidAt`: when that was, where the bank says so. */
export type InitiatedPayment = {
  state: 'paid'
  amount: Micros
  endToEndId: string
  participant: Participant | null
  paidAt?: Date
}

/** Where a bank that initiates sends payers back to, and where it calls us back. */
export type InitiationAddresses = {
  returnUrl: string
  callbackUrl: string
  /** What its callbacks are to bring as `hmac`; null: its certificate proves them. */
  callbackHash: string | null
}

export interface InitiationRail {
  /** Registers a wish to be paid. Refuses a payer the banks refuse. Repeatable by transaction id. */
  registerPayment(request: InitiationRequest): Promise<{ externalId: string }>
  /** Those most people use first. */
  listInstitutions(): Promise<Institution[]>
  createConsent(request: ConsentRequest): Promise<BankConsent>
  /** Reads and verifies what the payer's browser brought back; null when it does not come from a bank. */
  finishAuthorisation(query: Record<string, string>): Promise<AuthorisationAnswer | null>
  /** Lets money move. Repeatable by consent; a rejection or a time-out tells nothing: order again. */
  initiatePayment?(order: InitiationOrder, call: BankCall): Promise<InitiationReport>
  /** Instead of it at banks that pay as soon as the payer agrees: how that stands. It is asked from the consent's start. */
  readPayment?(consent: { externalId: string }, call: BankCall): Promise<FollowedReport>
  /** Tells the bank our addresses where it does not know them. Not there: they are told with each consent. */
  keepAddresses?(addresses: InitiationAddresses): Promise<void>
}
