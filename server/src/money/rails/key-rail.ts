import type { KeyType } from '../../platform/brazil/pix-key.ts'

export type KeyQuestion = { keyType: KeyType; key: string; recipientTaxNumber: string }

/** Whose a key is, as the bank reports it. Null for the name: it reports only the document. */
export type KeyOwner = { taxNumber: string; name: string | null }

export interface KeyRail {
  /** Null: no bank knows the key. `notReported`: compared only with the payout. `hidden`: masked, and what is visible agrees. */
  findKeyOwner(question: KeyQuestion): Promise<KeyOwner | 'notReported' | 'hidden' | null>
  /** The id of a look-up of a moment ago by this process, where a payout can use it: each is given out once. */
  takeLookUp?(key: string): string | null
  /** Whether a payout can still use a look-up that was stored. */
  isUsable?(lookUpId: string): boolean
}
