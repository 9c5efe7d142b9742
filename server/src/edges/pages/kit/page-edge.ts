import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import { html } from '../../../platform/http/html.ts'
import { type Language, languageTag } from '../../../platform/http/languages.ts'
import { textFile } from '../../../platform/http/static-files/static-file.ts'
import { safeText } from '../../../platform/lib/log.ts'
import { Unavailable } from '../../../platform/lib/within-time.ts'
import { type Around, type Frame, type Page, framePage, pageScript } from './frame.ts'
import { outcome } from './pieces.ts'
import { sharedWords } from './texts.ts'

/** Of routes that answer with a page: anybody may open them, and no document lists them. */
export const openPage = { config: { public: true }, schema: { hide: true } } as const

export async function pageScriptRoutes(app: App) {
  const script = textFile('pages.js', pageScript)
  app.get('/pages.js', openPage, async (_request, reply) => reply.sendStatic(await script, 'immutable'))
}

/** Nothing of a page is stored, framed or indexed, and the next site is not given its address. */
export const sendPage = (reply: FastifyReply, { language, policy, text, status }: Page) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-language': languageTag(language),
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(text)

export const goTo = (reply: FastifyReply, address: string) =>
  reply
    .code(303)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    .header('location', address)
    .send()

type Message = Around & Pick<Frame, 'status' | 'does'> & { title: string; intro: string }

/** What is said where there is nothing else to show. */
export const messagePage = ({ title, intro, ...around }: Message): Page =>
  framePage({
    ...around,
    title,
    layout: 'narrow',
    here: null,
    main: outcome('bad', html`<h1>${title}</h1>\n<p class="quiet">${intro}</p>`),
  })

const statuses = { notFound: 404, away: 503, bankAway: 503, fault: 500 } as const
export type Failure = keyof typeof statuses

/** The words of a page for an address behind which there is nothing. */
type NotFoundWords = (language: Language) => (key: 'notFoundTitle' | 'notFoundIntro') => string

/** What goes wrong on a page is said on a page. What no browser sends is answered as everywhere else. */
export function answerOnPages(
  app: App,
  around: (request: FastifyRequest) => Around & Pick<Frame, 'does'>,
  wordsIn: NotFoundWords,
  isForPage: (failure: Failure, request: FastifyRequest) => boolean = () => true,
): void {
  app.setErrorHandler<Error & { statusCode?: number; status?: number }>((error, request, reply) => {
    const failure = failureOf(error)
    if (failure === null || !isForPage(failure, request)) throw error
    noteFailure(failure, error, request, reply)
    return sendPage(reply, failurePage(failure, around(request), wordsIn, request.id))
  })
}

function failurePage(
  failure: Failure,
  around: Around & Pick<Frame, 'does'>,
  wordsIn: NotFoundWords,
  requestId: string,
): Page {
  const { language } = around
  const [own, shared] = [wordsIn(language), sharedWords(language)]
  const [title, intro] =
    failure === 'notFound'
      ? [own('notFoundTitle'), own('notFoundIntro')]
      : [shared(`${failure}Title`), shared(`${failure}Intro`, { requestId })]
  return messagePage({ ...around, title, intro, status: statuses[failure] })
}

function failureOf(error: Error & { statusCode?: number; status?: number }): Failure | null {
  if (error instanceof Unavailable) return 'away'
  if (error instanceof ApiError && error.reason === 'AddressNotFound') return 'notFound'
  if (error instanceof ApiError && error.status === 503)
    return error.reason === 'ServerOverloaded' ? 'away' : 'bankAway'
  if (error instanceof InvalidRequest || (error.statusCode ?? error.status ?? 500) < 500) return null
  return 'fault'
}

/** The log gets what it gets of any other request, the browser when to come back. */
function noteFailure(failure: Failure, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId } = request
  request.refusal =
    error instanceof ApiError ? error.reason : failure === 'away' ? 'ServiceUnavailable' : 'InternalError'
  if (statuses[failure] === 503)
    reply.header('retry-after', (error instanceof ApiError && error.extra.retryAfterSeconds) || 1)
  if (error instanceof Unavailable) request.log.warn({ requestId, fault: safeText(error.message) }, 'unavailable')
  if (failure === 'fault') request.log.error({ requestId, fault: safeText(error) }, 'fault')
}
