import { type Operation, type Spec, firstContent } from '../spec.ts'
import { type Step, variableFields, ownIds, setUps, steps } from './set-ups.ts'

/** The server that samples call, and the file with the keys of the reader. */
export type Place = {
  url: string
  keysFile: string
  isSandbox: boolean
  /** Whether the server gives this machine a token of the demo merchant. */
  hasDemoKey: boolean
  /** A webhook address; the sandbox has one that accepts every event. */
  hooksUrl: string
}

/** The webhook address in the examples of openapi.json. */
const exampleHooks = 'https://example.com/hooks'

/** A value from the response to an earlier call. */
export class Variable {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Value = string | number | boolean | null | Variable | Value[] | { [key: string]: Value }

/** One call of a sample, before it is printed in a language. */
export type Call = {
  operation: Operation
  /** The path in parts: texts and variables. */
  path: (string | Variable)[]
  query: [name: string, value: string | Variable][]
  body: { isForm: boolean; value: Value } | null
  saves: NonNullable<Step['saves']> | null
}

/** An id that the reader puts in. */
type Given = { given: string; example: string }

export type Program = { place: Place; setUp: (Call | Given | 'upload')[]; call: Call }

/** The calls of a sample: in a sandbox those that create what the operation needs, in production only the operation. */
export function programOf(operation: Operation, spec: Spec, place: Place): Program {
  const call = callOf(operation, null, place)
  if (!place.isSandbox) return { place, setUp: variablesIn(call).map(name => givenBy(name, spec)), call }
  const named = (setUps[operation.id] ?? []).map(name => steps[name] as Step)
  const setUp = named.flatMap((step): Program['setUp'] => {
    if (step.call === 'upload') return ['upload']
    const found = spec.operations.find(({ id }) => id === step.call)
    return found === undefined ? [] : [callOf(found, step, place)]
  })
  return { place, setUp, call }
}

const variablesIn = ({ path, query, body }: Call): string[] => {
  const values: Value[] = [...path, ...query.map(([, value]) => value), body?.value ?? null]
  const names = (value: Value): string[] => {
    if (value instanceof Variable) return [value.name]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(names) : []
  }
  return [...new Set(values.flatMap(names))]
}

function givenBy(name: string, spec: Spec): Given {
  const parameter = spec.operations.flatMap(({ parameters }) => parameters).find(one => one.name === name)
  return { given: name, example: String(parameter?.example ?? '019a8a3b-33bb-7c7d-9e3f-5a6b7c8d9eaf') }
}

function callOf(operation: Operation, step: Step | null, place: Place): Call {
  const required = operation.parameters.filter(one => one.in === 'query' && one.required === true)
  const demanded = Object.fromEntries(required.map(({ name, example = '' }) => [name, String(example)]))
  const query = { ...demanded, ...step?.query }
  const content = operation.body === null ? null : firstContent(operation.body.content)
  const isOptional = operation.body?.isRequired !== true
  return {
    operation,
    path: operation.path
      .split(/(\{\w+\})/)
      .map(part => (part.startsWith('{') ? new Variable(part.slice(1, -1)) : part))
      .filter(part => part !== ''),
    query: Object.entries(query).map(([name, value]) => [name, variableOr(name, value)]),
    body:
      content === null || (step !== null && isOptional)
        ? null
        : {
            isForm: !content.type.includes('json'),
            value: bodyOf({ ...objectOf(content.example), ...step?.body }, step !== null, place),
          },
    saves: step?.saves ?? null,
  }
}

const objectOf = (example: unknown): object => (typeof example === 'object' && example !== null ? example : {})

const variableOr = (name: string, value: string): string | Variable => {
  if (value.startsWith('$')) return new Variable(value.slice(1))
  return name in variableFields ? new Variable(variableFields[name] ?? '') : value
}

/** The example of openapi.json with variables in it and the webhook address of the server. */
function bodyOf(example: unknown, isSetUp: boolean, place: Place): Value {
  const change = (value: unknown, key: string): Value => {
    if (typeof value === 'string' && key in variableFields) return new Variable(variableFields[key] ?? '')
    if (key === 'url' && value === exampleHooks) return place.hooksUrl
    if (Array.isArray(value)) return value.map(one => change(one, ''))
    if (typeof value !== 'object' || value === null) return value as Value
    const entries = Object.entries(value)
      .filter(([name]) => !isSetUp || !(ownIds.includes(name) || /^customHeader|^orderDescription$/.test(name)))
      .map(([name, part]) => [name, change(part, name)] as const)
      .filter(([, part]) => typeof part !== 'object' || part === null || part instanceof Variable || !isEmpty(part))
    return Object.fromEntries(entries)
  }
  return change(example ?? {}, '')
}

const isEmpty = (value: Value[] | { [key: string]: Value }) => Object.keys(value).length === 0

export const partsOf = (parts: (string | Variable)[], spell: (variable: Variable) => string): string =>
  parts.map(part => (part instanceof Variable ? spell(part) : part)).join('')
