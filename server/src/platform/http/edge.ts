import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
  LogController,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app-type.ts'
import { boundPipelining } from './bound-pipelining.ts'
import { failure } from './envelope.ts'
import { ApiError, InvalidRequest } from './errors.ts'
import { limits } from './limits.ts'
import { namePlugins } from './name-plugins.ts'
import { invalid, isDecodable, readJson, refuseBody } from './read-body.ts'
import { refuseWrites } from './refuse-writes.ts'
import { safeText } from '../lib/log.ts'
import { observeRequest } from '../lib/metrics.ts'
import { Unavailable } from '../lib/within-time.ts'
import { refusedFields } from './unknown-fields.ts'
import { problemsOf, serializerCompiler, validatorCompiler } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route whose body may be left out altogether; it is then an empty object. */
    optionalBody?: boolean
    /** Until when the whole body must have come, where that is not what all others have. */
    bodySeconds?: number
    /** How refusals are put into words where the envelope is not understood. */
    failure?: typeof failure
  }
  interface FastifyRequest {
    /** Why the request was refused: the one word of a refusal that is logged. */
    refusal: string | undefined
  }
}

/** `/v1` and `/partners-int` are optional in front of every path: one rewrite here, no second routes. */
const optionalPrefixes = /^(?:\/v1)?(?:\/partners-int)?(?=[/?]|$)/

export const edgeOptions = {
  logController: new LogController({ disableRequestLogging: true }),
  // One log for all: a child of it for every request costs more than the few lines that name their request.
  childLoggerFactory: (log: FastifyBaseLogger) => log,
  bodyLimit: 256 * 1024,
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  http: {
    // A request without Host is refused below, in the envelope; Node would refuse it with an empty answer.
    requireHostHeader: false,
    headersTimeout: limits.headersSeconds * 1000,
    connectionsCheckingInterval: 2_000,
  },
  // Bodies have their own, shorter time; this ends what was answered before its body had come.
  requestTimeout: (limits.headersSeconds + limits.uploadSeconds) * 1000,
  connectionTimeout: limits.idleSeconds * 1000,
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  genReqId: (request: IncomingMessage) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  },
  rewriteUrl: (request: IncomingMessage) => (request.url ?? '/').replace(optionalPrefixes, '') || '/',
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void sendFailure(error, request, reply),
  clientErrorHandler: answerBrokenHttp,
} satisfies FastifyHttpOptions<RawServerDefault>

/** What every request gets, whatever the route: an id, JSON in, the envelope out, and one line in log and metrics. */
export function installEdge(app: App, { isHttps, isReadOnly }: { isHttps: boolean; isReadOnly: boolean }) {
  namePlugins(app)
  const methodsOf = collectMethods(app)
  app.addHook('onRoute', route => {
    const { operationId } = (route.schema ?? {}) as { operationId?: string }
    route.validatorCompiler = validatorCompiler(refusedFields({ ...route, method: String(route.method), operationId }))
  })
  app.setSerializerCompiler(serializerCompiler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, refuseBody)
  app.decorateRequest('merchantId', '')
  app.decorateRequest('keyId', '')
  app.decorateRequest('keySince', null)
  app.decorateRequest('refusal', undefined)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
  })
  if (isReadOnly) refuseWrites(app)
  // Once the request may start, so that a flood of these takes only its share; before its body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(invalid('http', 'must have the header host', 'headers'))
    if (request.is404) return done(nothingAt(request))
    if (!isDecodable(request.raw.url ?? '')) return done(invalid('charset', 'must be percent-encoded UTF-8', 'query'))
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') return done(new ApiError('ContentEncodingNotSupported'))
    cutSlowBody(request, reply)
    done(null, payload)
  })
  app.addHook('preValidation', async request => {
    if (request.routeOptions.config.optionalBody === true) request.body ??= {}
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, merchantId, refusal, id: requestId } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    const ms = reply.elapsedTime
    observeRequest(method, route, status, ms / 1000)
    const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
    request.log[level]({ requestId, method, route, status, merchantId, refusal, ms: Math.round(ms) }, 'request')
  })
  boundPipelining(app.server)
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler((request, reply) => sendFailure(nothingAt(request), request, reply))

  function nothingAt({ url }: FastifyRequest): ApiError {
    const allow = methodsOf(url.split('?')[0] ?? '')
    return allow === '' ? new ApiError('RouteNotFound') : new ApiError('MethodNotAllowed', { allow })
  }
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  if (refusal instanceof ApiError) {
    const { allow, retryAfterSeconds } = refusal.extra
    request.refusal = refusal.reason
    if (allow !== undefined) reply.header('allow', allow)
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="trilho"')
    if (refusal.status === 429 || refusal.status === 503) reply.header('retry-after', retryAfterSeconds ?? 1)
    if (refusal.reason === 'InternalError')
      request.log.error({ requestId: request.id, fault: safeText(error) }, 'fault')
    if (error instanceof Unavailable)
      request.log.warn({ requestId: request.id, fault: safeText(error.message) }, 'unavailable')
  } else {
    request.refusal = refusal.problems
      .map(p => `${p.path} ${p.code}`)
      .join(', ')
      .slice(0, 300)
  }
  const { status, body, headers = {} } = (request.routeOptions.config?.failure ?? failure)(refusal, request.id)
  reply.headers(headers)
  // Sent as text: a failure has one shape, whatever the route's own schema says.
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Invalid input gets a description of the problem. Any other error is ours, and its response reveals no internals. */
function toRefusal(error: unknown): ApiError | InvalidRequest {
  if (error instanceof ApiError || error instanceof InvalidRequest) return error
  if (error instanceof Unavailable) return new ApiError('ServiceUnavailable')
  const { validation, validationContext, code, statusCode = 500 } = error as Partial<FastifyError>
  if (validation !== undefined) return new InvalidRequest(problemsOf(validation), places[validationContext ?? 'body'])
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('BodyTooLarge')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return invalid('http', 'must be percent-encoded UTF-8, with parts of 500 characters at most', 'path')
  if (statusCode >= 400 && statusCode < 500) return invalid('http', (error as Error).message)
  return new ApiError('InternalError')
}

const places = { body: 'body', querystring: 'query', params: 'path', headers: 'headers' } as const

/** Which methods a path has, so that a wrong one is a 405 and not a 404. */
function collectMethods(app: App) {
  const registered: { url: string; methods: string[] }[] = []
  let routes: { pattern: RegExp; methods: string[] }[] | null = null
  app.addHook('onRoute', ({ url, method }) => {
    // What takes every path says nothing of any one of them.
    if (!url.endsWith('*')) registered.push({ url, methods: [method].flat() })
  })
  return (path: string) => {
    // Made for the first unknown path: hundreds of patterns are a part of every start, and few servers need them soon.
    routes ??= registered.map(({ url, methods }) => ({ pattern: patternOf(url), methods }))
    return [...new Set(routes.filter(r => r.pattern.test(path)).flatMap(r => r.methods))].sort().join(', ')
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** What is not HTTP at all never reaches a route; it still gets the envelope. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const requestId = randomUUID()
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new ApiError('RequestTimeout')
      : invalid('http', 'must be well-formed HTTP/1.1')
  const body = JSON.stringify(failure(refusal, requestId).body)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Stops waiting for a slow body: its reader gets an error and the caller 408. */
function cutSlowBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  // Nearly always: it has come with the headers.
  if (raw.complete) return
  const seconds = request.routeOptions.config.bodySeconds ?? limits.bodySeconds
  const deadline = setTimeout(() => {
    if (raw.complete) return
    if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
    // What is left of the body is not read: the connection cannot serve another request.
    reply.header('connection', 'close')
    raw.emit('error', new ApiError('RequestTimeout'))
  }, seconds * 1000)
  raw.once('end', () => clearTimeout(deadline))
  raw.once('close', () => clearTimeout(deadline))
}
