import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { PartnerClient } from './partner-client.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- callbacks come in every form
export type Received = { path: string; caller: string; headers: Record<string, unknown>; body: any }

/** A partner's receiver of callbacks: it refuses callers without a certificate of the bank's authority. */
export async function receiverOf(partner: PartnerClient) {
  const received: Received[] = []
  let status = 200
  const options = {
    cert: partner.read('receiver.pem'),
    key: partner.read('receiver.key'),
    ca: partner.ca,
    requestCert: true,
    rejectUnauthorized: true,
  }
  const server = createServer(options, (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', chunk => (text += chunk))
    request.on('end', () => {
      const socket = request.socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }
      const caller = socket.getPeerCertificate().subject.CN
      received.push({ path: request.url ?? '', caller, headers: request.headers, body: JSON.parse(text) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (other: number) => void (status = other),
    /** The bodies, once there are that many. */
    async bodies(count: number) {
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(count)
      return received.map(({ body }) => body)
    },
  }
}
