import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { newPersonWithPassword, newVisitor, refusalOf } from '../../../test/kit/portal-client.ts'

const trilho = await openTrilho()
const sessionInvalid = [401, 'SessionInvalid']
const sessionNotFound = [404, 'SessionNotFound']

async function twoBrowsers() {
  const ana = await newPersonWithPassword(trilho)
  const [home, phone] = [newVisitor(trilho.url), newVisitor(trilho.url)]
  await home.send(
    'POST',
    '/sign-in',
    { email: ana.email, password: 'a long walk by the river' },
    { 'user-agent': 'Home' },
  )
  await phone.send(
    'POST',
    '/sign-in',
    { email: ana.email, password: 'a long walk by the river' },
    { 'user-agent': 'Phone' },
  )
  return { ana, home, phone }
}

test('a person sees the browsers they are signed in with, newest first, and which is this one', async () => {
  const { home } = await twoBrowsers()
  const { items } = (await home.get('/sessions')).body.data
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  const one = { id: expect.any(String), address: '127.0.0.1', createdAt: time, lastSeenAt: time }
  expect(items).toEqual([
    { ...one, agent: 'Phone', isThis: false },
    { ...one, agent: 'Home', isThis: true },
  ])
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const { home, phone } = await twoBrowsers()
  const cookie = home.cookie()
  const { headers, status } = await home.post('/sign-out')
  expect(status).toBe(200)
  expect(headers.get('set-cookie')).toMatch(/^trilho=; Max-Age=0; Path=\//)
  expect(refusalOf(await home.send('GET', '/session', undefined, { cookie }))).toEqual(sessionInvalid)
  expect((await phone.get('/session')).status).toBe(200)
})

test('another browser of one’s own can be signed out, once', async () => {
  const { ana, home, phone } = await twoBrowsers()
  const { items } = (await home.get('/sessions')).body.data
  const { id } = items.find((one: { agent: string }) => one.agent === 'Phone')
  expect((await home.delete(`/sessions/${id}`)).status).toBe(200)
  expect(refusalOf(await phone.get('/session'))).toEqual(sessionInvalid)
  expect((await home.get('/sessions')).body.data.items).toHaveLength(1)
  expect(refusalOf(await home.delete(`/sessions/${id}`))).toEqual(sessionNotFound)
  const entries =
    await trilho.sql`select act, subject from audit_entries where person_id = ${ana.id} and act = 'session.end'`
  expect(entries[0]).toEqual({ act: 'session.end', subject: id })
})

test('all others can be signed out at once', async () => {
  const { home, phone } = await twoBrowsers()
  expect((await home.delete('/sessions')).status).toBe(200)
  expect(refusalOf(await phone.get('/session'))).toEqual(sessionInvalid)
  expect((await home.get('/session')).status).toBe(200)
})

test("somebody else's session is not found", async () => {
  const [{ home }, other] = [await twoBrowsers(), await twoBrowsers()]
  const [{ id }] = (await other.home.get('/sessions')).body.data.items
  for (const wrong of [id, 'nonsense', '%00'])
    expect(refusalOf(await home.delete(`/sessions/${wrong}`))).toEqual(sessionNotFound)
  expect((await other.phone.get('/session')).status).toBe(200)
})
