import { type Static, Type } from 'typebox'
import { Amount, OneOf, Text, Words } from '../../platform/http/schemas.ts'

const ownKeyTypes = ['CNPJ', 'CPF', 'EMAIL', 'PHONE', 'EVP'] as const

export const WithdrawalForm = Type.Object({
  amount: Type.Optional(Amount('Default: the maximum')),
  key: Type.Object({ type: OneOf(ownKeyTypes), value: Text(255, { minLength: 1 }) }),
  description: Words(1024),
  /** The form sends the same id again if it got no response, so that only one withdrawal is requested. */
  formKey: Type.String({ format: 'uuid' }),
})
export type WithdrawalForm = Static<typeof WithdrawalForm>

/** The page of the request shows the other fields. */
export const MadeWithdrawal = Type.Object({ id: Type.String() })
export type MadeWithdrawal = Static<typeof MadeWithdrawal>
