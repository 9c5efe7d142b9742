import { expect, test } from 'vitest'
import { newPortalPerson, newVisitor } from './kit/portal-client.ts'
import { type PortalRoute, watchPortalRoutes } from './kit/portal-route-list.ts'
import { asPerson, byPath, identities, mayCall } from './kit/route-roles.ts'
import { openTrilho } from './kit/trilho.ts'

/** Every route of the portal against every identity: what docs/roles.md says is what the server does. */
const routes = watchPortalRoutes()
const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()

test('who lacks the permission of a route is refused, and who has it is not', async () => {
  const endsTheSession = new Set(['POST /sign-out', 'DELETE /sessions'])
  const people = await Promise.all(
    identities.map(async identity => ({
      identity,
      person: await newPortalPerson(trilho, asPerson(identity, merchantId)),
    })),
  )
  const wrong: string[] = []
  for (const route of byPath(routes).filter(({ method, path }) => !endsTheSession.has(`${method} ${path}`)))
    await Promise.all(
      people.map(async ({ identity, person }) => {
        const refused = (await reasonOf(route, person)) === 'RoleNotAllowed'
        if (refused === mayCall(route, identity)) wrong.push(`${identity}: ${route.method} ${route.path}`)
      }),
    )
  expect(wrong).toEqual([])
  const visitor = newVisitor(trilho.url)
  expect((await visitor.get('/operator/approvals')).body.error.details.reason).toBe('SessionInvalid')
})

/** Does not read on: some answers are streams. */
async function reasonOf({ method, path }: PortalRoute, person: { cookie: string; csrfToken: () => string }) {
  const filled = path.replace(':merchantId', merchantId).replaceAll(/:\w+/g, () => crypto.randomUUID())
  const response = await fetch(`${trilho.url}/portal/api${filled}`, {
    method,
    headers: {
      cookie: person.cookie,
      origin: trilho.url,
      'x-csrf-token': person.csrfToken(),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  if (response.ok) await response.body?.cancel()
  const text = response.ok ? '' : await response.text()
  return text.startsWith('{') ? JSON.parse(text).error?.details?.reason : undefined
}
