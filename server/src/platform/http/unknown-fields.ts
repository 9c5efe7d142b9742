import type { ErrorObject } from 'ajv'

/** The parts of a JSON schema that name fields. */
type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}
type Find = (value: unknown, path: string, found: ErrorObject[]) => void
type Fields = Readonly<Record<string, unknown>>

/** The contract's clients may send more than the contract names. */
const ofContract = [
  'POST /login',
  'POST /accounts/pix/cashin',
  'POST /accounts/pix/cashout',
  'POST /accounts/payment-initiation',
  'GET /accounts/balance',
  'GET /accounts/transactions/pix',
  'GET /accounts/transactions/pix/:transactionId',
  'PUT /sandbox/transactions/complete/:transactionId',
  'GET /receivers',
  'GET /receivers/:receiverId',
  'GET /receivers/:receiverId/accounts',
  'GET /accounts/transaction-requests',
  'GET /accounts/transaction-requests/:trId',
  'POST /accounts/transaction-requests',
  'PUT /accounts/transaction-requests/cancel/:trId',
  'GET /documents',
  'POST /documents',
  'DELETE /documents/:documentId',
]
/** OAuth demands that what a client sends beside is ignored, and links to pages get parameters on their way. */
const ofOthers = ['POST /oauth/token', 'GET /receipts/:token', 'GET /qr/:token', 'GET /pix/:token']
/** Unknown fields that are looked at: a hostile body can have thousands. */
const most = 50

const takesMore = new Set([...ofContract, ...ofOthers])

/** Which fields that its schema does not name a route refuses: none, those that are nearly a known one, or all. */
export type Refused = 'none' | 'near' | 'all'

/** What is not documented (callbacks of banks, pages) takes anything, the portal's own routes all that is not misspelt. */
export function refusedFields({
  method,
  url,
  operationId,
}: {
  method: string
  url: string
  operationId?: string | undefined
}): Refused {
  if (operationId === undefined) return url.startsWith('/portal/api/') ? 'near' : 'none'
  return takesMore.has(`${method} ${url}`) ? 'near' : 'all'
}

/**
 * Finds fields that a schema does not name. A misspelt order id would be ignored otherwise, and a repeat of the request would
 * pay twice. Null: the schema names no fields.
 */
export function unknownFinder(schema: Schema, refused: Refused): Find | null {
  if (refused === 'none') return null
  if (schema.items !== undefined) return ofItems(unknownFinder(schema.items, refused))
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const inner = new Map<string, Find | null>()
  for (const part of parts)
    for (const [name, field] of Object.entries(part.properties ?? {}))
      inner.set(name, inner.get(name) ?? unknownFinder(field, refused))
  if (inner.size === 0) return null
  // Ajv itself refuses what `additionalProperties: false` does.
  const isOpen = parts.some(({ additionalProperties: more }) => more !== undefined)
  const known = [...inner.keys()]
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    let looked = 0
    for (const name in value) {
      const find = inner.get(name)
      if (find !== undefined) find?.((value as Fields)[name], `${path}/${name}`, found)
      else if (!isOpen && looked++ < most && found.length < most) {
        const meant = nearest(name, known)
        if (meant !== undefined || refused === 'all') found.push(unknown(path, name, meant))
      }
    }
  }
}

const ofItems = (find: Find | null): Find | null =>
  find &&
  ((value, path, found) => {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) find(item, `${path}/${at}`, found)
  })

const unknown = (path: string, name: string, meant: string | undefined): ErrorObject => ({
  schemaPath: '#/properties',
  instancePath: `${path}/${name}`,
  keyword: 'unknownField',
  params: meant === undefined ? {} : { didYouMean: meant },
  message: 'is no field of this request',
})

/** Other capitals, or up to two letters more, less or different; in short names one, so that `cpf` is not `cnpj`. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map(name => ({ name, edits: editsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= (name.length > 4 ? 2 : 1))
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.name
}

/** Levenshtein's distance. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [row, letter] of a.split('').entries()) {
    const current = [row + 1]
    for (const [at, other] of b.split('').entries())
      current.push(
        Math.min(cell(above, at) + (letter === other ? 0 : 1), cell(above, at + 1) + 1, cell(current, at) + 1),
      )
    above = current
  }
  return above.at(-1) ?? 0
}

const cell = (row: readonly number[], at: number): number => row[at] ?? Number.POSITIVE_INFINITY
