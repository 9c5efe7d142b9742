import { readFileSync } from 'node:fs'
import { type IncomingMessage, type Server, createServer } from 'node:http'

export type Answer = { status: number; type?: string; body?: string | Buffer }
export type Routes = Record<string, (request: IncomingMessage, id: string) => Promise<Answer>>

export const done: Answer = { status: 204 }
export const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
export const missing = json(404, { message: 'Não encontramos o que você procura.' })

const mostBytes = 1_000_000

/** The body as it came: a signature is over these bytes, not over what a parser made of them. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new SyntaxError(`more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The page may load its own files and pictures, and nothing that somebody smuggled into it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

const file = (name: string, type: string): Answer => ({
  status: 200,
  type,
  body: readFileSync(new URL(`../shop-page/${name}`, import.meta.url)),
})
const page: Record<string, Answer> = {
  'GET /': file('index.html', 'text/html; charset=utf-8'),
  'GET /shop.css': file('shop.css', 'text/css; charset=utf-8'),
  'GET /shop.js': file('shop.js', 'text/javascript; charset=utf-8'),
}

/** The page, and the routes beside it. `explain` has words for what a route threw, or null. */
export function serve(routes: Routes, explain: (error: unknown) => Answer | null): Server {
  async function answer(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const id = /^\/orders\/([^/]+)/.exec(path)?.[1] ?? ''
    const requested = `${request.method} ${path.replace(/^\/orders\/[^/]+/, '/orders/:id')}`
    return page[requested] ?? (await routes[requested]?.(request, id)) ?? missing
  }

  function failed(error: unknown): Answer {
    if (error instanceof SyntaxError) return json(400, { message: error.message })
    console.error(error)
    return json(500, { message: 'Algo deu errado na loja. Tente de novo em instantes.' })
  }

  return createServer((request, response) => {
    void answer(request)
      .catch(error => explain(error) ?? failed(error))
      .then(({ status, type, body }) => {
        response.writeHead(status, { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }).end(body)
      })
  })
}
