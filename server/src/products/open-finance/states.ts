import { moveIn } from '../../platform/lib/state-table.ts'
import type { Language } from '../../platform/http/languages.ts'

/**
 * The states of a consent, as in Open Finance Brasil; a transition that is not listed cannot happen. `transaction` is
 * what happens to the transaction in the same commit; null leaves it payable with another consent. Money for a
 * transaction that was closed otherwise is held and returned.
 */
// biome-ignore format: a table is read in columns
export const consentTransitions = [
  { from: null,                    event: 'started',       to: 'AwaitingAuthorisation', rejection: null,                   transaction: null                     },
  { from: 'AwaitingAuthorisation', event: 'authorised',    to: 'Authorised',            rejection: null,                   transaction: 'authorised'             },
  { from: 'AwaitingAuthorisation', event: 'refused',       to: 'Rejected',              rejection: 'CustomerRefused',      transaction: 'ConsentRejected'        },
  { from: 'AwaitingAuthorisation', event: 'expired',       to: 'Rejected',              rejection: 'AuthorisationExpired', transaction: 'cancelled'              },
  { from: 'AwaitingAuthorisation', event: 'bankFailed',    to: 'Rejected',              rejection: 'TechnicalFailure',     transaction: null                     },
  { from: 'AwaitingAuthorisation', event: 'replaced',      to: 'Rejected',              rejection: 'Replaced',             transaction: null                     },
  { from: 'AwaitingAuthorisation', event: 'closed',        to: 'Rejected',              rejection: 'PaymentClosed',        transaction: null                     },
  { from: 'AwaitingAuthorisation', event: 'paid',          to: 'Consumed',              rejection: null,                   transaction: 'paid'                   }, // the bank pays as soon as the payer agrees
  { from: 'AwaitingAuthorisation', event: 'paymentFailed', to: 'Consumed',              rejection: null,                   transaction: 'PaymentProcessingError' }, // by a person, if such a bank never reports a result
  { from: 'Rejected',              event: 'paid',          to: 'Consumed',              rejection: null,                   transaction: 'paid'                   }, // it was given up only here
  { from: 'Authorised',            event: 'paid',          to: 'Consumed',              rejection: null,                   transaction: 'paid'                   },
  { from: 'Authorised',            event: 'paymentFailed', to: 'Consumed',              rejection: null,                   transaction: 'PaymentProcessingError' },
] as const

type ConsentTransition = (typeof consentTransitions)[number]
export type ConsentState = ConsentTransition['to']
export type ConsentEventKind = Exclude<ConsentTransition['event'], 'started'>
type RejectionReason = NonNullable<ConsentTransition['rejection']>
export type Follow = ConsentTransition['transaction']

export const bornConsent: ConsentState = moveIn(consentTransitions, 'event', 'started').to

/** The row of the table; undefined if it is not allowed. */
export const consentTransitionOf = (from: ConsentState, event: ConsentEventKind) =>
  consentTransitions.find(row => row.from === from && row.event === event)

/** The column that remembers when a state was reached. */
export const stateDates = {
  AwaitingAuthorisation: 'createdAt',
  Authorised: 'authorisedAt',
  Consumed: 'consumedAt',
  Rejected: 'rejectedAt',
} as const satisfies Record<ConsentState, string>

/** How long a payer has to authorise at the bank: Open Finance Brasil's own limit. */
export const authorisationSeconds = 5 * 60

export type ConsentId = { merchantId: string; id: string }

/** A row of `consents`. */
export type Consent = ConsentId & {
  transactionId: string
  institutionId: string
  institutionName: string
  language: Language
  externalId: string
  state: ConsentState
  rejectionReason: RejectionReason | null
  authorisationUrl: string
  /** Sealed. */
  access: string | null
  endToEndId: string | null
  /** The bank pays as soon as the payer agrees, so a bank order asks it from the start. */
  isFollowed: boolean
  createdAt: Date
  expiresAt: Date
  authorisedAt: Date | null
  consumedAt: Date | null
  rejectedAt: Date | null
}

export const isLive = ({ state }: Consent): boolean => state === 'AwaitingAuthorisation' || state === 'Authorised'
