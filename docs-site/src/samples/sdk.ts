import { readJson } from '../read-json.ts'
import { printValue } from './print-value.ts'
import { type Call, Variable, type Program } from './program.ts'
import type { Way } from './set-ups.ts'

/** The SDK method of each operation. */
export const { methods } = readJson('../sdk/names.json') as { methods: Record<string, string> }

const fileOf = (keysFile: string) => `JSON.parse(readFileSync('${keysFile}', 'utf8'))`

/** Operations about keys and tokens. */
const special: Record<string, string> = {
  logIn: `const { accessKey, secret } = keys
console.log(await trilho.auth.logIn({ accessKey, secret })) // every other method logs in by itself`,
  createOAuthToken: `const { accessKey: client_id, secret: client_secret } = keys
console.log(await trilho.auth.createOAuthToken({ grant_type: 'client_credentials', client_id, client_secret }))`,
}

/** A stream does not end by itself: the sample stops after one event. */
const streams: Record<string, string> = {
  streamEvents: `for await (const event of trilho.events.listen({ since: '2026-01-01T00:00:00Z' })) {
  console.log(event)
  break // without it, every event as it happens
}`,
}

/** For Node: a module, with the SDK of the folder it runs in. */
export function sdkSample({ place, setUp, call }: Program): string {
  const own = special[call.operation.id]
  return [
    '// sample.mjs, run by: npx node sample.mjs',
    `import { readFileSync } from 'node:fs'`,
    `import { Trilho } from '@trilho/sdk'`,
    '',
    ...(own === undefined
      ? [`const trilho = new Trilho(${fileOf(place.keysFile)})`]
      : [`const keys = ${fileOf(place.keysFile)}`, 'const trilho = new Trilho(keys)']),
    ...setUp.map(prepared),
    '',
    own ?? streams[call.operation.id] ?? shown(call),
    '',
  ].join('\n')
}

const upload = `await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\\n%%EOF\\n' })`

function prepared(step: Program['setUp'][number]): string {
  if (step === 'upload') return upload
  return 'given' in step ? `const ${step.given} = '${step.example}'` : saved(step)
}

function saved(call: Call): string {
  if (call.saves === null) return `await ${invocation(call, inOneLine)}`
  const { as, from, lastPart } = call.saves
  if (from.length === 0) return `const ${as} = await ${invocation(call, inOneLine)}`
  const found = `(await ${invocation(call, inOneLine)})${wayOf(from)}`
  return `const ${as} = ${found}${lastPart === true ? ".split('/').at(-1)" : ''}`
}

const wayOf = (way: Way) => way.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')

/** A method that returns a file returns a response of fetch. */
function shown(call: Call): string {
  const done = call.operation.responses.find(({ status }) => status.startsWith('2'))
  const isFile = Object.keys(done?.content ?? {})[0] === 'application/pdf'
  if (isFile)
    return `const file = await ${invocation(call)}\nconsole.log((await file.arrayBuffer()).byteLength, 'bytes')`
  return `console.log(await ${invocation(call)})`
}

const spelling = {
  key: (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`),
  text: (text: string) => `'${text.replaceAll("'", "\\'")}'`,
  variable: ({ name }: { name: string }) => name,
}

/** The SDK sets the parameters of pages itself. */
const queryNames = (query: Call['query']) => query.filter(([name]) => !name.startsWith('dataset.'))

const inOneLine = { width: Number.POSITIVE_INFINITY }

function invocation({ operation, path, query, body }: Call, shape = {}): string {
  const named = queryNames(query)
  const passed = [
    ...path.filter(part => part instanceof Variable).map(({ name }) => name),
    ...(named.length === 0 ? [] : [printValue(Object.fromEntries(named), spelling)]),
    ...(body === null ? [] : [printValue(body.value, spelling, shape)]),
  ]
  return `trilho.${methods[operation.id]}(${passed.join(', ')})`
}
