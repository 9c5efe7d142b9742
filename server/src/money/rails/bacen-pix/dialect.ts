import type { BoletoRail } from '../boleto-rail.ts'
import type { DisputeRail } from '../dispute-rail.ts'
import type { KeyRail } from '../key-rail.ts'
import type { InitiationRail, Participant, PayoutRail, Rails, ReceivedRail } from '../rails.ts'
import type { Answer, Bank } from './bank.ts'
import type { Limits } from './call-kinds.ts'
import type { Preset } from './presets.ts'
import type { Fields } from './reading.ts'
import type { BankSettings, InitiationSettings } from './settings.ts'

/**
 * Where a bank differs from the central bank's standard. What is data is in `presets.ts`; a bank that needs code has a file
 * of its own.
 */
export type Dialect = Pick<Preset, 'calls' | 'reportsStaticIds' | 'dueCharges'> & {
  /** How many calls the bank takes, as far as it has said so. */
  limits: Limits
  /** Whether the bank itself says that there is no such thing. The standard says 404; one without words is of a gateway. */
  isNotFound: (answer: Answer) => boolean
  /** Whether an answer says that the id was used before: then the thing is read. The standard alters the charge instead. */
  isDuplicate: (answer: Answer) => boolean
  /** The copy-and-paste code of a charge. */
  copyPasteOf: (charge: Fields) => string | null
  /** Null: this bank registers no boletos. Beside a token for them they need the statement, which shows what has settled. */
  boletos: {
    scopes: string
    /** Of an API apart from the others: what it is called with, its address as that of payouts; null: the connection has none. */
    settingsOf?: (settings: BankSettings) => BankSettings | null
    /** Null: it cannot for this connection, which lacks a setting. */
    rail: (bank: Bank, statements: Bank, clock: () => Date) => BoletoRail | null
    /** What a test asks of boletos, which changes nothing; `isAbsence`: the bank itself says that there is no such boleto. */
    probe?: { path: (settings: BankSettings) => string; isAbsence: (answer: Answer) => boolean }
  } | null
  /** Null: this bank only receives. */
  payouts: ((bank: Bank, clock: () => Date) => PayoutRail) | null
  /** What payouts need where scopes are set at the bank and not requested. */
  payoutScopes?: string
  /** What a test asks of payouts, which changes nothing; `isAbsence`: the bank itself says that there is no such payout. */
  payoutProbe: { path: (now: Date) => string; isAbsence: (answer: Answer) => boolean } | null
  /** A Pix key as the path of its callback address has it. */
  keyInPath: (pixKey: string) => string
  /** Where, under the address of payouts, the callback address for payouts is set; null: payouts use that of payments. */
  payoutCallbackPath: string | null
  /** Where the bank reports who paid, if not with the payment itself; null: nowhere else. */
  payers: ((bank: Bank) => (payment: { endToEndId: string; at: Date }) => Promise<Participant | null>) | null
  /** The bank reports who paid in its callbacks, and nowhere else. */
  payersInCallbacks?: true
  /** Where the bank lists plain transfers to the key, if not with the other payments; null: with them. */
  transfers: ((bank: Bank, clock: () => Date) => NonNullable<ReceivedRail['listTransfers']>) | null
  keys: ((bank: Bank, clock: () => Date) => KeyRail) | null
  /** Null: this bank does not report what the account holds; the function may find that it cannot for this connection. */
  balance: ((bank: Bank, clock: () => Date) => Rails['readBalance']) | null
  /** Null: this bank does not report what it charges; the function may find that it cannot for this connection. */
  tariffs: ((bank: Bank) => Rails['listTariffs'] | null) | null
  /** Null: this bank does not report disputes by its API. */
  disputes: ((bank: Bank) => DisputeRail) | null
  /** Null: this bank initiates no payments. */
  initiations: ((bank: Bank, settings: InitiationSettings, clock: () => Date) => InitiationRail) | null
}
