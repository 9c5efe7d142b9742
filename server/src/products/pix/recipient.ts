import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type KeyType, exampleKey, keyTypes, spellPixKey } from '../../platform/brazil/pix-key.ts'
import { listConnections } from '../../money/rails/connections.ts'
import type { KeyOwner, KeyQuestion, KeyRail } from '../../money/rails/key-rail.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { type RailsOf, nullIfNotConnected } from '../../money/rails/rails-of.ts'
import { type NamedParty, readCounterparty } from '../../money/transactions/counterparty.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

/** Who is paid, as the caller writes it. */
export type Named = {
  recipient: NamedParty & { name: string }
  key: { type?: KeyType | undefined; value: string }
}

/** Who is paid, with document and key in their one spelling. */
export type Recipient = { name: string; taxNumber: string; keyType: KeyType; key: string }

/** The document must be genuine, and the key must fit its type. */
export function readRecipient({ recipient, key }: Named): Recipient {
  return { name: recipient.name, taxNumber: readCounterparty(recipient).taxNumber, ...readKey(key) }
}

export function readKey({ type: keyType, value }: Named['key']) {
  if (keyType === undefined)
    throw new ApiError('PixKeyTypeNotAllowed', { message: `the key type is missing; allowed: ${keyTypes.join(', ')}` })
  const key = spellPixKey(keyType, value)
  if (key === null)
    throw new ApiError('PixKeyInvalid', {
      message: `the value is not ${article(keyType)} ${keyType} key such as ${exampleKey(keyType)}`,
    })
  return { keyType, key }
}

const article = (keyType: KeyType) => (keyType.startsWith('E') ? 'an' : 'a')

/** Checks that the key belongs to the recipient and returns its owner. Null: the bank does not report owners before a payout. */
export async function findOwner(rail: KeyRail | null, asked: OwnerQuestion): Promise<KeyOwner | null> {
  const owner = await askOwner(rail, asked)
  return typeof owner === 'string' ? null : owner
}

async function askOwner(rail: KeyRail | null, { taxNumber, keyType, key }: OwnerQuestion) {
  const question: KeyQuestion = { keyType, key, recipientTaxNumber: taxNumber }
  const owner = rail === null ? 'notReported' : await rail.findKeyOwner(question)
  if (typeof owner === 'string') return owner
  if (owner === null) throw new ApiError('PixKeyNotFound', { message: `no account has this ${keyType} key` })
  if (owner.taxNumber !== taxNumber) throw new ApiError('PixKeyOwnerMismatch', { message: `TaxNumber:${taxNumber}` })
  return owner
}

type OwnerQuestion = { taxNumber: string; keyType: KeyType; key: string }

/**
 * Checks the owner for a payout. A bank that does not compare the owner with the recipient would pay another person: there
 * another connected bank is asked, and if none can say, the payout is refused unless the merchant allows it.
 */
export async function checkOwner(
  needs: { sql: Sql; railsOf: RailsOf },
  { allowsUnknownKeyOwner }: Pick<Merchant, 'allowsUnknownKeyOwner'>,
  rails: Rails,
  asked: OwnerQuestion,
): Promise<KeyOwner | null> {
  const owner = await askOwner(rails.keys, asked)
  if (typeof owner !== 'string') return owner
  const isOwn = asked.key === asked.taxNumber
  const isCompared = owner === 'notReported' && rails.payouts?.ignoresOwner !== true
  if (isCompared || allowsUnknownKeyOwner || isOwn) return null
  for (const { id } of await listConnections(needs)) {
    if (id === rails.connectionId) continue
    const other = await needs.railsOf(id).catch(nullIfNotConnected)
    const found = other === null ? null : await findOwner(other.keys, asked)
    if (found !== null) return found
  }
  throw new ApiError('PixKeyOwnerUnknown')
}
