import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp, Words } from '../../../platform/http/schemas.ts'

export const DocumentParams = Type.Object({ merchantId: Type.String(), documentId: Type.String() })

export const UploadForm = Type.Object({ fileName: Words(255) })

/** `address` accepts the bytes by PUT, once, within 300 seconds. */
export const Upload = Type.Object({ id: Type.String(), address: Type.String() })
export type Upload = Static<typeof Upload>

export const DocumentItem = Type.Object({
  id: Type.String(),
  /** Pending: the file was not uploaded completely. */
  state: OneOf(['Pending', 'Uploaded']),
  /** The name that the merchant gave it. */
  name: Type.String(),
  fileName: Type.String(),
  contentType: Nullable(Type.String()),
  sizeBytes: Nullable(Type.Integer()),
  createdAt: Timestamp,
})
export type DocumentItem = Static<typeof DocumentItem>

export const DocumentList = Type.Object({ items: Type.Array(DocumentItem) })
export type DocumentList = Static<typeof DocumentList>

export const ContentQuery = Type.Object({
  download: Type.Optional(Type.Boolean({ description: 'As a file to keep, not to look at' })),
})
