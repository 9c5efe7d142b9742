import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { builtFile } from '../../platform/http/static-files/static-file.ts'
import { remember } from '../../platform/lib/remember.ts'

const whereBuilt = fileURLToPath(new URL('../../../../portal/dist/', import.meta.url))

/**
 * All the page may do: its own files, its own API, and uploads to where they are kept. Styles inside it are how its
 * components place themselves.
 */
const policyWith = (uploadsTo: string | null) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${uploadsTo === null ? '' : ` ${uploadsTo}`}`,
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const otherHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trilho</title>
<p>The portal is not built. Run <code>npm run build</code> and reload this page.</p>
`

/** Files that are not named after their content, and so must be asked for each time. */
const plainFiles = new Set(['begin.js', 'favicon.svg'])

/** Screens for those who are not signed in. */
const beforeSignIn = /^(sign-in|link|password-reset)(\/|$)/

type Options = {
  built?: string
  /** Another origin that takes uploads; null: there is none. */
  uploadsTo?: string | null
}

/**
 * The pages of the portal. Which screen an address means is for the browser to say: every path that is no file is
 * answered with the one page.
 */
export async function portalPageRoutes(app: App, { built = whereBuilt, uploadsTo = null }: Options) {
  const headers = { 'content-security-policy': policyWith(uploadsTo), ...otherHeaders }
  // The portal may be built while the server runs: a page that is a second old is new enough.
  const fileNamed = remember((name: string) => builtFile(built, name), { forMs: 1_000, most: 1_000 })

  const options = { config: { public: true }, schema: { hide: true } }
  app.get('/portal', options, (request, reply) => sendPage('', request, reply))
  app.get('/portal/*', options, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (/^(api|assets)(\/|$)/.test(path) && !/^assets\/[\w.-]+$/.test(path)) throw new ApiError('RouteNotFound')
    if (path.startsWith('assets/')) return reply.headers(headers).sendStatic(await fileNamed(path), 'immutable')
    if (plainFiles.has(path)) return reply.headers(headers).sendStatic(await fileNamed(path), 'checked')
    return sendPage(path, request, reply)
  })

  /** Whoever brings a session gets a page that loads the screens at once, and not after it has asked who is there. */
  async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply) {
    const isSignedIn = /(^|[-; ])trilho=/.test(request.headers.cookie ?? '') && !beforeSignIn.test(path)
    const page = await fileNamed(isSignedIn ? 'signed-in.html' : 'index.html')
    reply.headers({ ...headers, vary: 'cookie' })
    if (page !== null) return reply.sendStatic(page, 'checked')
    return reply.code(503).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(notBuilt)
  }
}
