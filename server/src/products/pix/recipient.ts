import { ApiError } from '../../platform/http/errors.ts'
import { isGenuineCpf, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { KeyOwner, KeyQuestion, KeyRail, KeyType } from '../../money/rails/rails.ts'
import { isUuid } from '../../platform/lib/uuid.ts'

/** Who is paid, as the caller writes it. */
export type Named = {
  recipient: { name: string; cpf: string }
  key: { type?: KeyType | undefined; value: string }
}

/** Who is paid, with document and key in their one spelling. */
export type Recipient = { name: string; cpf: string; keyType: KeyType; key: string }

/** The document must be genuine, and the key must fit its type. */
export function readRecipient({ recipient, key }: Named): Recipient {
  return { name: recipient.name, cpf: readCpf(recipient.cpf), ...readKey(key) }
}

export function readCpf(text: string): string {
  const cpf = normalizeTaxNumber(text)
  if (!isGenuineCpf(cpf)) throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${cpf}` })
  return cpf
}

export function readKey({ type: keyType, value }: Named['key']) {
  if (keyType === undefined)
    throw new ApiError('PixKeyTypeNotAllowed', { message: `the key type is missing; allowed: ${keyTypes.join(', ')}` })
  const key = normalizePixKey(keyType, value)
  if (key === null)
    throw new ApiError('PixKeyInvalid', {
      message: `the value is not ${article(keyType)} ${keyType} key such as ${exampleKey(keyType)}`,
    })
  return { keyType, key }
}

const article = (keyType: KeyType) => (keyType.startsWith('E') ? 'an' : 'a')

/** Checks that the key belongs to the recipient and returns its owner. Null: the bank does not report owners before a payout. */
export async function findOwner(
  rail: KeyRail | null,
  { taxNumber, keyType, key }: { taxNumber: string; keyType: KeyType; key: string },
): Promise<KeyOwner | null> {
  const question: KeyQuestion = { keyType, key, recipientTaxNumber: taxNumber }
  const owner = rail === null ? 'notReported' : await rail.findKeyOwner(question)
  if (owner === 'notReported') return null
  if (owner === null) throw new ApiError('PixKeyNotFound', { message: `no account has this ${keyType} key` })
  if (owner.taxNumber !== taxNumber) throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${taxNumber}` })
  return owner
}

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

/** An example of a key of this type, for the error message. */
export const exampleKey = (type: KeyType): string => forms[type][2]

export const keyTypes = ['CPF', 'EMAIL', 'PHONE', 'EVP'] as const satisfies KeyType[]

/** The key in its one spelling, or null when it does not fit its type. */
export function normalizePixKey(type: KeyType, key: string): string | null {
  const [fits, spell] = forms[type]
  return fits(key.trim()) ? spell(key.trim()) : null
}
