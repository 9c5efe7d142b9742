import type { Participant } from '../rails.ts'
import { textOf } from './reading.ts'

type Told = { name: unknown; taxNumber: unknown; ispb: unknown }

/** Somebody as banks of this protocol tell them: a name and a document, often masked, and the institution; no account. */
export const participantOf = ({ name, taxNumber, ispb }: Told): Participant => ({
  bankCode: null,
  bankIspb: textOf(ispb),
  bankName: null,
  accountAgency: null,
  accountNumber: null,
  accountDigit: null,
  accountType: null,
  name: textOf(name),
  taxNumber: textOf(taxNumber),
})
