import { Documents } from './emitted/resources.ts'
import type { Call, CallOptions } from './operation.ts'

export type DocumentUpload = {
  /** The payment request's id. */
  owner: string
  /** PDF, PNG, JPEG or XML, at most 10 MB. */
  content: Blob | Uint8Array | ArrayBuffer | string
  fileName: string
  /** Name shown in the portal. Default: the file's. */
  name?: string | undefined
}

/** Sends bytes to an address that needs no other permission. */
export type PutFile = (address: string, content: DocumentUpload['content'], options?: CallOptions) => Promise<void>

/** Invoices of payment requests, with the two steps of an upload in one. */
export class DocumentsWithUpload extends Documents {
  readonly #put: PutFile

  constructor(call: Call, put: PutFile) {
    super(call)
    this.#put = put
  }

  /** Upload an invoice: asks for an address, and puts the file there. */
  async upload({ owner, content, fileName, name = fileName }: DocumentUpload, options?: CallOptions): Promise<void> {
    const asked = { ownerType: 'Transaction', owner, type: 'Invoice', properties: { name }, fileName } as const
    await this.#put(await this.requestUpload(asked, options), content, options)
  }
}
