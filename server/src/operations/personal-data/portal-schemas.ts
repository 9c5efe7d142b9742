import { type Static, Type } from 'typebox'
import { TAX_NUMBER_PATTERN } from '../../platform/brazil/tax-number.ts'
import { Cursor, PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { dataRequestStates, faults, requestKinds } from './states.ts'
import { exportFormats } from './write-export.ts'
import { kindsOfPeople } from './register.ts'

/** By at least one of document, e-mail and phone. The name helps where banks mask documents. */
export const PersonForm = Type.Object({
  taxNumber: Type.Optional(Type.String({ pattern: TAX_NUMBER_PATTERN })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 200 })),
  phone: Type.Optional(Type.String({ pattern: String.raw`^\+55\d{10,11}$` })),
  name: Type.Optional(Type.String({ pattern: String.raw`\S\s+\S`, maxLength: 200 })),
})
export type PersonForm = Static<typeof PersonForm>

const Count = Type.Object({ table: Type.String(), rows: Type.Integer() })

export const DataRequestView = Type.Object({
  id: Type.String(),
  kind: OneOf(requestKinds),
  state: OneOf(dataRequestStates),
  /** Masked; null: nobody need know any more. */
  person: Nullable(Type.String()),
  requestedBy: Type.String(),
  createdAt: Timestamp,
  doneAt: Nullable(Timestamp),
  /** Until when its file can be downloaded; null: there is none. */
  endsAt: Nullable(Timestamp),
  found: Type.Array(Count),
  kept: Type.Array(Count),
  waiting: Type.Integer(),
  fault: Nullable(OneOf(faults)),
})
export type DataRequestView = Static<typeof DataRequestView>

export const DataRequestsPage = PageOf(DataRequestView)
export type DataRequestsPage = Static<typeof DataRequestsPage>
export const DataRequestsQuery = Type.Object({ cursor: Cursor })
export const DataRequestParams = Type.Object({ dataRequestId: Type.String() })
export const MerchantDataRequestParams = Type.Object({ merchantId: Type.String(), dataRequestId: Type.String() })
export const ExportQuery = Type.Object({ format: OneOf(exportFormats) })

/** Where personal data is, and what becomes of it. */
export const RegisterView = Type.Object({
  keepPaymentsDays: Type.Integer(),
  tables: Type.Array(
    Type.Object({
      table: Type.String(),
      columns: Type.Array(Type.String()),
      whose: Type.Array(OneOf(kindsOfPeople)),
      isKept: Type.Boolean(),
      isDeleted: Type.Boolean(),
    }),
  ),
})
export type RegisterView = Static<typeof RegisterView>
