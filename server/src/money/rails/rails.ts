import type { Micros } from '../../platform/brazil/money.ts'
import type { StaticId } from './static-ids.ts'

/**
 * What a bank does for Trilho, in Trilho's words; a bank's own words stay inside its folder. A connection to a bank has
 * one `Rails`; what the bank does not do is null there. What is asked
 * for an order gives up when its signal is aborted.
 */
export type Rails = {
  connectionId: string
  name: string
  isSimulator: boolean
  /** Eight characters that name the institution at the central bank. */
  ispb: string
  /** The same institution as participants show it: it is the bank of the platform's own side. */
  bank: Pick<Participant, 'bankCode' | 'bankIspb' | 'bankName'>
  /** The smallest part of a real that it carries: a centavo, and at the simulator a millionth. */
  minorUnit: Micros
  /** Whether the bank answers at all, for those who run the platform. */
  isUp(): Promise<boolean>
  /** Tries what the bank must let us do; changes nothing. */
  check(): Promise<RailsCheck[]>
  charges: ChargeRail | null
  /** Null: this bank does not report by which static code a payment came. */
  staticCodes: StaticCodeRail | null
  keys: KeyRail | null
  /** Null at the simulator too: money out waits there for a simulation call. */
  payouts: PayoutRail | null
  returns: ReturnRail | null
  /** Null: this bank does not report disputes by its API, and operators enter them; at the simulator a simulation call opens one. */
  disputes: DisputeRail | null
  initiations: InitiationRail | null
  /** Null at the simulator: nothing comes there unasked. */
  received: ReceivedRail | null
}

export type RailsCheck = { what: string; isFine: boolean; words: string }

export type ChargeRequest = {
  merchantId: string
  /** The merchant's short number, which a charge's id at the bank carries. */
  merchantNumber: number
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

export interface ChargeRail {
  /** Registers a charge that a payer can pay. Refuses a payer the banks refuse. Repeatable by transaction id. */
  createCharge(request: ChargeRequest): Promise<Charge>
  /** Null: charges end by themselves. Answers what was paid before it could be cancelled, usually nothing. Repeatable. */
  cancelCharge: ((charge: { externalId: string }, call: BankCall) => Promise<ReceivedPayment[]>) | null
}

export interface StaticCodeRail {
  /** The text of a QR code that can be paid many times. Nothing is registered at the bank. */
  makeCode(request: { id: string; amount: Micros | null; receiver: { name: string; city: string } }): string
}

export type KeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'EVP'
export type KeyQuestion = { keyType: KeyType; key: string; recipientTaxNumber: string }

/** Whose a key is, as the bank reports it. Null for the name: it reports only the document. */
export type KeyOwner = { taxNumber: string; name: string | null }

export interface KeyRail {
  /** The owner of the key; null if no bank knows it; `notReported` if the bank reports it only with the payout. */
  findKeyOwner(question: KeyQuestion): Promise<KeyOwner | 'notReported' | null>
}

export type Payout = {
  /** Our id at the bank: sending it twice pays once. */
  bankOrderId: string
  /** What the bank calls it, once it was remembered. */
  bankReference: string | null
  /** Why it was refused, as a callback said. It only names the cause of a refusal that the bank itself has confirmed. */
  causeFromNotice: string | null
  transactionId: string
  amount: Micros
  keyType: string
  key: string
  recipient: { name: string | null; taxNumber: string | null }
}

/** What the bank says of a payout. One that was paid may come back later. */
export type PayoutReport =
  | { state: 'accepted'; externalId: string }
  | {
      state: 'paid'
      externalId: string
      endToEndId: string
      participant: Participant | null
      /** What has come back of it since, less than the whole. Not there: nothing, or this bank does not report it. */
      returns?: { id: string; amount: Micros }[]
    }
  | { state: 'refused'; cause: string }
  | { state: 'returned'; cause: string }
  /** It is refused now, and it is unknown whether an earlier call was accepted: a person decides. */
  | { state: 'doubtful'; cause: string }

/** A payout that a bank has sent, as the bank lists it. */
export type SentPayout = {
  endToEndId: string
  /** Our id at the bank, or what the bank calls it, where it says so. */
  bankOrderId: string | null
  bankReference: string | null
  amount: Micros
  at: Date
  /** What of it has come back since. */
  returnedAmount: Micros
}

export interface PayoutRail {
  /** It can be asked only by the reference that it gave: without one, `readPayout` knows nothing, or sends again. */
  isAskedByReference?: true
  /** Sends money. After a rejected promise or a time-out the outcome is unknown: ask with `readPayout`. */
  sendPayout(payout: Payout, call: BankCall): Promise<PayoutReport>
  /** Null: the bank has never got this payout. A bank that cannot be asked by our id never says so: it is sent again there. */
  readPayout(payout: Payout, call: BankCall): Promise<PayoutReport | null>
  /** It lists payouts by the day, without a time: each counts as sent at the start of its day in São Paulo. */
  listsByDay?: true
  /** What was asked for in a period and has been paid, or may still be. Not there: this bank cannot list them. */
  listSent?(period: { from: Date; until: Date; withInProcess?: boolean }): AsyncIterable<SentPayout>
  /** Of those what has come back since, in whole or in part. Not there: this bank cannot list them. */
  listReturned?(period: { from: Date; until: Date }): AsyncIterable<SentPayout>
}

/** A payment that a bank has received for us, as the bank itself reports it. */
export type ReceivedPayment = {
  endToEndId: string
  amount: Micros
  /** The charge it was for; null: none of ours. */
  charge: { transactionId: string; merchantNumber: number } | null
  /** The static code it was paid by; null: none of ours. */
  staticCode: StaticId | null
  at: Date | null
  /** Null: the bank does not report who paid. */
  payer: Participant | null
  /** What has gone back of it, or is about to: `isDone` and `isRefused` say how it ended. `isForced`: not because we asked. */
  returns: { id: string; amount: Micros; isForced: boolean; isDone: boolean; isRefused: boolean }[]
}

/** What a bank's notice speaks of, as far as it can be read. It proves nothing: the bank is asked. */
export type NoticeHint =
  /** `payer`: as the notice reports them, for a payment that the bank confirms. Some banks report them nowhere else. */
  | { of: 'payment'; endToEndId: string; payer: Participant | null }
  | { of: 'initiation'; externalId: string }
  | {
      of: 'payout'
      bankOrderId: string | null
      bankReference: string | null
      endToEndId: string | null
      /** Why it was refused, in the words of `stateErrorCause`, where the notice says so. */
      cause: string | null
    }

/** Where a bank keeps an address that it calls back. */
export interface CallbackPlace {
  /** Null: none is set, or the bank does not say. */
  read(): Promise<string | null>
  set(url: string): Promise<void>
}

export interface ReceivedRail {
  /** The first is for payments; some banks have another for payouts. */
  callbackPlaces: CallbackPlace[]
  hintsIn(notice: unknown): NoticeHint[]
  /** Null: the bank knows no such payment of ours. */
  readReceived(endToEndId: string): Promise<ReceivedPayment | null>
  /** All that came in a period, or only what has gone back since, in whole or in part. */
  listReceived(period: { from: Date; until: Date; onlyReturned?: boolean }): AsyncIterable<ReceivedPayment>
}

export type Return = {
  merchantId: string
  /** Our id at the bank: asking twice returns once. */
  bankOrderId: string
  /** The payment that goes back, whole or in part. */
  endToEndId: string
  amount: Micros
}

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

export type ReturnReport = { state: 'accepted' } | { state: 'returned' } | { state: 'refused'; cause: string }

export interface ReturnRail {
  /** Gives a payer money back. After a rejected promise or a time-out the outcome is unknown: ask with `readReturn`. */
  sendReturn(request: Return, call: BankCall): Promise<ReturnReport>
  /** Null: the bank has never got it. */
  readReturn(request: Return, call: BankCall): Promise<ReturnReport | null>
}

/** Who really paid or was paid, as the bank reports it. A bank may not know, or may mask the document. */
export type Participant = {
  bankCode: string | null
  bankIspb: string | null
  bankName: string | null
  accountAgency: string | null
  accountNumber: string | null
  accountDigit: string | null
  accountType: 'CheckingAccount' | 'SavingsAccount' | 'SalaryAccount' | null
  name: string | null
  taxNumber: string | null
}

/**
 * A call for a bank order. `remember` writes down what the bank calls the order, before anything depends on it: some banks
 * can be asked by nothing else.
 */
export type BankCall = { signal: AbortSignal; remember: (bankReference: string) => Promise<void> }

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
  /** Lets money move. Repeatable by consent; after a rejected promise or a time-out the outcome is unknown: order again. */
  initiatePayment?(order: InitiationOrder, call: BankCall): Promise<InitiationReport>
  /** Instead of it at banks that pay as soon as the payer agrees: how that stands. It is asked from the consent's start. */
  readPayment?(consent: { externalId: string }, call: BankCall): Promise<FollowedReport>
  /** Registers our addresses at the bank where it does not have them. Not there: each consent carries them. */
  keepAddresses?(addresses: InitiationAddresses): Promise<void>
}
