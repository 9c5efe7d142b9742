/** A piece of the document; what it is depends on where it stands. */
export type Piece = { [key: string]: unknown }

export type Operation = {
  operationId: string
  security?: unknown[]
  requestBody?: { required?: boolean; content: Record<string, Piece> }
  parameters?: (Piece & { name: string; in: string })[]
  responses: Record<string, Piece & { content?: Record<string, { schema: Piece }> }>
}
