import { expect, test } from 'vitest'
import { openTrilho } from './kit/trilho.ts'
import { newPortalPerson } from './kit/portal-client.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()

/** What every route of the portal API guarantees: the list comes from the server itself, so that none is missed. */
const routes = listRoutes(trilho.app.printRoutes({ commonPrefix: false }))
const changes = routes.filter(({ method }) => method !== 'GET')

/** For people who cannot sign in yet. */
const openToAnybody = ['GET /links/:token', 'POST /links/:token', 'POST /password-reset', 'POST /sign-in']

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

test('without a session only the routes for people who cannot sign in yet can be called', async () => {
  const open: string[] = []
  for (const { method, path } of routes) {
    const { status, reason } = await send(method, fill(path, crypto.randomUUID()), { origin: trilho.url }, {})
    if (status !== 401 || reason !== 'SessionInvalid') open.push(`${method} ${path}`)
  }
  // A sign-in without e-mail is refused for its form, not for the session.
  expect(open.sort()).toEqual(openToAnybody)
})

test('another site cannot change anything, even in a signed-in browser', async () => {
  const owner = await newPortalPerson(trilho, { merchantId, isOperator: true })
  const csrf = (await owner.get('/session')).body.data.csrfToken
  for (const { method, path } of changes) {
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

test("another merchant's owner gets 404, and cannot use the platform's routes", async () => {
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

test('for any input, no response is a 500', async () => {
  const person = await newPortalPerson(trilho, { merchantId, isOperator: true })
  const csrf = (await person.get('/session')).body.data.csrfToken
  const headers = { cookie: person.cookie, origin: trilho.url, 'x-csrf-token': csrf }
  const values = ['%00', 'nonsense', '%F0%9F%92%A5', 'x'.repeat(300), crypto.randomUUID()]
  const query = (value: string) =>
    `?${['cursor', 'limit', 'search', 'person', 'act', 'from', 'to', 'state', 'type', 'format'].map(name => `${name}=${value}`).join('&')}`
  const bodies = [null, [], 'text', {}, { name: '\0', email: { a: 1 }, roles: 'owner', code: 1, password: ['x'] }]
  const endsTheSession = new Set(['POST /sign-out', 'DELETE /sessions'])
  const faults: string[] = []
  for (const { method, path } of routes.filter(one => !endsTheSession.has(`${one.method} ${one.path}`)))
    for (const value of values) {
      const address = fill(path, value) + (method === 'GET' ? query(value) : '')
      const tryBody = async (body: unknown) => {
        const { status } = await send(method, address, headers, body)
        if (status >= 500) faults.push(`${method} ${address} ${JSON.stringify(body)}: ${status}`)
      }
      await Promise.all((method === 'GET' ? [undefined] : bodies).map(tryBody))
    }
  expect(faults).toEqual([])
})

/** Does not read the body: some responses are streams without an end. */
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

/** From the tree that Fastify prints. */
function listRoutes(tree: string) {
  const above: string[] = []
  const found = tree.split('\n').flatMap(line => {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S+)(?: \((.*)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth - 1, above.length, part)
    const path = above.join('')
    return (methods?.split(', ') ?? []).map(method => ({ method, path }))
  })
  return found
    .filter(({ method, path }) => method !== 'HEAD' && path.startsWith('/portal/api/'))
    .map(({ method, path }) => ({ method, path: path.replace('/portal/api', '') }))
}
