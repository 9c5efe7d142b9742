import type { DisputeRail, InitiationRail, KeyRail, Participant, PayoutRail } from '../rails.ts'
import type { Answer, Bank } from './bank.ts'
import type { Fields } from './reading.ts'
import type { InitiationSettings } from './settings.ts'

/** Where a bank differs from the central bank's standard. Adding a bank is adding one of these, as a file of its own. */
export type Dialect = {
  token: {
    /** How the client shows who it is. */
    style: 'basicJson' | 'form'
    /** Asked for by name; null: they are set at the bank. */
    scopes: string | null
  }
  /** Headers that every call carries. */
  headers: (clientId: string) => Record<string, string>
  /** Whether an answer says that there is no such thing. The standard says 404. */
  isNotFound: (answer: Answer) => boolean
  /** Whether an answer says that the id was used before: then the thing is read. The standard alters the charge instead. */
  isDuplicate: (answer: Answer) => boolean
  /** The copy-and-paste code of a charge. */
  copyPasteOf: (charge: Fields) => string | null
  /** Whether the bank reports the id of a static QR code with its payments. A payment without an id waits for a person. */
  reportsStaticIds: boolean
  /** Null: this bank only receives. */
  payouts: ((bank: Bank, clock: () => Date) => PayoutRail) | null
  /** Where, under the address of payouts, the callback address for payouts is set; null: payouts use that of payments. */
  payoutCallbackPath: string | null
  /** Where the bank reports who paid, if not with the payment itself; null: nowhere else. */
  payers: ((bank: Bank) => (payment: { endToEndId: string; at: Date }) => Promise<Participant | null>) | null
  keys: ((bank: Bank) => KeyRail) | null
  /** Null: this bank does not report disputes by its API. */
  disputes: ((bank: Bank) => DisputeRail) | null
  /** Null: this bank initiates no payments. */
  initiations: ((bank: Bank, settings: InitiationSettings, clock: () => Date) => InitiationRail) | null
}

/** The banks we speak with, by the names of their dialects. */
export const dialectNames = ['standard', 'efi', 'inter', 'sicoob'] as const

export type DialectName = (typeof dialectNames)[number]
