import type { Language } from '../../platform/http/languages.ts'
import type { ConsentState, RejectionReason } from './states.ts'

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
  /** The bank pays as soon as the payer agrees: a bank order asks it from the start, and it alone ends the waiting. */
  isFollowed: boolean
  createdAt: Date
  expiresAt: Date
  authorisedAt: Date | null
  consumedAt: Date | null
  rejectedAt: Date | null
}

export const isLive = ({ state }: Consent): boolean => state === 'AwaitingAuthorisation' || state === 'Authorised'
