import { printValue } from './samples/print-value.ts'
import { type Call, Variable, type Place, programOf } from './samples/program.ts'
import { type Step, ownIds, setUps, steps } from './samples/set-ups.ts'
import type { Operation, Spec } from './spec.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const bearer = (variable: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: variable, type: 'string' }] })

/** Postman's "test script": it runs after a response. */
const afterwards = (lines: string[]) => [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }]

/** QR codes and receipts both have a `token`: each is saved under the name of its step. */
const variableOf = ({ id }: Operation, name: string): string => (name === 'token' ? `${setUps[id]?.at(-1)}Token` : name)

/**
 * The operations as a collection for Postman, version 2.1: one folder per tag, with the examples as bodies. Logging in
 * saves the token; other requests save the ids that later requests need.
 */
export function postmanCollection(spec: Spec, place: Place): string {
  const ids = Object.keys(steps).flatMap(step => savedBy(step as keyof typeof steps) ?? [])
  const variables = { baseUrl: place.url, accessKey: '', secret: '', accessToken: '' }
  return JSON.stringify({
    info: { name: spec.title, schema },
    auth: bearer('{{accessToken}}'),
    variable: [
      ...Object.entries(variables).map(([key, value]) => ({ key, value })),
      ...[...new Set(ids.map(({ variable }) => variable))].map(key => ({ key, value: '' })),
    ],
    item: spec.tags.map(({ name, description }) => ({
      name,
      description,
      item: spec.operations.filter(({ tag }) => tag === name).map(operation => requestOf(operation, spec, place)),
    })),
  })
}

function requestOf(operation: Operation, spec: Spec, place: Place) {
  const { call } = programOf(operation, spec, place)
  const spell = (part: string | Variable) =>
    part instanceof Variable ? `{{${variableOf(operation, part.name)}}}` : part
  const path = call.path.map(spell).join('')
  const given = new Map(call.query.map(([name, value]) => [name, spell(value)]))
  const query = operation.parameters
    .filter(one => one.in === 'query')
    .map(({ name, example = '' }) => ({
      key: name,
      value: given.get(name) ?? String(example),
      disabled: !given.has(name),
    }))
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  const script = scriptOf(operation)
  return {
    name: operation.summary,
    ...(script.length === 0 ? {} : { event: afterwards(script) }),
    request: {
      method: operation.method,
      description: operation.description,
      ...(operation.isPublic ? { auth: { type: 'noauth' } } : {}),
      header: call.body === null || call.body.isForm ? [] : [{ key: 'content-type', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        query,
      },
      ...bodyOf(call.body),
    },
  }
}

/** The reader's own key, variables, and an order id that is new each time. */
const ownValues: Record<string, string> = {
  accessKey: '{{accessKey}}',
  secret: '{{secret}}',
  client_id: '{{accessKey}}',
  client_secret: '{{secret}}',
  ...Object.fromEntries(ownIds.map(name => [name, '{{$guid}}'])),
}

function bodyOf(body: Call['body']) {
  if (body === null) return {}
  const text = printValue(body.value, {
    key: JSON.stringify,
    text: JSON.stringify,
    variable: ({ name }) => `"{{${name}}}"`,
  })
  const own = JSON.parse(text, (key, value: unknown) => ownValues[key] ?? value) as Record<string, string>
  if (body.isForm)
    return { body: { mode: 'urlencoded', urlencoded: Object.entries(own).map(([key, value]) => ({ key, value })) } }
  const raw = JSON.stringify(own, null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

/** Saves what later requests need, as the table of set-ups says. */
function scriptOf({ id }: Operation): string[] {
  if (id === 'logIn') return ["pm.collectionVariables.set('accessToken', pm.response.text())"]
  const saved = Object.entries(steps).flatMap(([step, { call }]) =>
    call === id ? (savedBy(step as keyof typeof steps) ?? []) : [],
  )
  return saved.map(({ variable, from, lastPart }) => {
    const way = from.map(step => (typeof step === 'number' ? `?.[${step}]` : `?.${step}`)).join('')
    const last = lastPart === true ? "?.split('/').pop()" : ''
    return `pm.collectionVariables.set('${variable}', pm.response.json().data${way}${last})`
  })
}

function savedBy(name: keyof typeof steps) {
  const { saves }: Step = steps[name]
  return saves === undefined ? null : { ...saves, variable: saves.as === 'token' ? `${name}Token` : saves.as }
}
