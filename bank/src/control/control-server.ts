import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { readText } from '../http/public-server.ts'
import type { Bank } from '../open-bank.ts'
import { Refusal } from '../truth/truth.ts'
import { readPage } from './page.ts'
import type { ControlRoute } from './route.ts'
import { controlRoutes } from './routes.ts'

/** The control API and the page, in the clear, on this machine only. */
export function openControlServer(bank: Bank): Server {
  return createServer((request, response) => {
    handle(bank, request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? statusOf(error) : 500
      const { message, violations } = error instanceof Refusal ? error : { message: String(error), violations: [] }
      send(response, status, { error: message, violations })
    })
  })
}

const statusOf = ({ why }: Refusal) =>
  why === 'not found' || why === 'unknown key' || why === 'pix not found' ? 404 : why === 'malformed' ? 400 : 409

async function handle(bank: Bank, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(`http://control${request.url}`)
  // Another site's page in the same browser must not pay: it can neither name this host nor send JSON without CORS.
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, 403, { error: 'this is for this machine only' })
  const page = request.method === 'GET' ? readPage(url.pathname) : null
  if (page) {
    response.writeHead(200, {
      'content-type': page.type,
      'content-security-policy': "default-src 'self'; img-src data:",
    })
    response.end(page.content)
    return
  }
  const matched = matchControl(request.method ?? '', url.pathname)
  if (!matched) return send(response, 404, { error: `no ${request.method} ${url.pathname}` })
  const text = (await readText(request)) ?? ''
  if (text !== '' && !(request.headers['content-type'] ?? '').startsWith('application/json'))
    return send(response, 415, { error: 'send application/json' })
  const result = await matched.route.act(bank, { params: matched.params, query: url.searchParams, body: parse(text) })
  await bank.truth.book.settled()
  send(response, 200, result ?? {})
}

function matchControl(method: string, path: string): { route: ControlRoute; params: Record<string, string> } | null {
  const parts = path.split('/')
  for (const route of controlRoutes) {
    const pattern = route.path.split('/')
    if (route.method !== method || pattern.length !== parts.length) continue
    if (!pattern.every((want, i) => want.startsWith(':') || want === parts[i])) continue
    const named = pattern.flatMap((want, i) =>
      want.startsWith(':') ? [[want.slice(1), decodeURIComponent(parts[i] ?? '')]] : [],
    )
    return { route, params: Object.fromEntries(named) }
  }
  return null
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'the body is no JSON')
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
