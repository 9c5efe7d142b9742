import type { Sql } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest, type Problem, missing } from '../../platform/http/errors.ts'
import type { DuePayer } from '../../money/rails/due-terms.ts'
import { type NamedParty, partyOf, readCounterparty } from '../../money/transactions/counterparty.ts'
import type { Counterparty } from '../../money/transactions/transaction.ts'
import type { Address, Customer } from '../customers/customer.ts'
import { readCustomer } from '../customers/read-customer.ts'
import type { Bill } from './bill.ts'

type Contact = NonNullable<Bill['payerContact']>
export type PayerForm = NamedParty & { name: string; email?: string; address?: NonNullable<DuePayer['address']> }
type Named = { payer: PayerForm | null; customerId: string | undefined }

/** Who is to pay a bill. */
export type Payer = { counterparty: Counterparty; taxNumber: string; contact: Contact | null }

type ReadPayer = { named: Payer | null; problems: Problem[]; refusal: ApiError | null }

/** The payer that the request itself names; null: it names a customer. `refusal`: of the document. */
export function readNamed({ payer, customerId }: Named): ReadPayer {
  if (payer === null) return { ...nobody, problems: customerId === undefined ? [missing('', 'payer')] : [] }
  const problems = customerId === undefined ? [] : [wrongCustomer('must not be sent together with payer')]
  try {
    const named = { ...readCounterparty(payer), contact: contactOf(payer.email, payer.address) }
    return { named, problems, refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { named: null, problems, refusal: error }
  }
}

const nobody = { named: null, refusal: null }

export const wrongDocument = (payer: PayerForm | null): Problem =>
  payer?.cpf === undefined
    ? { path: '/payer/cnpj', code: 'invalid', message: 'is not a valid CNPJ', info: {} }
    : { path: '/payer/cpf', code: 'invalid', message: 'is not a valid CPF', info: {} }

export const readCustomerPayer = async (needs: { sql: Sql }, merchantId: string, customerId: string): Promise<Payer> =>
  payerOfCustomer(await readCustomer(needs, merchantId, customerId))

/** A bill needs a document: a bank registers none without. */
export function payerOfCustomer({ name, document, email, address }: Customer): Payer {
  if (document === null)
    throw new InvalidRequest([wrongCustomer('is a customer without a document: add a CPF or CNPJ')])
  return {
    ...readCounterparty({ name, ...partyOf(document) }),
    contact: contactOf(email ?? undefined, wholeAddress(address)),
  }
}

export const payerAtBank = ({ contact, taxNumber, counterparty }: Payer): DuePayer => ({
  ...contact,
  taxNumber,
  name: counterparty.name ?? '',
})

export const wrongCustomer = (message: string): Problem => ({ path: '/customerId', code: 'invalid', message, info: {} })

/** Banks take an address only as a whole. */
function wholeAddress(address: Address | null): DuePayer['address'] {
  const { street, number, complement, district, city, state, postalCode } = address ?? {}
  if (!street || !city || !state || !postalCode) return null
  const line = [street, number, complement].filter(Boolean).join(', ').slice(0, 200)
  return { street: line, ...(district && { district }), city, state, postalCode }
}

function contactOf(email: string | undefined, address: DuePayer['address'] | undefined): Contact | null {
  if (email === undefined && !address) return null
  const spelled = address && {
    ...address,
    state: address.state.toUpperCase(),
    postalCode: address.postalCode.replace('-', ''),
  }
  return { ...(email !== undefined && { email }), ...(spelled && { address: spelled }) }
}
