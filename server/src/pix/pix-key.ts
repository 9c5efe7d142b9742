import { isGenuineCpf, normalizeTaxNumber } from '../brazil/tax-number.ts'
import { isUuid } from '../lib/uuid.ts'
import type { KeyType } from '../rails/rails.ts'

/** What a key of each type looks like, and how it is written to the bank. */
const forms = {
  // type: [is it one, its one spelling]
  CPF: [isGenuineCpf, normalizeTaxNumber],
  EMAIL: [key => key.length <= 77 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key), key => key.toLowerCase()],
  PHONE: [key => /^\+55[1-9]\d{9,10}$/.test(key), key => key],
  EVP: [isUuid, key => key.toLowerCase()],
} as const satisfies Record<KeyType, readonly [(key: string) => boolean, (key: string) => string]>

export const keyTypes = ['CPF', 'EMAIL', 'PHONE', 'EVP'] as const satisfies KeyType[]

/** The key in its one spelling, or null when it does not fit its type. */
export function normalizePixKey(type: KeyType, key: string): string | null {
  const [fits, spell] = forms[type]
  return fits(key.trim()) ? spell(key.trim()) : null
}
