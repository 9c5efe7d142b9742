/** The finished OpenAPI document as the pages read it: every reference to parameters, answers and headers resolved. */

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

export type Answer = {
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
  answers: Answer[]
}

export type Tag = { name: string; description: string }

// oxlint-disable-next-line typescript/no-explicit-any -- a document is read here, and nowhere else
type Piece = any

export type Spec = ReturnType<typeof readSpec>

export function readSpec(document: Piece) {
  const found = (reference: string): Piece =>
    reference
      .slice(2)
      .split('/')
      .reduce((at, key) => at?.[key], document)
  const resolve = (piece: Piece): Piece => (piece.$ref === undefined ? piece : found(piece.$ref))

  const answerOf = ([status, given]: [string, Piece]): Answer => {
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
    answers: Object.entries<Piece>(given.responses).map(answerOf),
  })
  const operationsOf = (paths: Piece): Operation[] =>
    Object.entries<Piece>(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries<Piece>(methods).map(([method, one]) => operationOf(path, method, one)),
    )

  const operations = operationsOf(document.paths)
  const answering = new Map<string, Operation[]>()
  for (const operation of operations)
    for (const reason of new Set(refusalsOf(operation).flatMap(({ reasons }) => reasons)))
      answering.set(reason, [...(answering.get(reason) ?? []), operation])
  return {
    title: document.info.title as string,
    operations,
    /** What a merchant's address is told. */
    events: operationsOf(document.webhooks),
    tags: (document.tags as Tag[]).filter(tag => operations.some(operation => operation.tag === tag.name)),
    reasons: (document.components.schemas.Reason?.enum ?? []) as string[],
    /** The operations that answer a reason. */
    answering,
    headers: document.components.headers as Record<string, { description: string }>,
    schemaOf: (schema: Schema): Schema =>
      schema.$ref === undefined ? schema : { ...found(schema.$ref), ...(schema.description && schema) },
  }
}

/** What an operation can be refused for, by answer. What has no reason in its words is about the form of the request. */
export const refusalsOf = (operation: Operation): { answer: Answer; reasons: string[] }[] =>
  operation.answers
    .filter(answer => !isDone(answer) && operation.id !== 'createOAuthToken')
    .map(answer => ({ answer, reasons: answer.status === '400' ? ['InvalidRequestFormat'] : reasonsOf(answer) }))

/** On every call that has a body. */
const bodyReasons = new Set(['RequestTimeout', 'BodyTooLarge', 'ContentEncodingNotSupported'])

/** So many answer it that a reader need not be told where. */
export const isOnEveryCall = (reason: string, spec: Spec): boolean =>
  bodyReasons.has(reason) || (spec.answering.get(reason)?.length ?? 0) > spec.operations.length / 2

/** The reasons that the words of an answer name, as the document writes them. */
const reasonsOf = ({ description }: Answer): string[] =>
  Array.from(description.matchAll(/`([A-Z]\w+)`/g), ([, reason = '']) => reason)

/** The words of an answer without them. */
export const wordsOf = ({ description }: Answer): string => description.replace(/: `.*$/, '')

export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** The first kind of content of a body or an answer; others are files. */
export const firstContent = (content: Content) => {
  const [type, one] = Object.entries(content)[0] ?? []
  return type === undefined || one === undefined ? null : { type, ...one }
}

export const isDone = ({ status }: Answer): boolean => status.startsWith('2')
