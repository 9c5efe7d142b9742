import { isGenuineCpf, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { KeyType } from '../../money/rails/rails.ts'

/** What a key of each type looks like, and how it is written to the bank. */
const forms = {
  // type: [is it one, its one spelling, an example]
  CPF: [isGenuineCpf, normalizeTaxNumber, '529.982.247-25'],
  EMAIL: [
    key => key.length <= 77 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key),
    key => key.toLowerCase(),
    'maria@example.com',
  ],
  PHONE: [key => /^\+55[1-9]\d{9,10}$/.test(key), key => key, '+5511912345678'],
  EVP: [isUuid, key => key.toLowerCase(), '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
} as const satisfies Record<KeyType, readonly [(key: string) => boolean, (key: string) => string, string]>

/** What a key of this type can look like, for whoever sent another. */
export const exampleKey = (type: KeyType): string => forms[type][2]

export const keyTypes = ['CPF', 'EMAIL', 'PHONE', 'EVP'] as const satisfies KeyType[]

/** The key in its one spelling, or null when it does not fit its type. */
export function normalizePixKey(type: KeyType, key: string): string | null {
  const [fits, spell] = forms[type]
  return fits(key.trim()) ? spell(key.trim()) : null
}
