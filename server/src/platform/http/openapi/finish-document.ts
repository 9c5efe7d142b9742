import type { TSchema } from 'typebox'
import type { Reason } from '../reasons.ts'
import { InvalidRequestBody, RefusalBody } from '../refusals.ts'
import { answerComponents, finishAnswers, headerComponents, reasonSchema } from './answers.ts'
import { type TestTaxNumbers, describe } from './document.ts'
import { type Examples, exampleParameter, readExamples, withExamples } from './examples.ts'
import { type Operation, type Piece, nameSchemas } from './name-schemas.ts'

/** A webhook event: its name in the document, when it is sent, and its payload. */
export type CatalogEvent = { name: string; summary: string; schema: TSchema }

type Document = Piece & {
  info: Piece
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Piece>
}

type DocumentInput = {
  events: readonly CatalogEvent[]
  testTaxNumbers: TestTaxNumbers
  optionalBodies: ReadonlySet<string>
}

/** Reasons of addresses that are not operations: unknown ones, and those that documents are uploaded to. */
const reasonsElsewhere: Reason[] = [
  'RouteNotFound',
  'UploadAddressInvalid',
  'DocumentAlreadyUploaded',
  'DocumentTypeNotAllowed',
]

/** Makes the routes' schemas a document for people and generators, in which everything that recurs has a name. */
export function finishDocument(document: Document, { events, testTaxNumbers, optionalBodies }: DocumentInput) {
  const schemas: Record<string, Piece> = {}
  const name = nameSchemas(schemas)
  const used = new Set<Reason>(reasonsElsewhere)
  const answers = answerComponents()
  const examples = readExamples()
  const finish = (operation: Operation): Operation => {
    const { operationId, requestBody, parameters } = operation
    const route = {
      operationId,
      isPublic: operation.security?.length === 0,
      hasBody: requestBody !== undefined,
      replays: parameters?.some(parameter => parameter.name === 'idempotency-key') === true,
    }
    const finished = name({
      ...operation,
      ...(requestBody === undefined
        ? {}
        : { requestBody: { ...requestBody, required: !optionalBodies.has(operationId) } }),
      ...(parameters === undefined
        ? {}
        : { parameters: parameters.map(one => exampleParameter(describedSchema(one), examples)) }),
      responses: finishAnswers(operation.responses, route, { used, refer: answers.refer }),
    }) as Operation
    return withLinks(withExamples(finished, examples))
  }
  const paths = eachOperation(document.paths, finish)
  const webhooks = Object.fromEntries(events.map(event => [event.name, webhookOf(event, name, examples)]))
  for (const error of [InvalidRequestBody, RefusalBody]) name(error as unknown as Piece)
  const shared = shareParameters(paths)
  return {
    ...document,
    info: { ...document.info, description: describe(used, testTaxNumbers) },
    paths: shared.paths,
    webhooks,
    components: {
      ...document.components,
      schemas: inOrder({ ...schemas, Reason: reasonSchema(used) }),
      parameters: shared.parameters,
      headers: headerComponents,
      responses: answers.components,
    },
  }
}

/** The generator takes the description off a parameter's schema; one that has a name keeps it. */
const describedSchema = <Parameter extends Piece>(parameter: Parameter): Parameter => {
  const schema = parameter['schema'] as Piece
  return 'title' in schema ? { ...parameter, schema: { ...schema, description: parameter['description'] } } : parameter
}

const inOrder = (schemas: Record<string, Piece>) =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const eachOperation = (paths: Document['paths'], change: (operation: Operation) => Operation): Document['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )

function withLinks(operation: Operation): Operation {
  const found = links[operation.operationId]
  if (found === undefined) return operation
  return { ...operation, responses: { ...operation.responses, 201: { ...operation.responses['201'], links: found } } }
}

/** Headers of every call to a merchant's address, as Standard Webhooks names them. */
const webhookParameters = Object.entries({
  'webhook-id': "The event's id, in every attempt",
  'webhook-timestamp': 'Seconds since 1970',
  'webhook-signature': '`v1,` and the base64 of an HMAC-SHA256',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

/** The call that a merchant's address gets; any 2xx accepts it. */
const webhookOf = (
  { name: event, summary, schema }: CatalogEvent,
  name: (piece: Piece) => Piece,
  examples: Examples,
) => ({
  post: {
    operationId: event,
    // Generators make a class of each tag: with a tag of operations, they would lose those.
    tags: ['Events'],
    summary,
    security: [],
    parameters: webhookParameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: name(schema as unknown as Piece), example: examples.webhooks[event] } },
    },
    responses: {
      '2XX': { description: 'Accepted: the event is not sent again' },
      410: { description: 'Gone: the event is not sent again' },
      default: { description: 'The event is sent again later, according to the retry schedule' },
    },
  },
})

/**
 * Parameters that more than one operation takes stand once, under the name they have; of two kinds, the more used. Headers
 * stand where they are sent: some generators take a shared one for a type, and lose it.
 */
function shareParameters(paths: Document['paths']) {
  const uses = new Map<string, number>()
  eachOperation(paths, operation => {
    for (const one of operation.parameters ?? [])
      if (one['in'] !== 'header') uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1)
    return operation
  })
  const parameters: Record<string, Piece> = {}
  for (const [text, count] of [...uses].toSorted((a, b) => b[1] - a[1]))
    if (count > 1) parameters[pascal((JSON.parse(text) as { name: string }).name)] ??= JSON.parse(text) as Piece
  const refer = (operation: Operation): Operation => {
    if (operation.parameters === undefined) return operation
    const toShared = (one: Piece & { name: string; in: string }) =>
      JSON.stringify(parameters[pascal(one.name)]) === JSON.stringify(one)
        ? { $ref: `#/components/parameters/${pascal(one.name)}` }
        : one
    return { ...operation, parameters: operation.parameters.map(toShared) as typeof operation.parameters }
  }
  return { paths: eachOperation(paths, refer), parameters }
}

/** `dataset.limit` as a component is called: DatasetLimit. */
const pascal = (name: string) => name.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Where a created thing goes on: by operation, from which field of the answer which parameter is taken. */
const from = (field: string, parameter: string, operations: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operationId]) => [
      name,
      { operationId, parameters: { [parameter]: `$response.body#/data/${field}` } },
    ]),
  )

const links: Record<string, object> = {
  createCashIn: from('transaction/id', 'transactionId', {
    read: 'readTransaction',
    complete: 'simulateComplete',
    cancel: 'cancelCashIn',
    refund: 'refundTransaction',
  }),
  createCashOut: from('transaction/id', 'transactionId', { read: 'readTransaction', complete: 'simulateComplete' }),
  createPaymentInitiation: from('transactionId', 'transactionId', {
    read: 'readTransaction',
    complete: 'simulateInitiationComplete',
    refund: 'refundTransaction',
  }),
  createCustomer: from('id', 'customerId', { read: 'readCustomer', change: 'changeCustomer' }),
  createBill: from('id', 'billId', { read: 'readBill', change: 'changeBill', cancel: 'cancelBill' }),
  createBillImport: from('id', 'importId', {
    read: 'readBillImport',
    rows: 'listBillImportRows',
    stop: 'stopBillImport',
  }),
  createPaymentLink: from('id', 'linkId', { read: 'readPaymentLink', transactions: 'listPaymentLinkTransactions' }),
  createPaymentRequest: from('id', 'trId', {
    read: 'readPaymentRequest',
    approve: 'approvePaymentRequest',
    cancel: 'cancelPaymentRequest',
  }),
  refundTransaction: from('transactionId', 'transactionId', { read: 'readTransaction', list: 'listRefunds' }),
}
