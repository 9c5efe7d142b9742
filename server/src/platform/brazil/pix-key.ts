import { isGenuineCpf } from './tax-number.ts'

/**
 * A Pix key in the one form in which keys are compared: banks spell the same key in capitals, with punctuation or without
 * the country's code. Only a phone has a plus: eleven digits that are a CPF's are a CPF.
 */
export function normalizePixKey(text: string): string {
  const key = text.trim().toLowerCase()
  if (key.includes('@')) return key
  const plain = key.replace(/[^0-9a-z+]/g, '')
  return isGenuineCpf(plain) ? plain : (phoneOf(plain) ?? plain)
}

/** Null: not the digits of a phone. */
function phoneOf(plain: string): string | null {
  const [, number] = /^(?:\+?55)?(\d{10,11})$/.exec(plain) ?? []
  return number === undefined ? null : `+55${number}`
}

/** Eleven bare digits may be our phone even if they could be a CPF: a payment to our account must not be overlooked. */
export function isSamePixKey(reported: string, ours: string): boolean {
  const own = normalizePixKey(ours)
  return normalizePixKey(reported) === own || phoneOf(reported.trim()) === own
}
