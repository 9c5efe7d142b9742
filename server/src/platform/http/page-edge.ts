import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeText } from '../lib/log.ts'
import type { Unavailable } from '../lib/unavailable.ts'
import type { App } from './app-type.ts'
import { readForm } from './read-body.ts'
import { type Language, chooseLanguage, languageTag } from './languages.ts'

/** What every page for people has in common: how requests of a browser are read, and what goes with an answer. */

/** Forms of a page post like this. Only for routes that are registered on the same `app`. */
export function takeForms(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, readForm)
}

/** The parameters of a query or a form that are there once. */
export const textsOf = (sent: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => typeof value === 'string'))

/** What `lang` asks for, else what the browser prefers. */
export const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage(textsOf(request.body).lang ?? textsOf(request.query).lang, request.headers['accept-language'])

type Page = { language: Language; policy: string; text: string; status?: number }

/** Nothing of a page is kept, framed, indexed or told to the next one. */
export const sendPage = (reply: FastifyReply, { language, policy, text, status = 200 }: Page) =>
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

/** What the page says in its own words: the log is told as for any other request, the browser when to come back. */
export function noteUnavailable(error: Unavailable, request: FastifyRequest, reply: FastifyReply): void {
  request.refusal = 'ServiceUnavailable'
  request.log.warn({ requestId: request.id, fault: safeText(error.message) }, 'unavailable')
  reply.header('retry-after', 1)
}

export const goTo = (reply: FastifyReply, address: string) =>
  reply
    .code(303)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    .header('location', address)
    .send()
