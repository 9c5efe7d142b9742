import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { addMembership, createPerson } from '../../src/tenancy/people/create-person.ts'
import { hashPassword } from '../../src/tenancy/people/passwords.ts'
import type { OperatorRole, Role } from '../../src/tenancy/people/permissions.ts'
import { startSession } from '../../src/tenancy/people/sessions.ts'
import { type Answer, call } from './api-client.ts'
import type { Trilho } from './trilho.ts'

/** Status and reason of a response that must be a refusal. */
export const refusalOf = ({ status, body }: Answer): [number, string] => [status, body.error?.details?.reason]

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at.getTime() })

export const goodPassword = 'a long walk by the river'

/** A browser without a session: stores its cookie and CSRF token as they arrive. */
export function newVisitor(url: string) {
  let cookie = ''
  let csrf = ''

  const send = async (method: string, path: string, body?: unknown, extra: Record<string, string> = {}) => {
    const answer = await call(`${url}/portal/api${path}`, {
      method,
      headers: {
        cookie,
        origin: url,
        'x-csrf-token': csrf,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';')[0] ?? ''
    csrf = answer.body?.data?.csrfToken ?? answer.body?.data?.session?.csrfToken ?? csrf
    return answer
  }

  return {
    send,
    cookie: () => cookie,
    csrfToken: () => csrf,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    put: (path: string, body: unknown = {}) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    signIn: (email: string, password = goodPassword, code?: string) =>
      send('POST', '/sign-in', { email, password, ...(code === undefined ? {} : { code }) }),
  }
}

/** A person who can sign in with `goodPassword`, in a role at a merchant or as an operator. */
export async function newPersonWithPassword(trilho: Pick<Trilho, 'needs'>, options: Options = {}) {
  const { merchantId, roles = ['owner'], isOperator = false, name = 'Ana Souza' } = options
  const email = `${randomUUID()}@example.com`
  goodHash ??= hashPassword(goodPassword)
  const { id } = await createPerson(trilho.needs, { email, name, isOperator, passwordHash: await goodHash })
  if (merchantId !== undefined) await addMembership(trilho.needs, { merchantId, personId: id, roles })
  return { id, email, name }
}

let goodHash: Promise<string> | undefined

/** Turns one-time codes on for the person signed in with this browser. The code it used counts as unused. */
export async function enableCodes(trilho: Pick<Trilho, 'needs'>, visitor: Pick<ReturnType<typeof newVisitor>, 'post'>) {
  const { secret } = (await visitor.post('/second-factor')).body.data
  const { body } = await visitor.post('/second-factor/confirm', { code: codeAt(secret, trilho.needs.clock()) })
  await trilho.needs.sql`update people set totp_last_step = null`
  return { secret: secret as string, recoveryCodes: body.data.recoveryCodes as string[] }
}

export type PortalPerson = Awaited<ReturnType<typeof newPortalPerson>>

type Options = {
  merchantId?: string
  roles?: Role[]
  /** In all roles, where `operatorRoles` does not say which. */
  isOperator?: boolean
  operatorRoles?: OperatorRole[]
  name?: string
  /** Has accepted the invitation: counts as an operator who can approve. */
  hasPassword?: boolean
}

/**
 * A person who is signed in to the portal, in a role at a merchant or as an operator, and calls its API as the browser
 * would: cookie, origin and CSRF token. Signing in itself has its own tests.
 */
export async function newPortalPerson(trilho: Pick<Trilho, 'needs' | 'url'>, options: Options = {}) {
  const { merchantId, roles = ['owner'], name = 'Ana Souza', hasPassword = false, ...operator } = options
  const email = `${randomUUID()}@example.com`
  const passwordHash = hasPassword ? await (goodHash ??= hashPassword(goodPassword)) : null
  const { id } = await createPerson(trilho.needs, { email, name, ...operator, passwordHash })
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
    csrfToken: () => csrf,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    put: (path: string, body: unknown = {}) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
  }
}
