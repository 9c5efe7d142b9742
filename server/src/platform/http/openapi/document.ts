import { type Reason, reasons } from '../reasons.ts'

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`

export type TestTaxNumbers = Record<string, readonly [reason: string, meaning: string]>

/** The first page of the reference: how to begin, every reason once, and the documents that the sandbox refuses. */
export const describe = (used: ReadonlySet<Reason>, testTaxNumbers: TestTaxNumbers) =>
  `
Take PIX payments, pay out, and get a webhook for every state change.

1. \`POST /login\` with your access key and secret returns a token. Send it as \`Authorization: Bearer <token>\`.
2. Create a payment. Amounts are text with a decimal point: \`"10.50"\`.
3. Your webhook address is notified of every state change, with a Standard Webhooks signature.

Every response is \`{ "statusCode": "Done", "data": … }\` or \`{ "statusCode": "Error", "error": … }\` and has the header \`X-Request-Id\`.
The prefixes \`/v1\` and \`/partners-int\` are optional in front of every path.

## Reasons

${(Object.keys(reasons) as Reason[])
  .filter(reason => used.has(reason) || reasons[reason].status === 400)
  .map(reason => `- \`${reason}\` (${reasons[reason].status} ${reasons[reason].name}). ${reasons[reason].message}`)
  .join('\n')}

## Test documents

The sandbox refuses these CPFs with the reason shown. It accepts every other valid CPF.

${row('CPF', 'Reason', 'Simulates')}
${row('---', '---', '---')}
${Object.entries(testTaxNumbers)
  .map(([cpf, [reason, meaning]]) => row(cpf, `\`${reason}\``, meaning))
  .join('\n')}
`.trim()

/** What the routes do not say of themselves. */
export const documentHead = {
  openapi: '3.1.0',
  info: {
    title: 'Trilho',
    version: '1.0.0',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'The operator of the server', url: 'http://127.0.0.1:3000/docs' },
  },
  servers: [
    { url: '/', description: 'The server that shows this page' },
    { url: 'http://127.0.0.1:3000', description: 'Sandbox: as `npm start` runs it, with simulated outcomes' },
    {
      url: 'https://{host}',
      description: 'Production: where the operator runs it, without the sandbox endpoints',
      variables: { host: { default: 'localhost', description: 'The host of `PUBLIC_URL`' } },
    },
  ],
  tags: [
    { name: 'Authentication', description: 'Exchange an access key for a token' },
    { name: 'PIX', description: 'Receive and send money by PIX' },
    { name: 'Customers', description: 'The people and companies that you charge' },
    { name: 'Bills', description: 'Charges with a due date, fine, interest and discount' },
    { name: 'Payment links', description: 'Reusable addresses where anybody can pay' },
    { name: 'Files', description: 'Statements, transactions and reconciliation of your own list' },
    { name: 'Disputes', description: 'Cases in which a bank demands money back' },
    { name: 'OpenFinance', description: 'Receive payments that the end user authorises at their own bank' },
    { name: 'Transactions', description: 'Read and list transactions' },
    { name: 'Webhooks', description: 'Events, their deliveries, and resending them' },
    { name: 'Events', description: 'The calls that your webhook address gets' },
    { name: 'Account', description: 'Balance and statement' },
    { name: 'Company payments', description: 'Pay registered companies, with approvals and invoices' },
    { name: 'Payout batches', description: 'Many payments in one batch, approved together and paid row by row' },
    { name: 'Sandbox', description: 'Simulated outcomes; these endpoints do not exist in production' },
  ],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of `POST /login`' },
      oauth2: {
        type: 'oauth2',
        description: 'The same token, by the standard of OAuth 2.0',
        flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } },
      },
    },
  },
  security: [{ bearer: [] }, { oauth2: [] }],
}
