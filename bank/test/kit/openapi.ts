import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { parse } from 'yaml'
import type { Reply } from './partner-client.ts'

const document = parse(readFileSync(new URL('../vectors/bacen-pix-api-2.9.0.yaml', import.meta.url), 'utf8'))
// The lists of charges require an idCob, which no charge of this version of the standard has.
for (const list of ['CobsConsultadas', 'CobsVConsultadas'])
  document.components.schemas[list].properties.cobs.items.allOf[1].required = ['status', 'txid']
// The receiver's address is required of the charge itself besides, where no example of the standard has it.
delete document.components.schemas.DadosRecebedor.required

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
ajv.addSchema({ $id: 'pix', components: document.components })

const compiled = new Map<string, ValidateFunction>()

function validatorOf(reference: string): ValidateFunction {
  const validator = compiled.get(reference) ?? ajv.compile({ $ref: `pix${reference}` })
  compiled.set(reference, validator)
  return validator
}

export function expectSchema(name: string, body: unknown): void {
  const validate = validatorOf(`#/components/schemas/${name}`)
  validate(body)
  expect(validate.errors ?? []).toEqual([])
}

/** The response is one that the standard lists for this call, with its type and schema. */
export function expectStandard(method: string, path: string, reply: Reply): void {
  const listed = document.paths[path]?.[method.toLowerCase()]?.responses[String(reply.status)]
  expect(listed, `${method} ${path} may answer ${reply.status}`).toBeDefined()
  const answer = listed.$ref ? document.components.responses[listed.$ref.split('/').at(-1)] : listed
  const [type, content] = Object.entries<{ schema: { $ref: string } }>(answer.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return
  expect(reply.type).toBe(type)
  expectSchema(content.schema.$ref.split('/').at(-1) ?? '', reply.body)
}
