/** openapi.json as the pages read it: references to parameters, responses and headers are resolved. */

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: (string | number)[]
  const?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minProperties?: number
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  example?: string | number
  schema: Schema
}

export type Content = Record<string, { schema: Schema; example?: unknown }>

export type Response = {
  status: string
  description: string
  headers: { name: string; description: string }[]
  content: Content
  links: Record<string, { operationId: string; parameters: Record<string, string> }>
}

export type Operation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  isPublic: boolean
  parameters: Parameter[]
  body: { isRequired: boolean; content: Content } | null
  responses: Response[]
}

export type Tag = { name: string; description: string }

// oxlint-disable-next-line typescript/no-explicit-any -- a document is read here, and nowhere else
type Piece = any

export type Spec = ReturnType<typeof readSpec>

/** A reason for an error, as the list in the description of the document explains it. */
export type Reason = { reason: string; status: string; meaning: string }

const reasonsIn = (description: string): Reason[] =>
  Array.from(
    description.matchAll(/^- `(\w+)` \((\d+) \w+\)\. (.+)$/gm),
    ([, reason = '', status = '', meaning = '']) => ({ reason, status, meaning }),
  )

/** Production has no sandbox endpoints: without them the document is the one that a server in production has. */
export function readSpec(document: Piece, { isSandbox }: { isSandbox: boolean }) {
  const found = (reference: string): Piece =>
    reference
      .slice(2)
      .split('/')
      .reduce((at, key) => at?.[key], document)
  const resolve = (piece: Piece): Piece => (piece.$ref === undefined ? piece : found(piece.$ref))

  const responseOf = ([status, given]: [string, Piece]): Response => {
    const { description, headers = {}, content = {}, links = {} } = resolve(given)
    const named = Object.entries<Piece>(headers).map(([name, header]) => ({ name, ...resolve(header) }))
    return { status, description, headers: named, content, links }
  }
  const operationOf = (path: string, method: string, given: Piece): Operation => ({
    id: given.operationId,
    tag: given.tags[0],
    method: method.toUpperCase(),
    path,
    summary: given.summary,
    description: given.description ?? '',
    isPublic: given.security?.length === 0,
    parameters: (given.parameters ?? []).map(resolve),
    body:
      given.requestBody === undefined
        ? null
        : { isRequired: given.requestBody.required === true, content: given.requestBody.content },
    responses: Object.entries<Piece>(given.responses).map(responseOf),
  })
  const operationsOf = (paths: Piece): Operation[] =>
    Object.entries<Piece>(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries<Piece>(methods).map(([method, one]) => operationOf(path, method, one)),
    )

  const all = operationsOf(document.paths)
  const operations = all.filter(({ path }) => isSandbox || !path.startsWith('/sandbox/'))
  const operationsByReason = byReason(operations)
  const isOnlyOfSandbox = (reason: string) => byReason(all).has(reason) && !operationsByReason.has(reason)
  return {
    title: document.info.title as string,
    operations,
    /** The webhook events, which stand on the page of webhooks. */
    events: operationsOf(document.webhooks).map(event => ({ ...event, tag: 'Webhooks' })),
    tags: (document.tags as Tag[]).filter(tag => operations.some(operation => operation.tag === tag.name)),
    reasons: reasonsIn(document.info.description).filter(({ reason }) => !isOnlyOfSandbox(reason)),
    operationsByReason,
    headers: document.components.headers as Record<string, { description: string }>,
    schemaOf: (schema: Schema): Schema =>
      schema.$ref === undefined ? schema : { ...found(schema.$ref), ...(schema.description && schema) },
  }
}

function byReason(operations: Operation[]): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>()
  for (const operation of operations)
    for (const reason of new Set(errorsOf(operation).flatMap(({ reasons }) => reasons)))
      found.set(reason, [...(found.get(reason) ?? []), operation])
  return found
}

/** The error responses of an operation with their reasons. OAuth has error codes of its own. */
export const errorsOf = (operation: Operation): { response: Response; reasons: string[] }[] =>
  operation.responses
    .filter(response => !isDone(response) && operation.id !== 'createOAuthToken')
    .map(response => ({
      response,
      reasons: response.status === '400' ? ['InvalidRequestFormat'] : reasonsOf(response),
    }))

/** On every call that has a body. */
const bodyReasons = new Set(['RequestTimeout', 'BodyTooLarge', 'ContentEncodingNotSupported'])

/** Reasons of most operations are not listed with each of them. */
export const isOnEveryCall = (reason: string, spec: Spec): boolean =>
  bodyReasons.has(reason) || (spec.operationsByReason.get(reason)?.length ?? 0) > spec.operations.length / 2

/** The description of an error response ends with its reasons: "Not found: `TransactionNotFound` …". */
const reasonsOf = ({ description }: Response): string[] =>
  Array.from(description.matchAll(/`([A-Z]\w+)`/g), ([, reason = '']) => reason)

/** The description without the reasons. */
export const textOf = ({ description }: Response): string => description.replace(/: `.*$/, '')

export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** The first media type of a body or a response; the others are files. */
export const firstContent = (content: Content) => {
  const [type, one] = Object.entries(content)[0] ?? []
  return type === undefined || one === undefined ? null : { type, ...one }
}

export const isDone = ({ status }: Response): boolean => status.startsWith('2')
