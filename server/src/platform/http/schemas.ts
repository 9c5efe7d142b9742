import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'
import { AMOUNT_PATTERN } from '../brazil/money.ts'
import { CNPJ_PATTERN, CPF_PATTERN, TAX_NUMBER_PATTERN } from '../brazil/tax-number.ts'

const TEXT_PATTERN = '^[^\\u0000\\ud800-\\udfff]*$'

/** Text a merchant sends: bounded, and without what PostgreSQL cannot store: NUL, and one half of a surrogate pair. */
export const Text = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, pattern: TEXT_PATTERN, ...options })

/** Text that says something: not only spaces. */
export const Words = (maxLength: number, description?: string) =>
  Type.String({
    maxLength,
    pattern: '^(?=[^]*\\S)[^\\u0000\\ud800-\\udfff]*$',
    ...(description === undefined ? {} : { description }),
  })

export const Amount = (description = 'Decimal amount in BRL, for example "10.50"') =>
  Type.String({ pattern: AMOUNT_PATTERN, description, examples: ['10.50'] })

export const Cpf = Type.String({
  pattern: CPF_PATTERN,
  description: 'CPF, with or without punctuation',
  examples: ['529.982.247-25'],
})
export const Cnpj = Type.String({
  pattern: CNPJ_PATTERN,
  description: 'CNPJ of a company, numeric or alphanumeric, with or without punctuation. Instead of `cpf`',
  examples: ['11.444.777/0001-61'],
})
/** A person or a company: `cpf` or `cnpj`. Without either, `cpf` is what is missing. */
export const Party = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(
    { ...fields, cpf: Type.Optional(Cpf), cnpj: Type.Optional(Cnpj) },
    { ...options, oneOf: [needs('cpf', '529.982.247-25'), needs('cnpj', '11.444.777/0001-61')] },
  )
const needs = (name: string, example: string) => ({
  required: [name],
  properties: { [name]: { examples: [example] } },
})

export const TaxNumber = Type.String({
  pattern: TAX_NUMBER_PATTERN,
  description: 'CPF or CNPJ, with or without punctuation',
  examples: ['529.982.247-25'],
})

/** A merchant's own data, which comes back as it was sent. `paymentLinkId` is the platform's own key in transactions. */
export type Metadata = Record<string, string>
export const Metadata = Type.Unsafe<Metadata>({
  title: 'Metadata',
  type: 'object',
  maxProperties: 20,
  propertyNames: { minLength: 1, maxLength: 40, pattern: TEXT_PATTERN, not: { const: 'paymentLinkId' } },
  additionalProperties: Text(500),
  description: 'Your own data: up to 20 keys of 40 characters, with values of up to 500 characters',
  examples: [{ plan: 'gold' }],
})

/** A moment that a caller gives. */
export const Moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T00:00:00Z'] })

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ',
  examples: ['2026-11-15T12:00:00.000Z'],
})

/** A day of São Paulo, of a year that every calendar and database can hold. */
export const Day = Type.String({ format: 'date', pattern: '^2\\d{3}-', examples: ['2026-11-15'] })

export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [(schema as unknown as { type: string }).type, 'null'] })

/** A schema that the API reference calls by this name, wherever it is used. Objects say it in their options. */
export const Named = <Schema extends TSchema>(title: string, schema: Schema): Schema => ({ ...schema, title })

/** One of a few values. Never a union of literals: the 400 must say `enum` with `allowedValues`. */
export const OneOf = <const Value extends string | number>(values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({
    type: typeof values[0] === 'number' ? 'integer' : 'string',
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  })

export const TransactionIdParams = Type.Object({ transactionId: Type.String({ description: "The transaction's id" }) })

export const TokenParams = Type.Object({ token: Type.String({ description: 'The secret part of the address' }) })

/** An amount as reads and events say it. */
export const MoneyOf = (what?: string) =>
  Type.String({ description: what === undefined ? '6 decimals' : `${what}, 6 decimals`, examples: ['10.500000'] })
export const Money = MoneyOf()

/** An amount that may be below zero. */
export const SignedMoneyOf = (what: string) =>
  Type.String({ description: `${what}, signed, 6 decimals`, examples: ['-10.500000'] })
export const SignedMoney = Type.String({ description: 'Signed, 6 decimals', examples: ['-10.500000'] })
