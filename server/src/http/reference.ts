import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { App } from './app-type.ts'
import { reasons } from './reasons.ts'

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

/** A page of its own: no fonts, tools or services of anybody else. */
const pageConfiguration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  defaultOpenAllTags: true,
  customCss:
    '.markdown td, .markdown th, .markdown td code, .markdown th code { overflow-wrap: normal; word-break: normal }',
} as const

/** `/openapi.json` from the routes' own schemas, and `/docs`, a page that reads it. */
export async function installReference(app: App, testTaxNumbers: TestTaxNumbers) {
  const openapi = openapiOf(describe(testTaxNumbers))
  await app.register(swagger, { openapi: openapi as never, hideUntagged: true })
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async () => app.swagger())
  await app.register(async page => {
    page.addHook('onRoute', route => {
      route.config = { ...route.config, public: true }
    })
    await page.register(scalar, {
      routePrefix: '/docs',
      configuration: pageConfiguration,
    })
  })
}
