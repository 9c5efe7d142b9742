import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { pemOfKey } from '../certificates/authority.ts'
import { problem } from '../standard/problems.ts'
import { partnerOfCertificate } from '../truth/partners.ts'
import { type BankNeeds, type Incoming, answerCall } from './answer-call.ts'
import { type Fault, takeFault } from './faults.ts'
import type { Answer } from './routes.ts'

const longestBody = 1_000_000

/** A call as the control API shows it. */
export type SeenCall = {
  at: string
  partner: string
  method: string
  path: string
  status: number | string
  fault?: string
}
const seenCallsKept = 500

export type Wire = { faults: Fault[]; seen: SeenCall[] }

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
  const path = incoming.url.pathname
  const fault = takeFault(wire.faults, { partner: partner.name, method: incoming.method, path })
  const note = (status: number | string) => {
    const at = needs.truth.now().toISOString()
    const seen = { at, partner: partner.name, method: incoming.method, path: request.url ?? path, status }
    wire.seen.push(fault ? { ...seen, fault: fault.kind } : seen)
    if (wire.seen.length > seenCallsKept) wire.seen.shift()
  }

  if (fault?.kind === 'drop') return cut(request, note)
  if (fault?.kind === 'wait, then act') await wait(fault.ms)
  const refused = fault ? answerOf(fault) : null
  if (refused && fault?.kind !== 'act, then server error') return sendNoted(response, refused, note)
  const answer = await answerCall(needs, incoming)
  // Nothing is returned before it is on the disk, to readers neither: it could still be lost.
  await needs.truth.book.settled()
  if (fault?.kind === 'act, then cut') return cut(request, note)
  if (fault?.kind === 'act, then wait') await wait(fault.ms)
  if (fault?.kind === 'malformed')
    return sendNoted(
      response,
      { ...answer, text: JSON.stringify(answer.body ?? {}).slice(0, -1), type: 'application/json' },
      note,
    )
  sendNoted(response, refused ?? answer, note)
}

/** What is sent instead of the response. */
function answerOf({ kind, status, retryAfterSeconds = 1 }: Fault): Answer | null {
  if (kind === 'too many requests')
    return {
      status: 429,
      headers: { 'retry-after': String(retryAfterSeconds) },
      body: { message: 'Too many requests' },
    }
  if (kind === 'server error' || kind === 'act, then server error')
    return { status: status ?? 503, type: 'text/html', text: '<html><body><h1>Service Unavailable</h1></body></html>' }
  if (kind === 'not found') return problem(404, 'NaoEncontrado', { detail: 'Entidade não encontrada.' })
  return null
}

type Note = (status: number | string) => void

function cut(request: IncomingMessage, note: Note): void {
  note('cut')
  request.socket.destroy()
}

function sendNoted(response: ServerResponse, answer: Answer, note: Note): void {
  note(answer.status)
  send(response, answer)
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

const wait = (ms = 1_000) => new Promise(resolve => setTimeout(resolve, ms))

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
