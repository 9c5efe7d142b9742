import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import type { LoginNeeds } from '../../tenancy/access-keys/log-in.ts'
import type { Config } from '../../config.ts'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Language, languageTag, languages } from '../../platform/http/languages.ts'
import { languageOf } from '../../platform/http/page-edge.ts'
import { type StaticFile, textFile } from '../../platform/http/static-files/static-file.ts'
import { demoTokens } from './demo-key.ts'
import { once } from './once.ts'
import { postmanCollection } from './postman.ts'
import { placeOf } from './samples/program.ts'
import { openSite } from './site.ts'

/** Its own files and its own API, nothing else. */
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

const pageHeaders = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' }

type DocsNeeds = LoginNeeds & { publicUrl: () => string; config: Config }

/** The pages of `/docs`, what they are made of, and the collection for Postman. */
export async function docsRoutes(app: App, { config, ...needs }: DocsNeeds) {
  const demoToken = demoTokens(config, needs)
  const isSandbox = config.TRILHO_ENV === 'sandbox'
  const assets = await readAssets()
  const place = once(() =>
    placeOf({
      url: needs.publicUrl(),
      keysFile: isSandbox ? `${config.TRILHO_DATA}/sandbox.json` : 'trilho.json',
      isSandbox,
      hasDemoKey: demoToken !== null,
    }),
  )
  const site = once(() => openSite({ document: app.swagger(), place: place(), shared: assets.addresses }))
  const made = new Map<string, Promise<StaticFile>>()
  const hidden = { config: { public: true }, schema: { hide: true } }

  app.get('/docs', hidden, async (request, reply) => sendPage('', request, reply))
  app.get('/docs/*', hidden, async (request, reply) =>
    sendPage(`/${(request.params as { '*': string })['*'].replace(/\/$/, '')}`, request, reply),
  )
  for (const [address, file] of assets.files)
    app.get(address, hidden, async (_request, reply) => reply.sendStatic(file, 'immutable'))
  for (const language of languages)
    app.get(`/docs/search.${language}.json`, hidden, async (_request, reply) =>
      reply.sendStatic(await kept(`search.${language}.json`, () => site().search(language)), 'checked'),
    )
  app.get('/postman.json', hidden, async (_request, reply) =>
    reply.sendStatic(await kept('postman.json', () => postmanCollection(site().spec, place())), 'checked'),
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
    if (!site().paths(language).includes(path)) return sendNotFound(language, request, reply)
    const file = await kept(`${path}.${language}.html`, () => site().page(path, language) ?? '')
    return reply
      .headers({ ...pageHeaders, 'content-language': languageTag(language), vary: 'accept-language' })
      .sendStatic(file, 'checked')
  }

  /** People keep the menu and the search; programs get the answer that they get everywhere. */
  async function sendNotFound(language: Language, request: FastifyRequest, reply: FastifyReply) {
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('RouteNotFound')
    request.refusal = 'RouteNotFound'
    return reply
      .code(404)
      .headers({ ...pageHeaders, 'content-language': languageTag(language), vary: 'accept-language' })
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(site().notFound(language))
  }

  /** Compressed once, when it is first asked for. */
  function kept(name: string, text: () => string): Promise<StaticFile> {
    const found = made.get(name) ?? textFile(name, text())
    made.set(name, found)
    return found
  }
}

/** Style, script and icon, each named after its content. The same for every server of a process. */
const readAssets = once(async () => {
  const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const [style, script, icon] = await Promise.all([
    Promise.all([read('../../platform/http/page.css'), read('docs.css')]).then(parts =>
      textFile('docs.css', parts.join('\n')),
    ),
    read('docs.js').then(text => textFile('docs.js', text)),
    read('../../platform/http/icon.svg').then(text => textFile('icon.svg', text)),
  ])
  const addresses = {
    style: `/docs/assets/docs-${style.tag}.css`,
    script: `/docs/assets/docs-${script.tag}.js`,
    icon: `/docs/assets/icon-${icon.tag}.svg`,
  }
  return {
    addresses,
    files: [
      [addresses.style, style],
      [addresses.script, script],
      [addresses.icon, icon],
    ] as const,
  }
})
