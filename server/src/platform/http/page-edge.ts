import type { FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'
import { readForm } from './read-body.ts'
import { type Language, chooseLanguage } from './languages.ts'

/** How requests of a browser are read. */

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
