import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { App } from './app-type.ts'
import { reasons } from './reasons.ts'
import { builtFile, textFile } from './static-files/static-file.ts'

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`

type TestTaxNumbers = Record<string, readonly [reason: string, meaning: string]>

const describe = (testTaxNumbers: TestTaxNumbers) =>
  `
Take PIX payments, pay out, and be told of every state change.

1. \`POST /login\` with your access key and secret answers a token; send it as \`Authorization: Bearer <token>\`.
2. Create a payment. Amounts are text with a decimal point: \`"10.50"\`.
3. Your webhook address is told of every change of state, signed by Standard Webhooks.

Every answer is \`{ "statusCode": "Done", "data": … }\` or \`{ "statusCode": "Error", "error": … }\` and carries \`X-Request-Id\`.
The prefixes \`/v1\` and \`/partners-int\` are optional in front of every path.

## Reasons

${Object.entries(reasons)
  .map(([reason, [status, name, meaning]]) => `- \`${reason}\` (${status} ${name}). ${meaning}`)
  .join('\n')}

## Test documents

In the sandbox these CPFs are refused, each for its reason. Every other genuine CPF is accepted.

${row('CPF', 'Refused with', 'Stands for')}
${row('---', '---', '---')}
${Object.entries(testTaxNumbers)
  .map(([cpf, [reason, meaning]]) => row(cpf, `\`${reason}\``, meaning))
  .join('\n')}
`.trim()

const openapiOf = (description: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Trilho',
    version: '1.0.0',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'This server' }],
  tags: [
    { name: 'Authentication', description: 'From access key to token' },
    { name: 'PIX', description: 'Money in and out by PIX' },
    { name: 'OpenFinance', description: 'Money in by a payment the end user authorises at their own bank' },
    { name: 'Transactions', description: 'Reading what happened' },
    { name: 'Webhooks', description: 'What you were told, and sending it again' },
    { name: 'Account', description: "The merchant's money" },
    { name: 'Company payments', description: 'Paying registered companies, with approvals and invoices' },
    { name: 'Sandbox', description: 'Simulated outcomes; these endpoints do not exist in production' },
  ],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of `POST /login`' },
    },
  },
  security: [{ bearer: [] }],
})

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

/** The generator takes every body for required; some routes can do without. */
function optionalBodies(): Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'> {
  const optional = new Set<string | undefined>()
  return {
    transform: ({ schema, url, route }) => {
      if (route.config?.optionalBody === true) optional.add(schema?.operationId)
      return { schema, url }
    },
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const operations = Object.values(document.openapiObject.paths ?? {}).flatMap(path => Object.values(path ?? {}))
      for (const { operationId, requestBody } of operations as Described[])
        if (requestBody !== undefined && optional.has(operationId)) requestBody.required = false
      return document.openapiObject
    },
  }
}

type Described = { operationId?: string; requestBody?: { required: boolean } }

/** `/openapi.json` from the routes' own schemas, and `/docs`, a page that reads it. */
export async function installReference(app: App, testTaxNumbers: TestTaxNumbers) {
  const openapi = openapiOf(describe(testTaxNumbers))
  await app.register(swagger, { openapi: openapi as never, hideUntagged: true, ...optionalBodies() })
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
