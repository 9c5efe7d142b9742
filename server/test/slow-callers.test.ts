import { type Socket, connect } from 'node:net'
import { expect, test } from 'vitest'
import { call } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const { token } = await trilho.newMerchant()

/** The server's final response to a caller who sends a part, and then a byte from time to time. */
function trickle(head: string): Promise<string> {
  const socket: Socket = connect(Number(new URL(trilho.url).port), '127.0.0.1')
  cleanUp(async () => socket.destroy())
  let said = ''
  socket.write(`${head}\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`)
  const drops = setInterval(() => socket.write(' '), 500)
  return new Promise(resolve => {
    socket.on('data', part => (said += part))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drops)
      resolve(said)
    })
  })
}

test.concurrent.each([
  ['a login', 'POST /login HTTP/1.1'],
  ['a payment', `POST /accounts/pix/cashin HTTP/1.1\r\nauthorization: Bearer ${token}`],
])(
  '%s whose body trickles is cut with 408 in the shape of every other refusal',
  { timeout: 40_000 },
  async (_, head) => {
    const said = await trickle(head)
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toMatch(/^connection: close\r$/im)
    expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      statusCode: 'Error',
      error: { name: 'RequestTimeoutError', details: { reason: 'RequestTimeout' } },
    })
  },
)

test('strict-transport-security is sent if the public URL is https, and only then', async () => {
  const header = 'strict-transport-security'
  expect((await call(`${trilho.url}/login`)).headers.get(header)).toBeNull()
  const behind = await openTrilho({ PUBLIC_URL: 'https://pay.example.com' })
  for (const path of ['/healthz', '/portal', '/nowhere'])
    expect((await call(behind.url + path)).headers.get(header)).toBe('max-age=31536000')
})
