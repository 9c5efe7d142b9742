import { type Reason, reasons } from '../reasons.ts'

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`

export type TestTaxNumbers = Record<string, readonly [reason: string, meaning: string]>

/** The first page of the reference: how to begin, every reason once, and the documents that the sandbox refuses. */
export const describe = (used: ReadonlySet<Reason>, testTaxNumbers: TestTaxNumbers) =>
  `
Take PIX payments, pay out, and be told of every state change.

1. \`POST /login\` with your access key and secret answers a token; send it as \`Authorization: Bearer <token>\`.
2. Create a payment. Amounts are text with a decimal point: \`"10.50"\`.
3. Your webhook address is told of every change of state, signed by Standard Webhooks.

Every answer is \`{ "statusCode": "Done", "data": … }\` or \`{ "statusCode": "Error", "error": … }\` and carries \`X-Request-Id\`.
The prefixes \`/v1\` and \`/partners-int\` are optional in front of every path.

## Reasons

${(Object.keys(reasons) as Reason[])
  .filter(reason => used.has(reason) || reasons[reason][0] === 400)
  .map(reason => `- \`${reason}\` (${reasons[reason][0]} ${reasons[reason][1]}). ${reasons[reason][2]}`)
  .join('\n')}

## Test documents

In the sandbox these CPFs are refused, each for its reason. Every other genuine CPF is accepted.

${row('CPF', 'Refused with', 'Stands for')}
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
    { name: 'Authentication', description: 'From access key to token' },
    { name: 'PIX', description: 'Money in and out by PIX' },
    { name: 'Payment links', description: 'Addresses that stay, at which anybody can pay' },
    { name: 'Files', description: 'For the accountant: statements, transactions, and your list compared' },
    { name: 'Disputes', description: 'Cases in which a bank wants money back' },
    { name: 'OpenFinance', description: 'Money in by a payment the end user authorises at their own bank' },
    { name: 'Transactions', description: 'Reading what happened' },
    { name: 'Webhooks', description: 'What you are told, what you were told, and sending it again' },
    { name: 'Account', description: "The merchant's money" },
    { name: 'Company payments', description: 'Paying registered companies, with approvals and invoices' },
    { name: 'Payout batches', description: 'Many payments at once, approved together and paid row by row' },
    { name: 'Sandbox', description: 'Simulated outcomes; these endpoints do not exist in production' },
  ],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of `POST /login`' },
    },
  },
  security: [{ bearer: [] }],
}
