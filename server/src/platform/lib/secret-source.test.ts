import { createHash, createHmac, hash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { readSecret } from './secret-source.ts'

const secret = 'the secret of the server, which nobody else knows'
const noVault = { address: '', token: '', namespace: '' }
const read = (setting: string, vault = noVault) => readSecret('TRILHO_SECRET', setting, vault)
afterEach(() => vi.unstubAllEnvs())

type Answer = { status: number; body: object }

/** A server that answers POSTs with JSON. */
async function serve(answerTo: (request: IncomingMessage, body: string) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const { status, body: answer } = answerTo(request, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function secretFile(contents: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'trilho-secret-')), 'secret')
  await writeFile(file, contents)
  return file
}

const hmac = (key: string | Buffer, signed: string) => createHmac('sha256', key).update(signed).digest()

/** Signature Version 4, as AWS describes it, of a POST without a query. */
function signatureOf({ headers }: IncomingMessage, body: string, secretKey: string): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const lines = names.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, hash('sha256', body)].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ]
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretKey}`)
  return hmac(key, toSign.join('\n')).toString('hex')
}

test('a secret that is given is taken as it is', async () => {
  expect(await read(secret)).toBe(secret)
  expect(await read('')).toBe('')
})

test('a secret is read from a file, and from what a program prints', async () => {
  const file = await secretFile(`${secret}\n`)
  expect(await read(`file:${file}`)).toBe(secret)
  expect(await read(`command:cat ${file}`)).toBe(secret)
})

test('a secret is decrypted by AWS KMS, in a request with a valid signature', async () => {
  const ciphertext = Buffer.from('encrypted by KMS').toString('base64')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'the secret key of AWS')
  vi.stubEnv('AWS_REGION', 'sa-east-1')
  const kms = await serve((request, body) => {
    const { authorization = '', 'x-amz-target': target } = request.headers
    if (!authorization.endsWith(`Signature=${signatureOf(request, body, 'the secret key of AWS')}`))
      return { status: 403, body: { __type: 'InvalidSignatureException' } }
    const isKnown = target === 'TrentService.Decrypt' && JSON.parse(body).CiphertextBlob === ciphertext
    const Plaintext = Buffer.from(secret).toString('base64')
    return isKnown ? { status: 200, body: { KeyId: 'key', Plaintext } } : invalid
  })
  const invalid = { status: 400, body: { __type: 'InvalidCiphertextException', message: 'not ours' } }
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms)
  expect(await read(`aws-kms:${ciphertext}`)).toBe(secret)
  await expect(read('aws-kms:AAAA')).rejects.toThrow('TRILHO_SECRET cannot be read from aws-kms: not ours')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another')
  await expect(read(`aws-kms:${ciphertext}`)).rejects.toThrow('TRILHO_SECRET cannot be read from aws-kms')
})

test("a secret is decrypted by Vault's transit engine, with its token and namespace", async () => {
  const address = await serve(({ url, headers }, body) => {
    const { 'x-vault-token': token, 'x-vault-namespace': namespace } = headers
    if (token !== 'hvs.token' || namespace !== 'payments')
      return { status: 403, body: { errors: ['permission denied'] } }
    const isKnown = url === '/v1/transit/decrypt/trilho' && JSON.parse(body).ciphertext === 'vault:v1:abc='
    const plaintext = Buffer.from(secret).toString('base64')
    return isKnown ? { status: 200, body: { data: { plaintext } } } : { status: 400, body: { errors: ['cipher'] } }
  })
  const vault = { address, token: 'hvs.token', namespace: 'payments' }
  expect(await read('vault-transit:trilho:vault:v1:abc=', vault)).toBe(secret)
  await expect(read('vault-transit:trilho:vault:v1:abc=', { ...vault, token: 'other' })).rejects.toThrow(
    'TRILHO_SECRET cannot be read from vault-transit: HTTP 403 permission denied',
  )
  await expect(read('vault-transit:trilho:vault:v1:abc=')).rejects.toThrow('VAULT_ADDR and VAULT_TOKEN must be set')
})

test('a source that fails, or has too short a secret, is named without the secret', async () => {
  await expect(read('file:/nowhere/at/all')).rejects.toThrow('TRILHO_SECRET cannot be read from file: ENOENT')
  await expect(read('command:false')).rejects.toThrow('TRILHO_SECRET cannot be read from command')
  await expect(read(`file:${await secretFile('short')}`)).rejects.toThrow(/^((?!short).)*at least 32 characters$/)
})

test('servers that read one secret from different places accept the tokens of each other', async () => {
  const trilho = await openTrilho({ TRILHO_SECRET: `file:${await secretFile(secret)}` })
  const { token } = await trilho.newMerchant()
  const other = await trilho.startServer({ others: { TRILHO_SECRET: secret } })
  expect((await clientWith(other.url, token).requestCashIn()).status).toBe(201)
})
