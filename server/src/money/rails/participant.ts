import { institutionByCode, institutionByIspb } from '../../platform/brazil/institutions.ts'

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

const nobody: Participant = {
  bankCode: null,
  bankIspb: null,
  bankName: null,
  accountAgency: null,
  accountNumber: null,
  accountDigit: null,
  accountType: null,
  name: null,
  taxNumber: null,
}

/** What is known of somebody, with the bank's code, ISPB and name completed from each other. */
export function participant(known: Partial<Participant>): Participant {
  const all = { ...nobody, ...known }
  const bank =
    (all.bankIspb === null ? null : institutionByIspb(all.bankIspb)) ??
    (all.bankCode === null ? null : institutionByCode(all.bankCode))
  if (bank === null) return all
  return {
    ...all,
    bankCode: all.bankCode ?? bank.code,
    bankIspb: all.bankIspb ?? bank.ispb,
    bankName: all.bankName ?? bank.name,
  }
}

/** The end-to-end id of a received payment begins with the ISPB of the bank that sent it. */
export const senderOf = (endToEndId: string): Participant | null => {
  const ispb = /^E(\w{8})/.exec(endToEndId)?.[1]
  return ispb === undefined ? null : participant({ bankIspb: ispb })
}

/**
 * Completes what one source reports with what another knows. Two people are never mixed: where the documents, or the
 * banks, contradict each other, the first source counts alone.
 */
export function completeWith(reported: Participant | null, known: Participant | null): Participant | null {
  if (reported === null || known === null) return reported ?? known
  const isSamePerson = agree(reported.taxNumber, known.taxNumber)
  const isSameBank = agree(reported.bankIspb, known.bankIspb) && agree(reported.bankCode, known.bankCode)
  return {
    ...reported,
    ...(isSameBank ? filled(reported, known, bankFields) : {}),
    ...(isSamePerson ? filled(reported, known, personFields) : {}),
    ...(isSameBank && isSamePerson ? filled(reported, known, accountFields) : {}),
  }
}

/** Whether a second report completes what is known already. */
export const isCompletedBy = (known: Participant | null, reported: Participant | null): boolean =>
  JSON.stringify(completeWith(known, reported)) !== JSON.stringify(known)

const personFields = ['name', 'taxNumber'] as const
const bankFields = ['bankCode', 'bankIspb', 'bankName'] as const
const accountFields = ['accountAgency', 'accountNumber', 'accountDigit', 'accountType'] as const

const filled = (
  first: Participant,
  second: Participant,
  fields: readonly (keyof Participant)[],
): Partial<Participant> => Object.fromEntries(fields.map(field => [field, first[field] ?? second[field]]))

/** Banks mask documents: what either of the two hides agrees with everything. */
export function agree(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true
  const [a, b] = [plain(one), plain(other)]
  return a.length === b.length && a.split('').every((letter, i) => letter === b[i] || letter === '*' || b[i] === '*')
}

const plain = (text: string) => text.replace(/[^\w*]/g, '').toUpperCase()
