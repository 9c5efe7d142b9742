import { randomUUID } from 'node:crypto'
import { addMembership, createPerson } from '../src/people/create-person.ts'
import type { Role } from '../src/people/permissions.ts'
import { startSession } from '../src/people/start-session.ts'
import { call } from './api-client.ts'
import type { Trilho } from './kit.ts'

export type PortalPerson = Awaited<ReturnType<typeof newPortalPerson>>

type Options = { merchantId?: string; roles?: Role[]; isOperator?: boolean; name?: string }

/**
 * A person who is signed in to the portal, in a role at a merchant or as an operator, and calls its API as the browser
 * would: cookie, origin and CSRF token. Signing in itself has its own tests.
 */
export async function newPortalPerson(trilho: Pick<Trilho, 'needs' | 'url'>, options: Options = {}) {
  const { merchantId, roles = ['owner'], isOperator = false, name = 'Ana Souza' } = options
  const email = `${randomUUID()}@example.com`
  const { id } = await createPerson(trilho.needs, { email, name, isOperator })
  if (merchantId !== undefined) await addMembership(trilho.needs, { merchantId, personId: id, roles })
  const session = { personId: id, secondFactor: true, address: '127.0.0.1', agent: 'test' }
  const { token } = await startSession(trilho.needs, session)
  const cookie = `trilho=${token}`

  const send = (method: string, path: string, body?: unknown, extra: Record<string, string> = {}) =>
    call(`${trilho.url}/portal/api${path}`, {
      method,
      headers: {
        cookie,
        origin: trilho.url,
        'x-csrf-token': csrf,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  let csrf = ''
  csrf = (await send('GET', '/session')).body.data.csrfToken

  return {
    id,
    email,
    name,
    token,
    cookie,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    put: (path: string, body: unknown = {}) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
  }
}
