import { request as httpsRequest } from 'node:https'
import { expect, test } from 'vitest'
import { issueCertificate } from '../src/certificates/issue-certificate.ts'
import { pemOfKey } from '../src/certificates/authority.ts'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { testBank } from './kit/bank-process.ts'
import { expectSchema } from './kit/openapi.ts'

const tokenPaths = ['/oauth/token', '/v2/cob']

/** The status of a bare call, or why the connection broke. */
const bareCall = (url: string, path: string, tls: object) =>
  new Promise<number | string>(resolve => {
    const call = httpsRequest(url + path, { method: 'POST', ...tls }, answer => resolve(answer.statusCode ?? 0))
    call.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    call.end()
  })

test('the bank refuses every call without a certificate of its authority, also for a token', async () => {
  const bank = await testBank()
  const { ca } = bank.partner('standard')
  const outsider = issueCertificate('outsider', 'client')
  const foreign = { cert: outsider.certificate.toString(), key: pemOfKey(outsider) }
  for (const path of tokenPaths) {
    expect(await bareCall(bank.url, path, { ca })).toMatch(/CERTIFICATE_REQUIRED|ECONNRESET/)
    expect(await bareCall(bank.url, path, { ca, ...foreign })).toMatch(/ALERT|ECONNRESET|UNKNOWN_CA/i)
  }
})

test("a partner's files are readable by their owner only, and PEM certificate and key work like the PFX", async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  for (const file of ['certificate.pem', 'certificate.key', 'certificate.pfx', 'partner.json', 'ca.pem'])
    expect(statSync(join(bank.folder, 'partners/efi', file)).mode & 0o777).toBe(0o600)
  const pem = { ca: shop.ca, cert: shop.read('certificate.pem'), key: shop.read('certificate.key') }
  expect(await bareCall(bank.url, '/oauth/token', pem)).toBe(400)
})

test.each(['standard', 'efi', 'inter', 'sicoob'])('%s gets its token in its own style, and only so', async name => {
  const { partner } = await testBank()
  const shop = partner(name)
  const granted = await shop.askToken()
  expect(granted).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 300 } })
  if (name !== 'sicoob') expect((await shop.askToken('', { secret: 'wrong' })).status).toBe(401)
  expect((await shop.get('/v2/cob/00000000000000000000000000')).status).toBe(name === 'efi' ? 400 : 404)
})

test('a scope that was not granted fails the whole token; one that was not requested fails the call', async () => {
  const { partner } = await testBank()
  const shop = partner('inter')
  expect((await shop.askToken('cob.read pix.send')).body.error).toBe('invalid_scope')
  const { body } = await shop.askToken('cob.read')
  expect(body.scope).toBe('cob.read')
  shop.useToken(body.access_token)
  const refused = await shop.charge()
  expect(refused).toMatchObject({ status: 403, type: 'application/problem+json' })
  expectSchema('Problema', refused.body)
  expect((await shop.get('/v2/cob/00000000000000000000000000')).status).toBe(404)
})

test("a token expires by the bank's clock, and is refused for another partner", async () => {
  const { partner, control } = await testBank()
  const [shop, other] = [partner('standard'), partner('inter')]
  await control.put('/settings', { tokenSeconds: 10 })
  const { body } = await shop.askToken()
  shop.useToken(body.access_token)
  other.useToken(body.access_token)
  expect((await shop.charge()).status).toBe(201)
  expect((await other.charge()).status).toBe(401)
  await control.post('/clock/advance', { seconds: 11 })
  expect((await shop.charge()).status).toBe(401)
})

test('the control API is not on the public port, and refuses other hosts', async () => {
  const { partner, control } = await testBank()
  expect((await partner('standard').get('/ledger')).status).toBe(404)
  const port = new URL(control.url).port
  const { request } = await import('node:http')
  const status = await new Promise(resolve => {
    request(`http://127.0.0.1:${port}/ledger`, { headers: { host: 'evil.test' } }, a => resolve(a.statusCode)).end()
  })
  expect(status).toBe(403)
})
