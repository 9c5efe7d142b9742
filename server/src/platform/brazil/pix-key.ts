import { isUuid } from '../lib/uuid.ts'
import { isGenuineCnpj, isGenuineCpf, normalizeTaxNumber } from './tax-number.ts'

export const keyTypes = ['CPF', 'EMAIL', 'PHONE', 'EVP', 'CNPJ'] as const
export type KeyType = (typeof keyTypes)[number]

/** What a key of each type looks like, and how it is written to a bank. */
const forms = {
  // type: [is it one, its one spelling, an example]
  CPF: [isGenuineCpf, normalizeTaxNumber, '529.982.247-25'],
  CNPJ: [isGenuineCnpj, normalizeTaxNumber, '11.444.777/0001-61'],
  EMAIL: [
    key => key.length <= 77 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key),
    key => key.toLowerCase(),
    'maria@example.com',
  ],
  PHONE: [key => /^\+55[1-9]\d{9,10}$/.test(key), key => key, '+5511912345678'],
  EVP: [isUuid, key => key.toLowerCase(), '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
} as const satisfies Record<KeyType, readonly [(key: string) => boolean, (key: string) => string, string]>

/** An example of a key of this type, for the error message. */
export const exampleKey = (type: KeyType): string => forms[type][2]

/** A key in the one spelling of its type; null: it does not fit the type. */
export function spellPixKey(type: KeyType, text: string): string | null {
  const [fits, spell] = forms[type]
  const key = text.trim()
  return fits(key) ? spell(key) : null
}

/** A key whose type nobody has named. Null: it is none, or may be several: eleven bare digits that are no CPF. */
export function readPixKey(text: string): { keyType: KeyType; key: string } | null {
  const bare = text.replace(/[^0-9a-z+]/gi, '')
  const [uuid, phone] = [
    bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    bare.replace(/^55/, '+55'),
  ]
  for (const keyType of keyTypes) {
    const key = spellPixKey(keyType, keyType === 'EVP' ? uuid : keyType === 'PHONE' ? phone : text)
    if (key !== null) return { keyType, key }
  }
  return null
}

/** Of a key that was read before. */
export const keyTypeOf = (key: string): KeyType => readPixKey(key)?.keyType ?? 'EVP'

/** A Pix key as keys are compared, whatever a bank's spelling. Only a phone has a plus: eleven digits may be a CPF. */
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
