import { type Operation, type Spec, firstContent } from '../spec.ts'
import { type Step, keptFields, ownIds, setUps, steps } from './set-ups.ts'

/** Where samples run: the address of the server, and the file with the keys of whoever pastes them. */
export type Place = {
  url: string
  keysFile: string
  isSandbox: boolean
  /** Whether the page can have a token of the demo merchant. */
  hasDemoKey: boolean
  /** A webhook address: that of the sandbox takes every event. */
  hooksUrl: string
}

export const placeOf = (given: Omit<Place, 'hooksUrl'>): Place => ({
  ...given,
  hooksUrl: given.isSandbox ? `${given.url}/sandbox/hooks` : exampleHooks,
})

const exampleHooks = 'https://example.com/hooks'

/** The name of something that an earlier call has answered. */
export class Kept {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Value = string | number | boolean | null | Kept | Value[] | { [key: string]: Value }

/** One call of a sample, in no language yet. */
export type Call = {
  operation: Operation
  /** The path in pieces: texts and what was kept. */
  path: (string | Kept)[]
  query: [name: string, value: string | Kept][]
  body: { isForm: boolean; value: Value } | null
  keeps: NonNullable<Step['keeps']> | null
}

/** Something that the reader has and puts in. */
export type Given = { given: string; example: string }

export type Program = { place: Place; setUp: (Call | Given | 'upload')[]; call: Call }

/**
 * What a reader pastes to see an operation work: the calls that make what it needs, and then itself. In production
 * nothing is made to be looked at: the reader names what is there.
 */
export function programOf(operation: Operation, spec: Spec, place: Place): Program {
  const call = callOf(operation, null, place)
  if (!place.isSandbox) return { place, setUp: keptIn(call).map(name => givenBy(name, spec)), call }
  const named = (setUps[operation.id] ?? []).map(name => steps[name] as Step)
  const setUp = named.flatMap((step): Program['setUp'] => {
    if (step.call === 'upload') return ['upload']
    const found = spec.operations.find(({ id }) => id === step.call)
    return found === undefined ? [] : [callOf(found, step, place)]
  })
  return { place, setUp, call }
}

const keptIn = ({ path, query, body }: Call): string[] => {
  const values: Value[] = [...path, ...query.map(([, value]) => value), body?.value ?? null]
  const names = (value: Value): string[] => {
    if (value instanceof Kept) return [value.name]
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
      .map(part => (part.startsWith('{') ? new Kept(part.slice(1, -1)) : part))
      .filter(part => part !== ''),
    query: Object.entries(query).map(([name, value]) => [name, keptOr(name, value)]),
    body:
      content === null || (step !== null && isOptional)
        ? null
        : { isForm: !content.type.includes('json'), value: bodyOf(content.example, step !== null, place) },
    keeps: step?.keeps ?? null,
  }
}

const keptOr = (name: string, value: string): string | Kept => {
  if (value.startsWith('$')) return new Kept(value.slice(1))
  return name in keptFields ? new Kept(keptFields[name] ?? '') : value
}

/** The example of the document, with what was kept and an address that takes its events. */
function bodyOf(example: unknown, isSetUp: boolean, place: Place): Value {
  const change = (value: unknown, key: string): Value => {
    if (typeof value === 'string' && key in keptFields) return new Kept(keptFields[key] ?? '')
    if (key === 'url' && value === exampleHooks) return place.hooksUrl
    if (Array.isArray(value)) return value.map(one => change(one, ''))
    if (typeof value !== 'object' || value === null) return value as Value
    const entries = Object.entries(value)
      .filter(([name]) => !isSetUp || !(ownIds.includes(name) || /^customHeader|^orderDescription$/.test(name)))
      .map(([name, part]) => [name, change(part, name)] as const)
      .filter(([, part]) => typeof part !== 'object' || part === null || part instanceof Kept || !isEmpty(part))
    return Object.fromEntries(entries)
  }
  return change(example ?? {}, '')
}

const isEmpty = (value: Value[] | { [key: string]: Value }) => Object.keys(value).length === 0

/** The name of what is kept reads alike in every language. */
export const partsOf = (parts: (string | Kept)[], spell: (kept: Kept) => string): string =>
  parts.map(part => (part instanceof Kept ? spell(part) : part)).join('')
