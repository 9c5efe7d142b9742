import { Type } from 'typebox'
import { TotalIsExact } from '../../../platform/http/paging.ts'
import { Named, OneOf, Text } from '../../../platform/http/schemas.ts'
import { Window } from '../receivers/schemas.ts'

const owned = {
  ownerType: OneOf(['Transaction'], 'What the document belongs to'),
  owner: Text(100, { description: "The payment request's id" }),
  type: OneOf(['Invoice'], 'What kind of document it is'),
}

export const UploadRequest = Type.Object(
  {
    ...owned,
    properties: Type.Object({ name: Text(255, { minLength: 1, description: 'Name shown in the portal' }) }),
    fileName: Text(255, { minLength: 1, description: 'Name of the file to upload' }),
  },
  { title: 'UploadRequest' },
)

export const UploadAddress = Type.String({
  title: 'UploadAddress',
  format: 'uri',
  description: 'PUT the file to this address, once, within 300 seconds. No token is needed',
})

export const DocumentsQuery = Type.Object({ ...owned, ...Window })

export const DocumentParams = Type.Object({ documentId: Type.String({ description: "The document's id" }) })

const Document = Type.Object(
  {
    id: Type.String(),
    type: OneOf(['Invoice']),
    state: Named('DocumentState', OneOf(['Pending', 'Uploaded'], '`Pending` until the file is uploaded')),
    properties: Type.Object({ name: Type.String(), extension: Type.String() }),
    owner: Type.String(),
    ownerType: OneOf(['Transaction']),
  },
  { title: 'Document' },
)

export const DocumentPage = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
    items: Type.Array(Document),
    totalIsExact: TotalIsExact,
  },
  { title: 'DocumentPage' },
)

/** No parameter is required, so that an incomplete address gets the same error as a wrong one. */
export const SignedQuery = Type.Object({
  date: Type.Optional(Type.String()),
  expires: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
})
