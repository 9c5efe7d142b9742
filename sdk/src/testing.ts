import type { Endpoints } from './emitted/resources.ts'
import type { Reason } from './emitted/schemas.ts'

/** A request as the program under test has sent it. */
export type TestRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** What was sent as JSON, else the text. */
  body: unknown
}

/** What an endpoint answers: what its method answers, a refusal, any other answer, or what a function makes of the request. */
type Said<Value> = Value | Response | ((request: TestRequest) => Value | Response | Promise<Value | Response>)

type Answered = Omit<Endpoints, 'POST /login' | 'POST /oauth/token'>

export type TestAnswers = { [Endpoint in keyof Answered]?: Said<Answered[Endpoint]> }

/**
 * A `fetch` for tests, without a server: answers by the endpoints of the API reference, and lets everybody log in. What
 * it has no answer for is refused with `RouteNotFound`. `requests` is what was sent, but for logins.
 *
 * ```ts
 * const fetch = testFetch({ 'GET /accounts/balance': { available: '10.00', … } })
 * const trilho = new Trilho({ url: 'http://test', accessKey: 'ak', secret: 'sk', fetch })
 * ```
 */
export function testFetch(answers: TestAnswers): typeof fetch & { requests: TestRequest[] } {
  const requests: TestRequest[] = []
  const table = Object.entries(answers).map(([endpoint, answer]) => ({ pattern: patternOf(endpoint), answer }))
  const answerIt = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = await requestOf(new Request(input, init))
    if (request.path === '/login') return new Response('a-token-for-tests', { status: 201 })
    requests.push(request)
    const found = table.find(({ pattern }) => pattern.test(`${request.method} ${request.path}`))
    if (found === undefined) return refusal(404, 'RouteNotFound')
    const { answer } = found
    const said: unknown = typeof answer === 'function' ? await answer(request) : answer
    return said instanceof Response ? said.clone() : Response.json({ statusCode: 'Done', data: said })
  }
  return Object.assign(answerIt, { requests })
}

/** An answer of `testFetch`: `refusal(409, 'InsufficientBalance')`. */
export function refusal(status: number, reason: Reason, headers: Record<string, string> = {}): Response {
  const details = { reason, requestId: 'a-request-for-tests' }
  const error = { name: 'TestError', code: 'TestError', message: 'Refused by the test.', details }
  return Response.json({ statusCode: 'Error', error }, { status, headers })
}

/** `GET /receivers/{receiverId}` is any receiver. */
const patternOf = (endpoint: string) => new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

async function requestOf(request: Request): Promise<TestRequest> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.includes('json') === true
  const body: unknown = isJson ? JSON.parse(text) : text
  // The prefixes that an address may have.
  const path = pathname.replace(/^(?:\/v1|\/partners-int)+(?=\/)/, '')
  return { method: request.method, path, query: searchParams, headers: request.headers, body }
}
