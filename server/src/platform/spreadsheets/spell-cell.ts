import { isGenuineCnpj, isGenuineCpf } from '../brazil/tax-number.ts'

/** Excel drops the leading zeros of a number. */
export function spellTaxNumber(cell: string): string {
  const digits = cell.replaceAll(/\D/g, '')
  if (!/^[\d.\-/\s]+$/.test(cell) || digits.length < 8 || digits.length > 13) return cell
  const [cpf, cnpj] = [digits.padStart(11, '0'), digits.padStart(14, '0')]
  const isCompany = digits.length > 11 || (!isGenuineCpf(cpf) && isGenuineCnpj(cnpj))
  return isCompany ? cnpj : digits.length < 11 ? cpf : cell
}

/** A phone number as people write it, `(11) 91234-5678`, is Brazilian. */
export function spellPhone(cell: string): string {
  const digits = cell.replaceAll(/\D/g, '')
  if (digits.length === 10 || digits.length === 11) return `+55${digits}`
  return digits.startsWith('55') ? `+${digits}` : cell
}

/** Excel drops the leading zero of São Paulo. */
export const spellPostalCode = (cell: string): string => (/^\d{7}$/.test(cell) ? `0${cell}` : cell)

/** What is no JSON object stays text, which the schema refuses. */
export function spellMetadata(cell: string): Record<string, string> {
  try {
    return JSON.parse(cell) as Record<string, string>
  } catch {
    return cell as never
  }
}
