/** The parts of an OpenAPI document that methods and types are made of. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | number)[]
  const?: string
  pattern?: string
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

export type Answer = { description?: string; content?: Content }

export type Operation = {
  operationId: string
  summary: string
  description?: string
  security?: unknown[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}

/** Names of methods, by operation; see names.json. */
export type Names = {
  methods: Record<string, string>
  iterators: Record<string, string>
  files: Record<string, string>
  harmlessTwice: string[]
}

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

export const resolve = <Piece extends object>(components: Record<string, Piece>, piece: Piece | { $ref: string }) =>
  '$ref' in piece && typeof piece.$ref === 'string' ? (components[nameOf(piece.$ref)] as Piece) : (piece as Piece)

/** `readBalance` as a type is called: ReadBalance. */
export const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Sentences as a comment, in lines that can be read. */
export function comment(...paragraphs: (string | undefined)[]): string {
  const lines = paragraphs
    .filter(paragraph => paragraph !== undefined && paragraph !== '')
    .map(paragraph => wrap((paragraph ?? '').replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')))
  if (lines.length === 0) return ''
  if (lines.length === 1 && lines[0]?.length === 1) return `/** ${lines[0][0]} */\n`
  return `/**\n${lines.map(paragraph => paragraph.map(line => ` * ${line}\n`).join('')).join(' *\n')} */\n`
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > 110) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
