import { Ajv } from 'ajv'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { call } from '../../server/test/kit/api-client.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'

const trilho = await openTrilho()
const { body: collection, text } = await call(`${trilho.url}/postman.json`)

type Request = {
  name: string
  event?: { script: { exec: string[] } }[]
  request: {
    method: string
    auth?: { type: string }
    header: { key: string; value: string }[]
    url: { raw: string }
    body?: { mode: string; raw?: string; urlencoded?: { key: string; value: string }[] }
  }
}
type Folder = { name: string; item: Request[] }

/** What the schema of collections (2.1) demands of the parts that are used here. */
const string = { type: 'string' }
const pairs = {
  type: 'array',
  items: { type: 'object', required: ['key', 'value'], properties: { key: string, value: string } },
}
const auth = { type: 'object', required: ['type'], properties: { type: { enum: ['bearer', 'noauth'] }, bearer: pairs } }
const event = {
  type: 'object',
  required: ['listen', 'script'],
  properties: {
    listen: { enum: ['test', 'prerequest'] },
    script: { type: 'object', properties: { type: string, exec: { type: 'array', items: string } } },
  },
}
const request = {
  type: 'object',
  required: ['name', 'request'],
  properties: {
    name: string,
    event: { type: 'array', items: event },
    request: {
      type: 'object',
      required: ['method', 'url', 'header'],
      properties: {
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        auth,
        header: pairs,
        url: {
          type: 'object',
          required: ['raw', 'host', 'path'],
          properties: {
            raw: string,
            host: { type: 'array', items: string },
            path: { type: 'array', items: string },
            query: pairs,
          },
        },
        body: {
          type: 'object',
          required: ['mode'],
          properties: { mode: { enum: ['raw', 'urlencoded'] }, raw: string, urlencoded: pairs },
        },
      },
    },
  },
}
const schema = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        name: string,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    auth,
    variable: pairs,
    item: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'item'],
        properties: { name: string, item: { type: 'array', items: request } },
      },
    },
  },
}

test('the collection has the form of version 2.1, with every operation of the document', async () => {
  const ajv = new Ajv()
  expect([ajv.validate(schema, collection), ajv.errors]).toEqual([true, null])
  const { body: document } = await call(`${trilho.url}/openapi.json`)
  const count = Object.values(document.paths as Record<string, object>).flatMap(methods => Object.keys(methods)).length
  expect(folders.flatMap(({ item }) => item)).toHaveLength(count)
  expect(text.length).toBeLessThan(75_000)
})

const folders = collection.item as Folder[]

/** Sends a request of the collection as Postman would: variables filled in, its script run on the answer. */
async function send(variables: Map<string, string>, name: string) {
  const found = folders.flatMap(({ item }) => item).find(one => one.name === name)
  if (found === undefined) throw new Error(`no request is called ${name}`)
  const fill = (given: string) =>
    given.replaceAll(/\{\{([$\w]+)\}\}/g, (_, key: string) =>
      key === '$guid' ? crypto.randomUUID() : (variables.get(key) ?? ''),
    )
  const { method, url, header, body, auth: own } = found.request
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]))
  if (own?.type !== 'noauth') headers['authorization'] = fill('Bearer {{accessToken}}')
  const answer = await call(fill(url.raw), {
    method,
    headers,
    ...(body?.raw === undefined ? {} : { body: fill(body.raw) }),
    ...(body?.urlencoded === undefined
      ? {}
      : { body: new URLSearchParams(body.urlencoded.map(({ key, value }) => [key, fill(value)])) }),
  })
  const pm = {
    response: { text: () => answer.text, json: () => answer.body },
    collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
  }
  for (const { script } of found.event ?? []) runInNewContext(script.exec.join('\n'), { pm })
  return answer.status
}

test('logging in keeps the token, and what is made keeps its id for the requests that follow', async () => {
  const { accessKey, secret } = await trilho.newMerchant({ balance: '100' })
  const variables = new Map(
    (collection.variable as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
  )
  variables.set('accessKey', accessKey).set('secret', secret)
  const statuses: [string, number][] = []
  for (const name of [
    'Log in with access key and secret',
    'OAuth 2.0 client credentials',
    'Create a PIX cash-in',
    'Simulate that the payment completes',
    'Read a transaction',
    'List webhook deliveries, newest first',
    'Read a webhook delivery with every attempt',
    'Refund a completed cash-in, in full or in part',
    'The image of a QR code',
    'Create a PIX cash-in',
    'Create a PIX cash-out',
    'Simulate that the bank registers a cash-out',
  ])
    statuses.push([name, await send(variables, name)])
  expect(statuses.filter(([, status]) => status >= 300)).toEqual([])
})
