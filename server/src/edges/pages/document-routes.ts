import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { App } from '../../platform/http/app-type.ts'
import { type TestTaxNumbers, documentHead } from '../../platform/http/openapi/document.ts'
import { type CatalogEvent, finishDocument } from '../../platform/http/openapi/finish-document.ts'
import { type StaticFile, textFile } from '../../platform/http/static-files/static-file.ts'

type Told = { events: readonly CatalogEvent[]; testTaxNumbers: TestTaxNumbers }

/** The generator takes every body for required; which routes can do without is asked of the routes. */
function finishing(told: Told): Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'> {
  const optionalBodies = new Set<string>()
  return {
    transform: ({ schema, url, route }) => {
      const { operationId } = (schema ?? {}) as { operationId?: string }
      if (route.config?.optionalBody === true && operationId !== undefined) optionalBodies.add(operationId)
      return { schema, url }
    },
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      return finishDocument(document.openapiObject as never, { ...told, optionalBodies }) as never
    },
  }
}

/** `/openapi.json` from the routes' own schemas: of all routes that are registered after it. */
export async function installDocument(app: App, told: Told) {
  await app.register(swagger, { openapi: documentHead as never, hideUntagged: true, ...finishing(told) })
  const hidden = { config: { public: true }, schema: { hide: true } }
  let file: Promise<StaticFile> | undefined
  app.get('/openapi.json', hidden, async (_request, reply) => {
    file ??= textFile('openapi.json', JSON.stringify(app.swagger()))
    return reply.sendStatic(await file, 'checked')
  })
}
