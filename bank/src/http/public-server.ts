import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { pemOfKey } from '../certificates/authority.ts'
import { switchesFor } from '../dialects/switches.ts'
import { problem } from '../standard/problems.ts'
import { partnerOfCertificate } from '../truth/partners.ts'
import { type BankNeeds, type Incoming, answerCall } from './answer-call.ts'
import { type Fault, callWithFault, takeFault, tooManyRequests } from './faults.ts'
import { type CountedCalls, secondsToWait } from './limits.ts'
import type { Answer } from './routes.ts'

const longestBody = 1_000_000

/** A call as the control API shows it. */
type SeenCall = {
  at: string
  partner: string
  method: string
  path: string
  status: number | string
  fault?: string
}
const seenCallsKept = 500

export type Wire = { faults: Fault[]; seen: SeenCall[]; counted: CountedCalls }

/** The public side: nobody gets past the handshake without a certificate of the bank's authority. */
export function openPublicServer(needs: BankNeeds, wire: Wire): Server {
  const { root, server } = needs.authority
  const options = {
    cert: server.certificate.toString(),
    key: pemOfKey(server),
    ca: root.certificate.toString(),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
  }
  return createServer(options, (request, response) => {
    response.setHeader('date', needs.truth.now().toUTCString())
    handle(needs, wire, request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      if (response.headersSent) return response.destroy()
      send(response, problem(500, 'ErroInternoDoServidor', { detail: 'Erro interno.' }))
    })
  })
}

async function handle(needs: BankNeeds, wire: Wire, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fingerprint = (request.socket as TLSSocket).getPeerCertificate().fingerprint256
  const partner = partnerOfCertificate(needs.truth, fingerprint)
  if (!partner) return send(response, problem(403, 'AcessoNegado', { detail: 'O certificado não é de um parceiro.' }))
  const text = await readText(request)
  if (text === null) return send(response, problem(413, 'RequisicaoInvalida', { detail: 'Corpo grande demais.' }))
  const incoming: Incoming = {
    partner,
    method: request.method ?? '',
    url: new URL(`https://bank${request.url}`),
    headers: headersOf(request),
    text,
  }
  const path = request.url ?? ''
  const switches = switchesFor(partner)
  const fault = takeFault(wire.faults, { partner: partner.name, method: incoming.method, path })
  const note = (status: number | string) => {
    const at = needs.truth.now().toISOString()
    const seen = { at, partner: partner.name, method: incoming.method, path, status }
    wire.seen.push(fault ? { ...seen, fault: fault.kind } : seen)
    if (wire.seen.length > seenCallsKept) wire.seen.shift()
  }

  const act = async () => {
    const call = { partner: partner.name, method: incoming.method, path, nowMs: needs.truth.now().getTime() }
    const wait = secondsToWait(wire.counted, switches, call)
    if (wait !== null) return tooManyRequests(wait, switches)
    const answer = await answerCall(needs, incoming)
    // Nothing is returned before it is on the disk, to readers neither: it could still be lost.
    await needs.truth.book.settled()
    return answer
  }
  const outcome = fault ? await callWithFault(fault, switches, act) : await act()
  if (outcome === 'cut') {
    note('cut')
    request.socket.destroy()
    return
  }
  note(outcome.status)
  send(response, outcome)
}

function send(response: ServerResponse, { status, body, text, type, headers = {} }: Answer): void {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body))
  response.writeHead(status, {
    ...(content === '' ? {} : { 'content-type': type ?? 'application/json' }),
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(content) }),
    ...headers,
  })
  response.end(content)
}

export async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= longestBody) chunks.push(chunk)
  }
  return length > longestBody ? null : Buffer.concat(chunks).toString('utf8')
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
