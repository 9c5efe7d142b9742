import type { Micros } from '../../platform/brazil/money.ts'
import type { CallKind, LimitedCalls } from './bacen-pix/call-kinds.ts'
import type { BankCall } from './bank-call.ts'
import type { BoletoRail } from './boleto-rail.ts'
import type { DisputeRail } from './dispute-rail.ts'
import type { ChargeRail, DueChargeRail, ReceivedPayment } from './charge-rail.ts'
import type { KeyRail } from './key-rail.ts'
import type { Participant } from './participant.ts'
import type { StaticCodeRail } from './static-code-rail.ts'

export type { BankCall } from './bank-call.ts'
export type * from './charge-rail.ts'
export type { Participant } from './participant.ts'
export type { StaticCodeRail } from './static-code-rail.ts'

/**
 * What a bank does for Trilho, in Trilho's words; a bank's own words stay inside its folder. A connection to a bank has one
 * `Rails`; what the bank does not do is null there. What is asked for an order gives up when its signal is aborted.
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
  /** The kinds of calls that it does not answer. Not there: it always answers. */
  awayFor?(): CallKind[]
  /** The kinds that it takes no calls of for a while, as it has said to any process. Not there: it takes all. */
  limitedFor?(): Promise<LimitedCalls[]>
  /** How far the bank's clock is ahead of ours, by its last response; null: not known. Not there: it has no clock of its own. */
  clockDriftMs?(): number | null
  /** Whether a call of this kind would go out now, if only to see whether the bank is back. Not there: it always would. */
  takesCall?(kind: CallKind): boolean
  /** Tries what the bank must let us do; changes nothing. */
  check(): Promise<RailsCheck[]>
  charges: ChargeRail | null
  /** Null: this bank registers no charges with a due date. */
  dueCharges: DueChargeRail | null
  /** Null: this bank registers no boletos that Pix pays too. */
  boletos: BoletoRail | null
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
  /** What the bank says that the account holds. Null: it does not say, and operators enter it. */
  readBalance: (() => Promise<AccountBalance>) | null
  /** What the bank has charged the account in a period, by its statement; null: it may not be read. Not there: the bank reports none. */
  listTariffs?: (period: { from: Date; until: Date }) => Promise<Tariff[] | null>
}

/** A row of a statement: `id` is the bank's, and no other row of any account has it. */
export type Tariff = { id: string; amount: Micros; text: string }

/** `blocked`: by courts, disputes or payouts in process; banks do not agree on whether `amount` has it. */
export type AccountBalance = { amount: Micros; blocked: Micros }

/** One thing that was tried: what was asked, what came, and what that means or how to fix it. */
export type RailsCheck = { what: string; isFine: boolean; asked: string; came: string; words: string }

export type Payout = {
  /** Our id at the bank: sending it twice pays once. */
  bankOrderId: string
  /** What the bank calls it, once it was remembered. */
  bankReference: string | null
  /** Why it was refused, as a callback said. It only names the cause of a refusal that the bank itself has confirmed. */
  causeFromNotice: string | null
  /** The bank's own words of it, in the same way. */
  wordsFromNotice?: string | null
  /** Whether an earlier call may have reached the bank. */
  isSentBefore: boolean
  transactionId: string
  amount: Micros
  keyType: string
  key: string
  recipient: { name: string | null; taxNumber: string | null }
  /** The look-up of its key when it was made, whose owner was compared then. */
  keyLookUp?: string | null
  /** The merchant lets keys be paid whose owner no bank shows. */
  allowsUnknownOwner?: boolean
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
  /** `words`: the bank's own, where they say more than the cause. */
  | { state: 'refused' | 'returned'; cause: string; words?: string }
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
  /** To whom, as far as the bank lists it; a document may be masked. */
  key: string | null
  taxNumber: string | null
  /** It has not sent it yet, and may still refuse it. Not there: it is sent. */
  isInProcess?: true
}

/** How a callback names a payout: by our id, by the bank's, and by the settlement system's. */
export type NamedPayout = { bankOrderId: string | null; bankReference: string | null; endToEndId: string | null }

export interface PayoutRail {
  /** It does not compare the owner of the key with the recipient: another bank is asked before the payout. */
  ignoresOwner?: true
  /** It can be asked only by the reference that it gave: without one, `readPayout` knows nothing, or sends again. */
  isAskedByReference?: true
  /** Sends money. After a rejected promise or a time-out the outcome is unknown: ask with `readPayout`. */
  sendPayout(payout: Payout, call: BankCall): Promise<PayoutReport>
  /** Null: the bank has never got this payout. A bank that cannot be asked by our id never says so: it is sent again there. */
  readPayout(payout: Payout, call: BankCall): Promise<PayoutReport | null>
  /** A payout that a callback names, as the bank itself reports it. Null: it will not send it. Not there: it cannot be asked. */
  findSent?(named: NamedPayout, signal: AbortSignal): Promise<SentPayout | null>
  /** It lists payouts by the day, without a time: each counts as sent at the start of its day in São Paulo. */
  listsByDay?: true
  /** What was asked for in a period and has been paid, or may still be. Not there: this bank cannot list them. */
  listSent?(period: { from: Date; until: Date; withInProcess?: boolean }): AsyncIterable<SentPayout>
  /** Of those what has come back since, in whole or in part. Not there: this bank cannot list them. */
  listReturned?(period: { from: Date; until: Date }): AsyncIterable<SentPayout>
}

/** What a bank's notice speaks of, as far as it can be read. It proves nothing: the bank is asked. */
export type NoticeHint =
  /** `payer`: as the notice reports them, for a payment that the bank confirms. Some banks report them nowhere else. */
  | { of: 'payment'; endToEndId: string; payer: Participant | null }
  | { of: 'initiation'; externalId: string }
  | { of: 'boletos'; token: string } // with which the bank is asked what of them
  | {
      of: 'payout'
      bankOrderId: string | null
      bankReference: string | null
      endToEndId: string | null
      /** Why it was refused, in the words of `stateErrorCause`, where the notice says so; and in the bank's own. */
      cause: string | null
      words: string | null
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
  /** It reports who paid in its callbacks only. */
  payersInCallbacks?: true
  /** Null: the bank knows no such payment. It may be to another key: see `foreignKey`. */
  readReceived(endToEndId: string): Promise<ReceivedPayment | null>
  /** All that came to the account in a period, also to other keys, or only what has gone back since, in whole or in part. */
  listReceived(period: { from: Date; until: Date; onlyReturned?: boolean }): AsyncIterable<ReceivedPayment>
  /** Plain transfers of whole days, which the list lacks and `readReceived` does not know. Not there: the list has them. */
  listTransfers?(period: { from: Date; until: Date }): AsyncIterable<ReceivedPayment>
}

export type Return = {
  merchantId: string
  /** Our id at the bank: asking twice returns once. */
  bankOrderId: string
  /** Whether an earlier call may have reached the bank, of this order or of those of the same refund that a person has replaced by it. */
  isSentBefore: boolean
  replacedOrderIds: readonly string[]
  /** The payment that goes back, whole or in part. */
  endToEndId: string
  /** Whether it was for a charge. Some banks do not show other payments. */
  isOfCharge: boolean
  amount: Micros
  /** What other refunds of the payment return, by the books. */
  otherAmount: Micros
}

export type ReturnReport =
  | { state: 'accepted' }
  | { state: 'returned' }
  /** `words`: what the bank said, for operators. */
  | { state: 'refused'; cause: string; words?: string }
  /** It is refused now, or not shown, and it is unknown whether an earlier call was accepted. */
  | { state: 'doubtful'; cause: string }

export interface ReturnRail {
  /** Gives a payer money back. After a rejected promise or a time-out the outcome is unknown: ask with `readReturn`. */
  sendReturn(request: Return, call: BankCall): Promise<ReturnReport>
  /** Null: the bank has never got it. */
  readReturn(request: Return, call: BankCall): Promise<ReturnReport | null>
}

type InitiationRequest = {
  merchantId: string
  transactionId: string
  amount: Micros
  payer: { taxNumber: string }
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
  payer: { cpf: string; cnpj: string | null } // who authorises it, and for which company, if for one
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
  payer: { taxNumber: string }
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
