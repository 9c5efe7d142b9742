/**
 * An amount of money in a request: decimal text in reais (`'10.50'`) or micros (`10_500_000n`, a millionth of a real
 * each). Never a number: 0.1 + 0.2 is not 0.3.
 */
export type Amount = string | bigint

/** A moment in a request: a Date, or text by ISO 8601. */
export type Moment = Date | string

const microsInReal = 1_000_000n

/** Decimal text as micros: `micros('10.50')` is `10_500_000n`. For sums and comparisons of what answers say. */
export function micros(text: string): bigint {
  const parts = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) : null
  if (parts === null) throw new TypeError(`not an amount: ${text}; write it like '10.50'`)
  const [, sign = '', whole = '', decimals = ''] = parts
  const amount = BigInt(whole) * microsInReal + BigInt(decimals.padEnd(6, '0'))
  return sign === '-' ? -amount : amount
}

/** Micros as decimal text: `decimal(10_500_000n)` is `'10.50'`, with more decimals only where they are needed. */
export function decimal(amount: bigint): string {
  if (typeof amount !== 'bigint') throw new TypeError('micros are a bigint: write them like 10_500_000n')
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`
}

/** The body with its amounts as text. A number is refused: it may have lost a centavo before it came here. */
export function withDecimalAmounts(body: object, amounts: readonly string[]): object {
  return amounts.reduce((changed, path) => changeAt(changed, path.split('.'), path), body)
}

function changeAt(value: object, [key = '', ...deeper]: string[], path: string): object {
  const part: unknown = (value as Record<string, unknown>)[key]
  if (part === undefined || part === null) return value
  if (deeper.length === 0) return { ...value, [key]: amountText(part, path) }
  return typeof part === 'object' ? { ...value, [key]: changeAt(part, deeper, path) } : value
}

function amountText(amount: unknown, path: string): unknown {
  if (typeof amount === 'bigint') return decimal(amount)
  if (typeof amount !== 'number') return amount
  throw new TypeError(`${path} is a number: give text ('10.50') or micros (10_500_000n), for floats lose money`)
}
