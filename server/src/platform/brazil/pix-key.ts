/**
 * A Pix key in the one form in which keys are compared: banks spell the same key in capitals, with punctuation or without
 * the country's code.
 */
export function normalizePixKey(text: string): string {
  const key = text.trim().toLowerCase()
  if (key.includes('@')) return key
  const plain = key.replace(/[^0-9a-z+]/g, '')
  return plain.replace(/^\+55(?=\d{10,11}$)|^55(?=\d{10,11}$)/, '')
}

export const isSamePixKey = (one: string, other: string): boolean => normalizePixKey(one) === normalizePixKey(other)
