import type { Micros } from './money.ts'

/** An amount as people type it: `25,5`, `25.50`, `1.234,56`, `R$ 10`. Null if ambiguous, such as `1,000`. */
export function readTypedAmount(text: string): Micros | null {
  if (text.length > longest) return null
  const typed = text.replace(/^\s*R\$/i, '').replace(/[\s\u00a0]/g, '')
  const [, whole = '', cents = ''] =
    /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{1,2})$/.exec(typed) ??
    []
  if (whole === '') return null
  const amount = BigInt(whole.replaceAll(/\D/g, '') + cents.padEnd(2, '0')) * 10_000n
  return amount > 0n && amount < 10_000_000_000_000_000n ? amount : null
}

/** Spaces and all. */
const longest = 100
