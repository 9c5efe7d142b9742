/**
 * The life of a consent, after Open Finance Brasil. What this table does not list cannot happen. The last column is what
 * the transaction is told in the same commit, through its one door; null leaves it payable, by another consent.
 */
export const transitions = [
  // from                    event            to            rejection reason       the transaction is told
  ['AwaitingAuthorisation', 'authorised', 'Authorised', null, null],
  ['AwaitingAuthorisation', 'refused', 'Rejected', 'CustomerRefused', 'ConsentRejected'],
  ['AwaitingAuthorisation', 'expired', 'Rejected', 'AuthorisationExpired', 'cancelled'],
  ['AwaitingAuthorisation', 'bankFailed', 'Rejected', 'TechnicalFailure', null],
  ['AwaitingAuthorisation', 'replaced', 'Rejected', 'Replaced', null],
  ['AwaitingAuthorisation', 'closed', 'Rejected', 'PaymentClosed', null],
  ['Authorised', 'paid', 'Consumed', null, 'paid'],
  ['Authorised', 'paymentFailed', 'Consumed', null, 'PaymentProcessingError'],
] as const

export type ConsentState = (typeof transitions)[number][0 | 2]
export type ConsentEventKind = (typeof transitions)[number][1]
export type RejectionReason = NonNullable<(typeof transitions)[number][3]>
export type Told = (typeof transitions)[number][4]

/** The column that remembers when a state was reached. */
export const stateDates = {
  AwaitingAuthorisation: 'createdAt',
  Authorised: 'authorisedAt',
  Consumed: 'consumedAt',
  Rejected: 'rejectedAt',
} as const satisfies Record<ConsentState, string>

/** How long a payer has to authorise at the bank: Open Finance Brasil's own limit. */
export const authorisationSeconds = 5 * 60
