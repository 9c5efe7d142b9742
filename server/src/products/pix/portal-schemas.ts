import { type Static, Type } from 'typebox'
import { Amount, Party, Text } from '../../platform/http/schemas.ts'

export const ChargeForm = Type.Object({
  amount: Amount(),
  description: Type.Optional(Text(1024)),
  /** Not said: anybody may pay. */
  payer: Type.Optional(Party({ name: Type.Optional(Text(255)) })),
  /** Instead of the payer. */
  customerId: Type.Optional(Type.String({ format: 'uuid' })),
  /** Only with a payer or a customer with a document: money from another document is returned. */
  onlyThisPayer: Type.Optional(Type.Boolean()),
  orderId: Type.Optional(Text(255, { minLength: 1 })),
  /** Seconds until it can no longer be paid. */
  expiresIn: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
  /** The same form sent again, for want of an answer, makes no second charge. */
  formKey: Type.String({ format: 'uuid' }),
})
export type ChargeForm = Static<typeof ChargeForm>

/** The page of the transaction shows the rest. */
export const MadeCharge = Type.Object({ id: Type.String() })
export type MadeCharge = Static<typeof MadeCharge>

export const CancelledCharge = Type.Object({ state: Type.String() })
export type CancelledCharge = Static<typeof CancelledCharge>
