import type { App } from './app-type.ts'
import { ApiError } from './errors.ts'

/** Signing in and out writes a session, which belongs to the copy alone. */
const ofSessions = new Set(['/login', '/oauth/token', '/portal/api/sign-in', '/portal/api/sign-out'])

/** In a copy of the database: what is written there would be lost, or done twice once the copy replaces its original. */
export function refuseWrites(app: App): void {
  app.addHook('onRequest', async request => {
    const { method, is404, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || is404 || ofSessions.has(routeOptions.url ?? '')) return
    throw new ApiError('ServiceUnavailable', { message: 'this server is a copy: it can only be read' })
  })
}
