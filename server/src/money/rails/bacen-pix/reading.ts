import type { Micros } from '../../../platform/brazil/money.ts'
import { participant } from '../participant.ts'
import type { Participant } from '../rails.ts'

// Banks answer with nulls, numbers as texts and texts as numbers, commas, and fields nobody has announced. What cannot be
// read is null, and decides nothing.

export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** "10.00", 10, 10.5 and "1.234,56" are amounts; in anything else there is none. */
export function amountOf(value: unknown): Micros | null {
  const text = textOf(value)?.trim()
  if (text === undefined) return null
  const plain = /^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text
  const [, whole, cents = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?0*$/.exec(plain) ?? []
  return whole === undefined ? null : BigInt(whole + cents.padEnd(2, '0')) * 10_000n
}

export function timeOf(value: unknown): Date | null {
  const text = textOf(value)
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time)
}

/** The body of an answer as JSON, whatever its headers say; null for HTML, XML and half an answer. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Two decimals and a point, as the central bank writes amounts. */
export const centsText = (amount: Micros): string => {
  const cents = (amount / 10_000n).toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}

type PartyFields = { name: unknown; taxNumber: unknown; ispb: unknown } & Partial<
  Record<'agency' | 'account' | 'accountType', unknown>
>

/** The banks' words for kinds of accounts that the API knows. */
const accountTypes: Record<string, Participant['accountType']> = {
  CACC: 'CheckingAccount',
  CORRENTE: 'CheckingAccount',
  SVGS: 'SavingsAccount',
  POUPANCA: 'SavingsAccount',
  SLRY: 'SalaryAccount',
  SALARIO: 'SalaryAccount',
}

/** A payer or recipient as a bank reports them, the document often masked. Null: the bank reports nothing. */
export function participantOf({
  name,
  taxNumber,
  ispb,
  agency,
  account,
  accountType,
}: PartyFields): Participant | null {
  const reported = {
    name: textOf(name),
    taxNumber: textOf(taxNumber),
    bankIspb: textOf(ispb),
    accountAgency: textOf(agency),
    accountNumber: textOf(account),
  }
  if (Object.values(reported).every(value => value === null)) return null
  return participant({ ...reported, accountType: accountTypes[textOf(accountType)?.toUpperCase() ?? ''] ?? null })
}

/** How statements call what the bank itself charges. */
export const isTariffText = (text: string): boolean => /\btar(ifas?)?\b/i.test(text)

/** The field of a document, by its form: `cpf` or `cnpj`. */
export const documentField = (taxNumber: string) => (taxNumber.length === 11 ? { cpf: taxNumber } : { cnpj: taxNumber })
