import { expect, test } from 'vitest'
import { watchPortalRoutes } from './kit/portal-route-list.ts'
import { openTrilho } from './kit/trilho.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { propertySettings } from './kit/property-settings.ts'

/** What every route of the portal API guarantees: the list comes from the server itself, so that none is missed. */
const routes = watchPortalRoutes()
const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()

const changes = routes.filter(({ method }) => method !== 'GET')

/** For people who cannot sign in yet. */
const openToAnybody = [
  'GET /links/:token',
  'GET /successors/:token',
  'POST /links/:token',
  'POST /password-reset',
  'POST /sign-in',
  'POST /sign-in/passkey',
  'POST /sign-in/passkey-options',
  'POST /sso/return',
  'POST /sso/start',
  'POST /successors/:token',
]

const fill = (path: string, value: string) => path.replace(':merchantId', merchantId).replaceAll(/:\w+/g, value)

test('the list of routes is complete', () => {
  expect(routes.length).toBeGreaterThan(60)
  expect(routes.map(one => `${one.method} ${one.path}`)).toEqual(
    expect.arrayContaining([
      ...openToAnybody,
      'GET /session',
      'PUT /merchants/:merchantId/members/:personId',
      'POST /operator/people/:personId/disable',
    ]),
  )
})

test('without a session only those can be called that are for people who cannot sign in yet', async () => {
  const open: string[] = []
  for (const { method, path } of routes) {
    const { status, reason } = await send(method, fill(path, crypto.randomUUID()), { origin: trilho.url }, {})
    if (status !== 401 || reason !== 'SessionInvalid') open.push(`${method} ${path}`)
  }
  // A sign-in without e-mail is refused for its form, not for the session.
  expect(open.sort()).toEqual(openToAnybody)
})

test('another site can change nothing, even in a browser that is signed in', async () => {
  const [member, operator] = [
    await newPortalPerson(trilho, { merchantId }),
    await newPortalPerson(trilho, { isOperator: true }),
  ]
  for (const { method, path } of changes) {
    const owner = path.startsWith('/operator') ? operator : member
    const csrf = owner.csrfToken()
    const signedIn = { cookie: owner.cookie, 'x-csrf-token': csrf }
    const from = (headers: Record<string, string>) => send(method, fill(path, crypto.randomUUID()), headers, {})
    expect([method, path, (await from({ ...signedIn, origin: 'https://evil.example.com' })).reason]).toEqual([
      method,
      path,
      'OriginNotAllowed',
    ])
    if (openToAnybody.includes(`${method} ${path}`)) continue
    expect([method, path, (await from({ cookie: owner.cookie, origin: trilho.url })).reason]).toEqual([
      method,
      path,
      'CsrfTokenInvalid',
    ])
  }
})

test("another merchant's owner finds nothing, and nothing of the platform is theirs", async () => {
  const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
  for (const { method, path } of routes.filter(one => /^\/(merchants|operator)\//.test(one.path))) {
    const { status, body } = await outsider.send(
      method,
      fill(path, crypto.randomUUID()),
      method === 'GET' ? undefined : {},
    )
    const reason = path.includes(':merchantId') ? 'MerchantNotFound' : 'RoleNotAllowed'
    expect([method, path, status, body.error.details.reason]).toEqual([
      method,
      path,
      reason === 'RoleNotAllowed' ? 403 : 404,
      reason,
    ])
  }
})

test('whatever is sent, no answer is a fault of ours', async () => {
  const [member, operator] = [
    await newPortalPerson(trilho, { merchantId }),
    await newPortalPerson(trilho, { isOperator: true }),
  ]
  const values = ['%00', 'nonsense', '%F0%9F%92%A5', 'x'.repeat(300), crypto.randomUUID()]
  const query = (value: string) =>
    `?${['cursor', 'limit', 'search', 'person', 'act', 'from', 'to', 'state', 'type', 'format'].map(name => `${name}=${value}`).join('&')}`
  const bodies = [null, [], 'text', {}, { name: '\0', email: { a: 1 }, roles: 'owner', code: 1, password: ['x'] }]
  const endsTheSession = new Set(['POST /sign-out', 'DELETE /sessions'])
  const faults: string[] = []
  // A part of the runs is one value for each route, by turns.
  const isPart = propertySettings.times < 1
  const tried = routes.filter(one => !endsTheSession.has(`${one.method} ${one.path}`))
  for (const [index, { method, path }] of tried.entries())
    for (const value of isPart ? [values[index % values.length] ?? ''] : values) {
      const person = path.startsWith('/operator') ? operator : member
      const headers = { cookie: person.cookie, origin: trilho.url, 'x-csrf-token': person.csrfToken() }
      const address = fill(path, value) + (method === 'GET' ? query(value) : '')
      const tryBody = async (body: unknown) => {
        const { status } = await send(method, address, headers, body)
        if (status >= 500) faults.push(`${method} ${address} ${JSON.stringify(body)}: ${status}`)
      }
      await Promise.all((method === 'GET' ? [undefined] : bodies).map(tryBody))
    }
  expect(faults).toEqual([])
})

/** Does not read on: some answers are streams that go on for as long as somebody listens. */
async function send(method: string, path: string, headers: Record<string, string>, body: unknown) {
  const hasBody = method !== 'GET' && body !== undefined
  const response = await fetch(`${trilho.url}/portal/api${path}`, {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  })
  if (response.ok) await response.body?.cancel()
  const text = response.ok ? '' : await response.text()
  const reason: string | undefined = text.startsWith('{') ? JSON.parse(text).error?.details?.reason : undefined
  return { status: response.status, reason }
}
