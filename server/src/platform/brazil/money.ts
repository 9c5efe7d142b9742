/** Whole millionths of a real. Never a float. */
export type Micros = bigint

/** A JSON-schema pattern: a positive decimal, up to 10 digits before the point and 6 after; no sign, no exponent, no zero. */
export const AMOUNT_PATTERN = '^(?!0+(?:\\.0+)?$)\\d{1,10}(?:\\.\\d{1,6})?$'

const amountPattern = new RegExp(AMOUNT_PATTERN)

const CENT: Micros = 10_000n

/** A cent, seen from a product of micros and millionths of a percent. */
const CENT_OF_PRODUCT = CENT * 100_000_000n

/** Reads an amount that the request's schema has already checked against the pattern. */
export function parseAmount(text: string): Micros {
  if (!amountPattern.test(text)) throw new RangeError(`Not an amount: ${text}`)
  const point = text.indexOf('.')
  if (point === -1) return BigInt(text) * 1_000_000n
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(6, '0'))
}

/** Six decimals, always: the form of reads and events. */
export function formatAmount(micros: Micros): string {
  const negative = micros < 0n
  const digits = (negative ? -micros : micros).toString().padStart(7, '0')
  const point = digits.length - 6
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

export const amountOrNull = (micros: Micros | null) => (micros === null ? null : formatAmount(micros))

/** Two decimals, and more only when the value needs them. */
export function formatAmountShort(micros: Micros): string {
  const text = formatAmount(micros)
  let end = text.length
  while (end > text.length - 4 && text[end - 1] === '0') end--
  return text.slice(0, end)
}

const separators = {
  pt: { thousands: '.', decimals: ',' },
  en: { thousands: ',', decimals: '.' },
} as const

/** For people: `R$ 1.234,56` in Portuguese, `R$ 1,234.56` in English. */
export function formatReais(micros: Micros, language: 'pt' | 'en'): string {
  const { thousands, decimals } = separators[language]
  const [whole = '', fraction = ''] = formatAmountShort(micros < 0n ? -micros : micros).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)
  return `${micros < 0n ? '-' : ''}R$ ${grouped}${decimals}${fraction}`
}

/**
 * A share of an amount, rounded half up to the cent, alike for negatives. `rate`: 0.99 % is `990_000n`. `divisor`: the rate is
 * for so many days, say.
 */
export function percentOf(amount: Micros, rate: bigint, divisor = 1n): Micros {
  const product = amount * rate
  const cent = CENT_OF_PRODUCT * divisor
  const half = cent / 2n
  return ((product < 0n ? product - half : product + half) / cent) * CENT
}
