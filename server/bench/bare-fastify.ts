import Fastify from 'fastify'
import { authenticator } from '../src/tenancy/access-keys/authenticate.ts'
import { keyUses } from '../src/tenancy/access-keys/key-uses.ts'
import { accessTokens } from '../src/tenancy/access-keys/tokens.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { deriveKey } from '../src/platform/lib/seal.ts'
import { merchantReader } from '../src/tenancy/merchants/read-merchant.ts'
import { readServerSecret } from '../src/platform/db/server-secret.ts'

/** The floor of every request: a Fastify route with a constant response, without and with the token check. */
const [databaseUrl = '', port = '0', size = '1000'] = process.argv.slice(2)
const sql = openDatabase(databaseUrl, { connections: 2 })
const tokens = accessTokens(deriveKey(await readServerSecret(sql, {}), 'access tokens'), 3600, () => new Date())
const answer = JSON.stringify({ statusCode: 'Done', data: 'x'.repeat(Number(size) - 33) })

const app = Fastify()
app.decorateRequest('merchantId', '')
app.decorateRequest('keyId', '')
app.get('/bare', (_request, reply) => reply.type('application/json').send(answer))
const clock = () => new Date()
const needs = {
  sql,
  clock,
  tokens,
  rateLimit: 1_000_000,
  keyUses: keyUses({ sql, clock }),
  readMerchant: merchantReader(sql),
}
app.get('/with-token', { onRequest: authenticator(needs).authenticate }, (_request, reply) =>
  reply.type('application/json').send(answer),
)
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.stdout.write('is ready at\n')
