import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { TransactionData } from '../../money/transactions/schemas.ts'
import { Metadata, Nullable, OneOf, TaxNumber, Text, Timestamp, Words } from '../../platform/http/schemas.ts'

const part = (most: number, description: string) => Type.Optional(Text(most, { description }))

const Address = Type.Object(
  {
    street: part(200, 'Street or avenue'),
    number: part(20, 'Number of the house'),
    complement: part(100, 'Flat, floor or block'),
    district: part(100, 'District (bairro)'),
    city: part(100, 'City'),
    state: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'State, two letters', examples: ['SP'] }),
    ),
    postalCode: Type.Optional(
      Type.String({ pattern: '^\\d{5}-?\\d{3}$', description: 'Postal code (CEP)', examples: ['01310-100'] }),
    ),
  },
  { title: 'CustomerAddress', description: 'Postal address' },
)

const name = Words(255, 'Name of the person or company')
const document = TaxNumber
const email = Type.String({ format: 'email', maxLength: 254, description: 'E-mail', examples: ['maria@example.com'] })
const phone = Type.String({
  pattern: '^\\+[1-9]\\d{7,14}$',
  description: 'Phone number with the country code',
  examples: ['+5511912345678'],
})
const notes = Text(2_000, { description: 'Notes that only you see' })
const externalId = Text(255, { minLength: 1, description: 'Your own id of the customer, unique among your customers' })

/** The fields of a new customer, in the API and in the portal. */
export const customerForm = {
  name,
  document: Type.Optional(document),
  email: Type.Optional(email),
  phone: Type.Optional(phone),
  address: Type.Optional(Address),
  notes: Type.Optional(notes),
  metadata: Type.Optional(Metadata),
  externalId: Type.Optional(externalId),
}

export const CustomerRequest = Type.Object(customerForm, { title: 'CreateCustomer' })
export type CustomerRequest = Static<typeof CustomerRequest>

export const CustomerChanges = Type.Object(
  {
    name: Type.Optional(name),
    document: Type.Optional(Nullable(document)),
    email: Type.Optional(Nullable(email)),
    phone: Type.Optional(Nullable(phone)),
    address: Type.Optional(Nullable(Address)),
    notes: Type.Optional(Nullable(notes)),
    metadata: Type.Optional(Nullable(Metadata)),
    externalId: Type.Optional(Nullable(externalId)),
  },
  { title: 'ChangeCustomer', minProperties: 1 },
)
export type CustomerChanges = Static<typeof CustomerChanges>

export const CustomerData = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    document: Nullable(Type.String({ description: 'CPF or CNPJ, without punctuation' })),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    address: Nullable(Address),
    notes: Nullable(Type.String()),
    metadata: Metadata,
    externalId: Nullable(Type.String()),
    creationDate: Timestamp,
    changeDate: Timestamp,
  },
  { title: 'Customer' },
)

export const CustomerParams = Type.Object({ customerId: Type.String({ description: "The customer's id" }) })

const paging = {
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
}

export const CustomersQuery = Type.Object({
  externalId: Type.Optional(Text(255, { description: 'The customer with this external id' })),
  document: Type.Optional(TaxNumber),
  text: Type.Optional(
    Text(200, { description: 'Words of the name, e-mail, phone, document or external id, in any order' }),
  ),
  ...paging,
})
export const CustomerTransactionsQuery = Type.Object(paging)

export const CustomerPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(CustomerData), nextCursor: NextCursor },
  { title: 'CustomerPage' },
)

export const CustomerTransactions = Type.Object(
  { limit: Type.Integer(), items: Type.Array(TransactionData), nextCursor: NextCursor },
  { title: 'CustomerTransactions' },
)
