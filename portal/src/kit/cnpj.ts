/** Letters and digits only, in upper case, as the API keeps a CNPJ. */
export const plainCnpj = (typed: string): string =>
  typed
    .replace(/[^\da-z]/gi, '')
    .toUpperCase()
    .slice(0, 14)

/** Puts the points in while it is typed: `11.444.777/0001-61`. */
export function showCnpj(typed: string): string {
  const plain = plainCnpj(typed)
  const parts = [plain.slice(0, 2), plain.slice(2, 5), plain.slice(5, 8), plain.slice(8, 12), plain.slice(12)]
  const marks = ['', '.', '.', '/', '-']
  return parts.map((part, index) => (part === '' ? '' : `${marks[index]}${part}`)).join('')
}

/** Whether the check digits are right, letters counted by their place in ASCII; the API has the last word. */
export function isGenuineCnpj(typed: string): boolean {
  const plain = plainCnpj(typed)
  if (!/^[\dA-Z]{12}\d\d$/.test(plain) || /^(.)\1+$/.test(plain)) return false
  const digitOf = (text: string) => {
    const weights = text.split('').map((_, index) => 2 + ((text.length - 1 - index) % 8))
    const sum = weights.reduce((total, weight, index) => total + (text.charCodeAt(index) - 48) * weight, 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = digitOf(plain.slice(0, 12))
  return plain.endsWith(`${first}${digitOf(`${plain.slice(0, 12)}${first}`)}`)
}

/** A typed document as the API takes it: eleven digits are a CPF, anything else is meant as a CNPJ. */
export const typedDocument = (typed: string): { cpf: string } | { cnpj: string } =>
  /^\D*(\d\D*){0,11}$/.test(typed) && !/[a-z]/i.test(typed) ? { cpf: typed.trim() } : { cnpj: typed.trim() }
