/** One item of the details of a 400: Ajv's error object under the contract's names. */
export type Problem = { path: string; code: string; message: string; info: Record<string, unknown> }

/** Which part of a request is wrong. */
export type Place = 'body' | 'query' | 'path' | 'headers'

/** A problem with what the schema gives as an example of how it should be, and with words for what was given. */
export type ShownProblem = Problem & { example?: string | undefined; hint?: string | undefined }

/** A sentence on all problems of a request: where, what, and how it should be. */
export const sayProblems = (problems: readonly ShownProblem[], place: Place): string =>
  `In the ${place}: ${problems.map(sayOne).join('; ')}.`

function sayOne({ path, code, message, info, example, hint }: ShownProblem): string {
  const such = example === undefined ? '' : `, for example ${example}`
  if (code === 'required') return `${nameOf(`${path}/${String(info['missingProperty'])}`)} is missing${such}`
  const said = hint ?? sayings[code]?.(info, example) ?? message
  // Of the whole, only what it must be needs somebody who must.
  if (path === '' && !said.startsWith('must ')) return said
  return `${nameOf(path)} ${said}${such}`
}

/** `/payment/value/original` as a program writes it: payment.value.original. */
const nameOf = (path: string): string => (path === '' ? 'it' : path.slice(1).replaceAll('/', '.'))

type Info = Problem['info']

/** The words for Ajv's keywords that a person can do little with; the others speak for themselves. */
const sayings: Record<string, (info: Info, example: string | undefined) => string> = {
  type: ({ type }) => `must be ${[type].flat().map(typeWords).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  unknownField: ({ didYouMean }) =>
    `is no field of this request${didYouMean === undefined ? '' : ` (did you mean ${didYouMean as string}?)`}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  pattern: (_, example) => (example === undefined ? 'has characters that are not allowed' : 'has the wrong format'),
  format: ({ format }) => formatWords[String(format)] ?? 'has the wrong format',
  formatMinimum: () => 'must not be before startDate',
  anyOf: () => 'must have one of the alternatives',
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have ${String(limit)} characters or more`),
  maxLength: ({ limit }) => `must have ${String(limit)} characters at most`,
  maxProperties: ({ limit }) => `must have ${String(limit)} keys at most`,
  propertyNames: ({ propertyName }) => `has a key that is not allowed: ${JSON.stringify(propertyName)}`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} at most`,
}

const formatWords: Record<string, string> = {
  'date-time': 'must be a date and time with a time zone',
  date: 'must be a date',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  'http-url': 'must be an absolute http or https address, without a password in it',
  'redirect-url': 'must be an absolute web or app address',
  'header-name': 'must be a header name that is not reserved by HTTP or webhooks',
}

const typeWords = (type: unknown): string =>
  ({
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'a JSON object',
    array: 'a list',
  })[String(type)] ?? String(type)
