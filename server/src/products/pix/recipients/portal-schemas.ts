import { type Static, Type } from 'typebox'
import { PageOf } from '../../../platform/http/paging.ts'
import { OneOf, Party, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { keyTypes } from '../../../platform/brazil/pix-key.ts'

export const RecipientItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Masked. */
  taxNumber: Type.String(),
  /** A CPF is masked. */
  key: Type.Object({ type: OneOf(keyTypes), value: Type.String() }),
  createdAt: Timestamp,
  createdBy: Type.String(),
})
export type RecipientItem = Static<typeof RecipientItem>

export const RecipientsPage = PageOf(RecipientItem)

export const RecipientForm = Party({
  name: Text(120, { minLength: 1 }),
  key: Type.Object({ type: OneOf(keyTypes), value: Text(255, { minLength: 1 }) }),
})
export type RecipientForm = Static<typeof RecipientForm>

export const RecipientParams = Type.Object({ merchantId: Type.String(), recipientId: Type.String() })
