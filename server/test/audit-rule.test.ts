import { expect, test } from 'vitest'
import { type ActName, auditActions } from '../src/tenancy/audit-log/act.ts'
import { actNames } from '../src/tenancy/audit-log/words.ts'
import { unrecorded } from '../src/tenancy/audit-log/unrecorded.ts'
import { linkPrinted } from './kit/mailbox.ts'
import { codeAt, goodPassword, newPersonWithPassword, newPortalPerson, newVisitor } from './kit/portal-client.ts'
import { watchPortalRoutes } from './kit/portal-route-list.ts'
import { openTrilho } from './kit/trilho.ts'

const routes = watchPortalRoutes()
const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const changes = routes.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every route that changes something declares its act, or stands with a reason among those that leave no entry', () => {
  expect(changes.length).toBeGreaterThan(60)
  expect(changes.filter(({ act }) => act === undefined)).toEqual([])
  const without = changes.filter(({ act }) => act === null).map(nameOf)
  expect(without.toSorted()).toEqual(Object.keys(unrecorded).toSorted())
})

test('every act that a route declares is in the table of acts, with words in both languages', () => {
  for (const act of routes.flatMap(({ act }) => act ?? [])) {
    expect(auditActions).toContain(act)
    for (const language of ['en', 'pt'] as const) expect(actNames[act][language]).toMatch(/\S/)
  }
})

test('a call that changes something leaves one entry of each act that it did, and no other', async () => {
  const here = `/merchants/${merchantId}`
  const owner = await newPortalPerson(trilho, { merchantId, isOperator: true })
  const ana = await newPersonWithPassword(trilho, { merchantId })
  const [anas, elsewhere] = [newVisitor(trilho.url), newVisitor(trilho.url)]
  const entries = async () =>
    (await trilho.sql<{ act: ActName }[]>`select act from audit_entries order by at, sequence`).length
  const written = (after: number) =>
    trilho.sql<{ act: ActName }[]>`select act from audit_entries order by at, sequence offset ${after}`
  const called = new Set<string>()

  /** Makes the call, and holds what it has written against what its route declares. */
  async function change(route: string, send: () => ReturnType<typeof owner.post>) {
    const declared = [routes.find(one => nameOf(one) === route)?.act ?? []].flat()
    expect([route, declared.length > 0]).toEqual([route, true])
    const before = await entries()
    const { status, body } = await send()
    expect([route, status < 300, body]).toEqual([route, true, body])
    const found = (await written(before)).map(({ act }) => act)
    expect([route, found.length > 0, found.every(act => declared.includes(act)), new Set(found).size]).toEqual([
      route,
      true,
      true,
      found.length,
    ])
    called.add(route)
    return body.data
  }

  await change('POST /sign-in', () => anas.signIn(ana.email))
  await change('PUT /profile', () => anas.put('/profile', { name: 'Ana', language: 'en' }))
  const other = 'another long walk by the river'
  await change('PUT /password', () => anas.put('/password', { current: goodPassword, new: other }))
  const { secret } = (await anas.post('/second-factor')).body.data
  const code = codeAt(secret, trilho.needs.clock())
  await change('POST /second-factor/confirm', () => anas.post('/second-factor/confirm', { code }))
  await change('POST /second-factor/recovery-codes', () => anas.post('/second-factor/recovery-codes'))
  await change('DELETE /second-factor', () => anas.delete('/second-factor'))
  await elsewhere.signIn(ana.email, other)
  const sessions: { id: string; isCurrent?: boolean }[] = (await anas.get('/sessions')).body.data.items
  const open = await trilho.sql<{ id: string }[]>`
    select id from sessions where person_id = ${ana.id} and ended_at is null order by id desc limit 1`
  expect(sessions.length).toBeGreaterThan(1)
  await change('DELETE /sessions/:sessionId', () => anas.delete(`/sessions/${open[0]?.id}`))
  await change('DELETE /sessions', () => anas.delete('/sessions'))
  await change('POST /sign-out', () => anas.post('/sign-out'))
  await change('PUT /merchants/:merchantId/notification-choices', () =>
    owner.put(`${here}/notification-choices`, { topic: 'webhooks', byMail: false, inPortal: true }),
  )

  const members = `${here}/members`
  const invitation = { email: 'carla@example.com', name: 'Carla', roles: ['viewer'] }
  const { personId } = await change('POST /merchants/:merchantId/members', () => owner.post(members, invitation))
  const member = 'merchants/:merchantId/members/:personId'
  await change(`POST /${member}/invite`, () => owner.post(`${members}/${personId}/invite`))
  const token = linkPrinted(trilho.logged).split('/').at(-1)
  await change('POST /links/:token', () => newVisitor(trilho.url).post(`/links/${token}`, { password: other }))
  await change(`PUT /${member}`, () => owner.put(`${members}/${personId}`, { roles: ['finance'] }))
  await change(`DELETE /${member}`, () => owner.delete(`${members}/${personId}`))

  const people = '/operator/people'
  const person = 'operator/people/:personId'
  await change(`POST ${people}`, () => owner.post(people, { email: 'otavio@example.com', name: 'Otávio' }))
  for (const act of ['send-link', 'disable', 'enable', 'reset-second-factor'])
    await change(`POST /${person}/${act}`, () => owner.post(`${people}/${ana.id}/${act}`))

  const keys = `${here}/keys`
  const form = { name: 'ERP', scopes: ['payments'] }
  const { key } = await change('POST /merchants/:merchantId/keys', () => owner.post(keys, form))
  const rotated = await change('POST /merchants/:merchantId/keys/:keyId/rotate', () =>
    owner.post(`${keys}/${key.id}/rotate`, { overlap: 'day' }),
  )
  await change('POST /merchants/:merchantId/keys/:keyId/revoke', () => owner.post(`${keys}/${rotated.key.id}/revoke`))
  const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
  const waiting = (await developer.post(keys, form)).body.data.key
  await change('POST /merchants/:merchantId/keys/:keyId/confirm', () => owner.post(`${keys}/${waiting.id}/confirm`))

  const webhooks = `${here}/webhooks`
  await change('PUT /merchants/:merchantId/webhooks/address', () =>
    owner.put(`${webhooks}/address`, { url: 'http://127.0.0.1:9/nobody-listens' }),
  )
  await change('POST /merchants/:merchantId/webhooks/secret/rotate', () => owner.post(`${webhooks}/secret/rotate`))
  const { deliveryId } = await change('POST /merchants/:merchantId/webhooks/test', () => owner.post(`${webhooks}/test`))
  await change('POST /merchants/:merchantId/webhooks/deliveries/:deliveryId/resend', () =>
    owner.post(`${webhooks}/deliveries/${deliveryId}/resend`),
  )
  await change('POST /merchants/:merchantId/webhooks/resend', () => owner.post(`${webhooks}/resend`))

  const merchants = '/operator/merchants'
  const set = async (method: 'PUT' | 'POST', what: string, body: object) =>
    change(`${method} ${merchants}/:merchantId/${what}`, () =>
      owner.send(method, `${merchants}/${merchantId}/${what}`, body),
    )
  await set('PUT', 'approval-policy', { approversNeeded: 1, operatorApprovesAbove: null })
  const limits = {
    cashOutLimit: '10',
    cashOutDailyLimit: null,
    companyPaymentLimit: null,
    companyPaymentDailyLimit: null,
  }
  await set('PUT', 'limits', limits)
  await set('PUT', 'bank', { connectionId: null })
  await set('POST', 'reveal', {})
  await set('POST', 'suspend', { reason: 'Investigation' })
  await set('POST', 'resume', {})

  const formKey = () => crypto.randomUUID()
  const charge = await change('POST /merchants/:merchantId/charges', () =>
    owner.post(`${here}/charges`, { amount: '10', orderId: 'order-1', formKey: formKey() }),
  )
  const transaction = `${here}/transactions/${charge.id}`
  const ofTransaction = '/merchants/:merchantId/transactions/:transactionId'
  await change(`POST ${ofTransaction}/cancel`, () => owner.post(`${transaction}/cancel`))
  const note = await change(`POST ${ofTransaction}/notes`, () => owner.post(`${transaction}/notes`, { text: 'a note' }))
  await change(`DELETE ${ofTransaction}/notes/:noteId`, () => owner.delete(`${transaction}/notes/${note.id}`))

  // The other routes are held to the same by the tests of their folders.
  expect(called.size).toBeGreaterThan(38)
})
