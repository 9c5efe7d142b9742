import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call, cashInBody, clientWith, logIn } from '../../../test/kit/api-client.ts'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'
import { limits } from '../http/limits.ts'

const trilho = await openTrilho({ RATE_LIMIT: '50' })
const { url } = trilho

const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const largestBatch = 4 * 1024 * 1024

/** A charge whose body comes in chunks, with so many bytes of white space before its end. */
function chunkedCharge({ token }: { token: string }, padding = 0) {
  const text = JSON.stringify(cashInBody())
  const body = new Blob([text, ' '.repeat(padding)]).stream()
  const init = { method: 'POST', headers: json(token), body, duplex: 'half' } as const
  return call(`${url}/accounts/pix/cashin`, init)
}

/** The head of a request for a body that does not come yet. */
function announce({ token }: { token: string }, path: string, bytes: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  cleanUp(async () => void socket.destroy())
  const headers = Object.entries({ host: 'x', ...json(token), 'content-length': String(bytes) })
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  return socket
}

test('small chunked bodies count as one request each', async () => {
  const merchant = await trilho.newMerchant()
  const answers = await Promise.all(times(40, () => chunkedCharge(merchant)))
  expect(answers.map(({ status }) => status)).toEqual(times(40, () => 201))
})

test('a large chunked body counts by the bytes that were read', async () => {
  const merchant = await trilho.newMerchant()
  // The share of a key grows with time, of which a busy machine may take much.
  const standing = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => standing.mockRestore())
  // A connection whose request is refused is closed before all of its body was sent.
  const sent = await Promise.allSettled(times(60, () => chunkedCharge(merchant, 250_000)))
  expect(sent.some(one => one.status === 'fulfilled' && one.value.status === 201)).toBe(true)
  expect((await merchant.get('/accounts/balance')).status).toBe(429)
})

test('a length that no route accepts costs no more than the largest body of its route', async () => {
  const merchant = await trilho.newMerchant()
  const [refused] = await once(announce(merchant, '/accounts/pix/cashin', 2_000_000_000), 'data')
  expect(String(refused)).toMatch(/^HTTP\/1\.1 413 /)
  expect((await merchant.get('/accounts/balance')).status).toBe(200)
})

test('after a batch of 4 MiB its key goes on paying', async () => {
  const merchant = await trilho.newMerchant()
  const recipient = { name: 'Joao Pereira', taxNumber: '11144477735', keyType: 'EMAIL', key: 'joao@mail.test' }
  const rows = [{ amount: '1.00', ...recipient }]
  const text = JSON.stringify({ name: 'Semana 46', kind: 'payouts', rows })
  const init = { method: 'POST', headers: json(merchant.token), body: text.padEnd(largestBatch) }
  expect((await call(`${url}/payout-batches`, init)).status).toBe(201)
  await expect.poll(async () => (await merchant.requestCashIn()).status).toBe(201)
})

test('the bodies of one merchant take a quarter of the memory, however many keys it has', async () => {
  const [greedy, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const keys = await Promise.all(
    times(4, async () => {
      const key = await createAccessKey(trilho.needs, { merchantId: greedy.merchantId, scopes: ['payments'] })
      return clientWith(url, (await logIn(url, key)).text)
    }),
  )
  for (const key of keys) announce(key, '/payout-batches', largestBatch)
  expect(limits.bodyBytesOfMerchant).toBeLessThanOrEqual(limits.bodyBytes / 4)
  const upload = async ({ token }: { token: string }) => {
    const init = { method: 'POST', headers: json(token), body: '{}'.padEnd(20_000) }
    return (await call(`${url}/payout-batches`, init)).status
  }
  await expect.poll(() => upload(greedy)).toBe(503)
  expect((await chunkedCharge(greedy, 20_000)).status).toBe(503)
  expect(await upload(other)).toBe(400)
  expect((await greedy.requestCashIn()).status).toBe(201)
})
