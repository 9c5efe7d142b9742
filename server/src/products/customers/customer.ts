import { hash } from 'node:crypto'
import { isGenuineTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { fold } from '../transaction-search/terms/folded-terms.ts'

export type Address = {
  street?: string
  number?: string
  complement?: string
  district?: string
  city?: string
  state?: string
  postalCode?: string
}

/** What a merchant says of a customer. */
export type CustomerFields = {
  name: string
  /** CPF or CNPJ without punctuation. */
  document: string | null
  email: string | null
  phone: string | null
  address: Address | null
  notes: string | null
  metadata: Record<string, string> | null
  externalId: string | null
}

/** A row of `customers`. */
export type Customer = CustomerFields & {
  merchantId: string
  id: string
  /** Name, e-mail, document, phone and external id without accents and capitals, for the search. */
  searchText: string
  idempotencyKey: string | null
  requestHash: string | null
  createdAt: Date
  changedAt: Date
}

/** Fields as they are stored: one spelling of each, and null instead of an empty text. */
export function storedFields(fields: CustomerFields): CustomerFields & Pick<Customer, 'searchText'> {
  const stored = {
    name: fields.name.trim(),
    document: fields.document && genuine(normalizeTaxNumber(fields.document)),
    email: filled(fields.email?.toLowerCase()),
    phone: filled(fields.phone),
    address: fields.address && storedAddress(fields.address),
    notes: filled(fields.notes),
    metadata: fields.metadata && Object.keys(fields.metadata).length > 0 ? fields.metadata : null,
    externalId: filled(fields.externalId),
  }
  const { name, email, document, phone, externalId } = stored
  return { ...stored, searchText: fold([name, email, document, phone, externalId].filter(Boolean).join('\n')) }
}

const filled = (text: string | null | undefined): string | null => text?.trim() || null

function genuine(document: string): string {
  if (isGenuineTaxNumber(document)) return document
  throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${document}` })
}

function storedAddress({ postalCode, state, ...rest }: Address): Address | null {
  const spelled = { ...rest, state: state?.toUpperCase(), postalCode: postalCode?.replace('-', '') }
  const kept = Object.entries(spelled).flatMap(([field, text]) => (text?.trim() ? [[field, text.trim()]] : []))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

export const hashOf = (fields: CustomerFields): string => hash('sha256', JSON.stringify(fields), 'base64')

export const externalIdTaken = (externalId: string | null) =>
  new ApiError('ExternalIdTaken', { message: `the external id ${externalId} belongs to another customer` })
