import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LoginNeeds, logIn } from '../../../tenancy/access-keys/log-in.ts'
import type { Config } from '../../../config.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { html } from '../../../platform/http/html.ts'
import { type Language, languageTag } from '../../../platform/http/languages.ts'
import { languageOf } from '../../../platform/http/page-edge.ts'
import { type StaticFile, textFile } from '../../../platform/http/static-files/static-file.ts'
import { type TestTaxNumbers, documentHead } from '../../../platform/http/openapi/document.ts'
import { type CatalogEvent, finishDocument } from '../../../platform/http/openapi/finish-document.ts'

const built = fileURLToPath(new URL('../../../../../docs-site/dist/', import.meta.url))

/** Only its own files and its own API. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headersIn = (language: Language) => ({
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-language': languageTag(language),
  vary: 'accept-language',
})

const notBuilt = 'The documentation is not built. Run "npm run build" and start the server again.\n'

type DocsNeeds = LoginNeeds & { publicUrl: () => string; config: Config }

/** The pages of `/docs` and the Postman collection, as docs-site has built them for this kind of server. */
export async function docsRoutes(app: App, { config, ...needs }: DocsNeeds) {
  const demoToken = demoTokens(config, needs)
  const kind = config.TRILHO_ENV === 'production' ? 'production' : demoToken === null ? 'sandbox' : 'local'
  let site: Promise<Map<string, string>> | undefined
  const sent = new Map<string, Promise<StaticFile>>()
  const hidden = { config: { public: true }, schema: { hide: true } }

  app.get('/docs', hidden, (request, reply) => sendPage('index', request, reply))
  app.get('/docs/*', hidden, async (request, reply) => {
    const path = (request.params as { '*': string })['*'].replace(/\/$/, '')
    if (path.startsWith('assets/')) return reply.sendStatic(await fileNamed(path), 'immutable')
    if (path.startsWith('search.')) return reply.sendStatic(await fileNamed(path), 'checked')
    return sendPage(path === '' ? 'index' : path, request, reply)
  })
  app.get('/postman.json', hidden, async (_request, reply) =>
    reply.sendStatic(await fileNamed('postman.json'), 'checked'),
  )
  if (demoToken !== null)
    app.post('/docs/demo-token', hidden, async (request, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ token: await demoToken(request) }),
    )

  async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request)
    const page = path === '404' ? null : await fileNamed(`${language}/${path}.html`)
    if (page !== null) return reply.headers(headersIn(language)).sendStatic(page, 'checked')
    const notFound = (await readSite()).get(`${language}/404.html`)
    if (notFound === undefined) return reply.code(503).type('text/plain').send(notBuilt)
    // A program gets the same JSON as for any other unknown address.
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('RouteNotFound')
    request.refusal = 'RouteNotFound'
    return reply
      .code(404)
      .headers({ ...headersIn(language), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(notFound)
  }

  /** All files are read at once, so that a build beside a running server cannot mix two versions. */
  async function readSite() {
    site ??= readFolder(join(built, kind))
    return site
  }

  /** Filled in and compressed at the first request. */
  async function fileNamed(name: string): Promise<StaticFile | null> {
    const text = (await readSite()).get(name)
    if (text === undefined) return null
    const file = sent.get(name) ?? textFile(name, filledIn(text))
    sent.set(name, file)
    return file
  }

  /** The placeholders of docs-site: this server's address, and its file with the keys of the sandbox. */
  const filledIn = (text: string) =>
    text
      .replaceAll('http://trilho.invalid', () => html`${needs.publicUrl()}`.text)
      .replaceAll('TRILHO_KEYS_FILE', () => html`${`${config.TRILHO_DATA}/sandbox.json`}`.text)
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(paths.map(async path => [relative(folder, path), await readFile(path, 'utf8')] as const)),
  )
}

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host)

/** Only a local sandbox gives a demo token away: with one, unauthenticated callers make the server call inner addresses. */
const isDemo = (config: Config): boolean =>
  config.TRILHO_ENV === 'sandbox' &&
  config.DATABASE_URL === '' &&
  isLoopback(config.HOST) &&
  config.PUBLIC_URL === '' &&
  config.TRUST_PROXY === 'no'

/** Returns how to issue a demo token, or null where none is issued. */
function demoTokens(config: Config, needs: LoginNeeds) {
  if (!isDemo(config)) return null
  return async ({ host, ip }: { host: string; ip: string }): Promise<string> => {
    // A page of somebody else, under a name that it has led to this machine, is of the same origin as itself, not as us.
    if (!isLoopback(host.replace(/:\d+$/, ''))) throw new ApiError('OriginNotAllowed')
    const file = await readFile(join(config.TRILHO_DATA, 'sandbox.json'), 'utf8').catch(() => null)
    if (file === null) throw new ApiError('AccessKeyUnauthorized')
    const { accessKey, secret } = JSON.parse(file) as { accessKey: string; secret: string }
    return (await logIn(needs, { accessKey, secret, address: ip })).token
  }
}

type DocumentInput = { events: readonly CatalogEvent[]; testTaxNumbers: TestTaxNumbers }

/** The generator marks every body as required; the routes say which bodies are optional. */
function finishing(input: DocumentInput): Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'> {
  const optionalBodies = new Set<string>()
  return {
    transform: ({ schema, url, route }) => {
      const { operationId } = (schema ?? {}) as { operationId?: string }
      if (route.config?.optionalBody === true && operationId !== undefined) optionalBodies.add(operationId)
      return { schema, url }
    },
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      return finishDocument(document.openapiObject as never, { ...input, optionalBodies }) as never
    },
  }
}

/** `/openapi.json` from the routes' own schemas: of all routes that are registered after it. */
export async function installDocument(app: App, input: DocumentInput) {
  await app.register(swagger, { openapi: documentHead as never, hideUntagged: true, ...finishing(input) })
  const hidden = { config: { public: true }, schema: { hide: true } }
  let file: Promise<StaticFile> | undefined
  app.get('/openapi.json', hidden, async (_request, reply) => {
    file ??= textFile('openapi.json', JSON.stringify(app.swagger()))
    return reply.sendStatic(await file, 'checked')
  })
}
