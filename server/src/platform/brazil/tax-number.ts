import { cnpj, cpf } from 'cpf-cnpj-validator'

const CPF_FORM = '\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}'
const CNPJ_FORM = '[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?\\d{2}'

/** JSON-schema patterns: they say that a number has the right form, not that it is genuine. Punctuation is optional. */
export const CPF_PATTERN = `^${CPF_FORM}$`
export const CNPJ_PATTERN = `^${CNPJ_FORM}$`
export const TAX_NUMBER_PATTERN = `^(?:${CPF_FORM}|${CNPJ_FORM})$`

const cpfPattern = new RegExp(CPF_PATTERN)
const cnpjPattern = new RegExp(CNPJ_PATTERN)

/** The validator calls this one fake, yet its check digits are right and the central bank's own examples use it. */
const CENTRAL_BANK_EXAMPLE = '12345678909'

/** The form in which tax numbers are stored and compared: no punctuation, letters in upper case. */
export const normalizeTaxNumber = (text: string): string => text.replace(/[./-]/g, '').toUpperCase()

export function isGenuineCpf(text: string): boolean {
  const digits = normalizeTaxNumber(text)
  return cpfPattern.test(text) && (digits === CENTRAL_BANK_EXAMPLE || cpf.isValid(digits, true))
}

export const isGenuineCnpj = (text: string): boolean =>
  cnpjPattern.test(text) && cnpj.isValid(normalizeTaxNumber(text), true)

/** The check digits are right and the digits are not all alike. */
export const isGenuineTaxNumber = (text: string): boolean => isGenuineCpf(text) || isGenuineCnpj(text)

/** A number that came masked, with at least five characters hidden. */
const maskedByBank = /^(?=(?:[^*]*\*){5})[\w*./-]{11,18}$/

/** As on the receipts of Brazilian banks: enough to recognise one's own number, too little to learn another's. */
export function maskTaxNumber(text: string): string {
  if (maskedByBank.test(text)) return text
  const number = normalizeTaxNumber(text)
  if (cpfPattern.test(text)) return `***.${number.slice(3, 6)}.${number.slice(6, 9)}-**`
  if (cnpjPattern.test(text)) return `**.***.${number.slice(5, 8)}/${number.slice(8, 12)}-**`
  return '***'
}

const cpfInText = new RegExp(`(?<![\\w.-])${CPF_FORM}(?![\\w-])`, 'g')

/** For texts that may carry a person's number, such as the names of one-person companies (MEI). */
export const maskCpfsIn = (text: string): string =>
  text.replace(cpfInText, number => (isGenuineCpf(number) ? maskTaxNumber(number) : number))
