import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { App } from './app-type.ts'
import { type TestTaxNumbers, documentHead } from './openapi/document.ts'
import { type ToldEvent, finishDocument } from './openapi/finish-document.ts'
import { builtFile, textFile } from './static-files/static-file.ts'

const built = fileURLToPath(new URL('../../dist/reference/', import.meta.url))

/** Its own scripts, its own API and nothing else; styles inside it are how its components place themselves. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' }

const pageWith = (script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trilho API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<script src="${script}"></script>
<script src="start.js"></script>
</body>
</html>
`

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trilho</title>
<p>The reference is not built. Run <code>npm run build</code> and reload this page.</p>
`

type Told = { events: readonly ToldEvent[]; testTaxNumbers: TestTaxNumbers }

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

/** `/openapi.json` from the routes' own schemas, and `/docs`, a page that reads it. */
export async function installReference(app: App, told: Told) {
  await app.register(swagger, { openapi: documentHead as never, hideUntagged: true, ...finishing(told) })
  const hidden = { config: { public: true }, schema: { hide: true } }
  const script = (await readdir(built).catch(() => [])).find(name => /^scalar-[\w.-]+\.js$/.test(name)) ?? ''
  const filesOf = {
    openapi: once(() => textFile('openapi.json', JSON.stringify(app.swagger()))),
    page: once(() => textFile('index.html', pageWith(script))),
    start: once(async () =>
      textFile('start.js', await readFile(new URL('reference-start.js', import.meta.url), 'utf8')),
    ),
    script: once(() => builtFile(built, script)),
  }

  app.get('/openapi.json', hidden, async (_request, reply) => reply.sendStatic(await filesOf.openapi(), 'checked'))

  app.get('/docs/', hidden, async (request, reply) => {
    const [path = '', query] = (request.raw.url ?? '').split('?')
    // The page names its files beside it.
    if (!path.endsWith('/')) return reply.redirect(`docs/${query === undefined ? '' : `?${query}`}`, 301)
    reply.headers(pageHeaders)
    if (script === '') return reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
    return reply.sendStatic(await filesOf.page(), 'checked')
  })
  app.get('/docs/start.js', hidden, async (_request, reply) => reply.sendStatic(await filesOf.start(), 'checked'))
  if (script !== '')
    app.get(`/docs/${script}`, hidden, async (_request, reply) => reply.sendStatic(await filesOf.script(), 'immutable'))
}

/** Made when it is first asked for, and then kept. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}
