/** Whole centavos. The largest amount of the standard is below 10^12, so a number holds each of them exactly. */
export type Centavos = number

/** Reads `10.50`; null for anything else. */
export function parseCentavos(text: string, decimal: '.' | ',' = '.'): Centavos | null {
  const match = /^(\d{1,10})([.,])(\d{2})$/.exec(text)
  return match && match[2] === decimal ? Number(`${match[1]}${match[3]}`) : null
}

/** Reads the number 10.5, as some banks want it; null for what has parts of a centavo. */
export function centavosOfNumber(value: number): Centavos | null {
  const text = value.toFixed(2)
  return value >= 0 && Number(text) === value ? parseCentavos(text) : null
}

export function formatCentavos(amount: Centavos): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const numberOfCentavos = (amount: Centavos): number => Number(formatCentavos(amount))
