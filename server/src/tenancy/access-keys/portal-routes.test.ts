import { describe, expect, test } from 'vitest'
import { clientWith, logIn } from '../../../test/kit/api-client.ts'
import { eventually } from '../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { meet, rowOf } from '../../../test/kit/meet.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { type Role, roles } from '../people/permissions.ts'
import { confirmAccessKey, rotateAccessKey } from './change-access-key.ts'
import { keyUses } from './key-uses.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'], name: 'Davi Dev' })
const owner = await newPortalPerson(trilho, { merchantId, name: 'Olívia Dona' })
const operator = await newPortalPerson(trilho, { isOperator: true })
const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
const keys = `/merchants/${merchantId}/keys`
const nobody = '01890000-0000-7000-8000-000000000000'

const newKey = async (extra: object = {}) => {
  const { body } = await owner.post(keys, { name: 'Loja virtual', scopes: ['payments'], ...extra })
  return body.data as { key: { id: string; accessKey: string; name: string }; secret: string }
}
const loggedIn = async ({ key, secret }: Awaited<ReturnType<typeof newKey>>) =>
  (await logIn(trilho.url, { accessKey: key.accessKey, secret })).status
const shown = async (id: string) =>
  (await developer.get(keys)).body.data.items.find((key: { id: string }) => key.id === id)
const refusal = ({ status, body }: { status: number; body: { error: { details: { reason: string } } } }) => [
  status,
  body.error.details.reason,
]
const entriesAbout = (subject: string) =>
  trilho.sql`select act, person_id, merchant_id, details from audit_entries where subject = ${subject} order by at, sequence`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Moves the server's clock on while something is tried. */
async function daysLater<Result>(days: number, happens: () => Promise<Result>): Promise<Result> {
  trilho.clock.aheadMs += days * 86_400_000
  try {
    return await happens()
  } finally {
    trilho.clock.aheadMs -= days * 86_400_000
  }
}

describe('making a key', () => {
  test('an owner makes a key that logs in at once; its secret is answered once and found nowhere else', async () => {
    const made = await owner.post(keys, { name: 'ERP', scopes: ['company-payments', 'payments'] })
    expect(made.status).toBe(201)
    const { key, secret } = made.body.data
    expect(key).toMatchObject({
      name: 'ERP',
      state: 'Active',
      scopes: ['company-payments', 'payments'],
      expiresAt: null,
      lastUsedAt: null,
      createdByName: 'Olívia Dona',
      confirmedByName: null,
      replacedBy: null,
    })
    expect(await loggedIn(made.body.data)).toBe(201)

    const listed = await developer.get(keys)
    expect(listed.body.data.items).toContainEqual(expect.objectContaining({ id: key.id, name: 'ERP' }))
    const dump = JSON.stringify([await trilho.sql`select k::text from access_keys k`, await entriesAbout(key.id)])
    for (const text of [listed.text, dump, trilho.logged.join('')]) expect(text).not.toContain(secret.slice(3))
    expect(listed.text).not.toMatch(/secret/i)
    expect(await entriesAbout(key.id)).toMatchObject([
      { act: 'key.create', personId: owner.id, merchantId, details: { name: 'ERP' } },
    ])
  })

  test('a key made for a day is shown as Expired and refused after it, though nobody changed its row', async () => {
    const made = await newKey({ expiresAt: inDays(1).toISOString() })
    expect(await loggedIn(made)).toBe(201)
    await daysLater(2, async () => {
      expect(await loggedIn(made)).toBe(401)
      const person = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
      const { items } = (await person.get(keys)).body.data
      expect(items.find((key: { id: string }) => key.id === made.key.id)).toMatchObject({ state: 'Expired' })
      const usable = (await person.get(`${keys}?inUse=true`)).body.data.items
      expect(usable.map((key: { id: string }) => key.id)).not.toContain(made.key.id)
    })
  })

  test.each([
    [{ scopes: ['payments'] }, '', 'required'],
    [{ name: '', scopes: ['payments'] }, '/name', 'minLength'],
    [{ name: 'x', scopes: [] }, '/scopes', 'minItems'],
    [{ name: 'x', scopes: ['everything'] }, '/scopes/0', 'enum'],
    [{ name: 'x', scopes: ['payments'], expiresAt: 'tomorrow' }, '/expiresAt', 'format'],
    [{ name: 'x', scopes: ['payments'], expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'future'],
  ])('%j makes no key', async (body, path, code) => {
    const { status, body: answer } = await developer.post(keys, body)
    expect(status).toBe(400)
    expect(answer.error.details).toContainEqual(expect.objectContaining({ path, code }))
  })

  test('the password must have been shown in the last five minutes, to make a key and to replace one', async () => {
    const { key } = await newKey()
    trilho.clock.aheadMs += 6 * 60_000
    const body = { name: 'Loja', scopes: ['payments'] }
    const late = [
      await developer.post(keys, body),
      await developer.post(`${keys}/${key.id}/rotate`, { overlap: 'day' }),
    ]
    trilho.clock.aheadMs -= 6 * 60_000
    expect(late.map(refusal)).toEqual(times(2, () => [403, 'ConfirmationRequired']))
  })
})

describe('a key made by somebody who is no owner', () => {
  const ask = async () => (await developer.post(keys, { name: 'ERP', scopes: ['payments'] })).body.data
  const confirm = (id: string, person = owner) => person.post(`${keys}/${id}/confirm`)

  test('cannot log in until an owner confirms it, and the log shows both', async () => {
    const made = await ask()
    expect(made.key).toMatchObject({ state: 'Pending', createdByName: 'Davi Dev', confirmedByName: null })
    expect(await loggedIn(made)).toBe(401)
    const waiting = (await owner.get(`${keys}?inUse=true`)).body.data.items
    expect(waiting).toContainEqual(expect.objectContaining({ id: made.key.id, state: 'Pending' }))

    const confirmed = await confirm(made.key.id)
    expect([confirmed.status, confirmed.body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'Active', createdByName: 'Davi Dev', confirmedByName: 'Olívia Dona' }),
    ])
    expect(await loggedIn(made)).toBe(201)
    expect(await entriesAbout(made.key.id)).toMatchObject([
      { act: 'key.create', personId: developer.id },
      { act: 'key.confirm', personId: owner.id, details: { name: 'ERP' } },
    ])
    expect(refusal(await confirm(made.key.id))).toEqual([409, 'KeyStateNotAllowed'])
  })

  test('is confirmed by owners only: not by its maker, nor by anybody in another role', async () => {
    const { key } = await ask()
    for (const role of roles.filter(one => one !== 'owner')) {
      const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
      expect(refusal(await confirm(key.id, person))).toEqual([403, 'RoleNotAllowed'])
    }
    expect(refusal(await confirm(key.id, developer))).toEqual([403, 'RoleNotAllowed'])
    expect(refusal(await confirm(key.id, operator))).toEqual([403, 'RoleNotAllowed'])
    expect(refusal(await confirm(key.id, outsider))).toEqual([404, 'MerchantNotFound'])
    expect(refusal(await confirm(nobody))).toEqual([404, 'KeyNotFound'])
    expect(await shown(key.id)).toMatchObject({ state: 'Pending' })
  })

  test('is confirmed with the password of the last five minutes, before its date, and not once revoked', async () => {
    const [late, refused] = [await ask(), await ask()]
    trilho.clock.aheadMs += 6 * 60_000
    expect(refusal(await confirm(late.key.id))).toEqual([403, 'ConfirmationRequired'])
    trilho.clock.aheadMs -= 6 * 60_000
    expect((await owner.post(`${keys}/${refused.key.id}/revoke`)).status).toBe(200)
    expect(refusal(await confirm(refused.key.id))).toEqual([409, 'KeyStateNotAllowed'])
    const short = { name: 'ERP', scopes: ['payments'], expiresAt: inDays(1).toISOString() }
    const { key } = (await developer.post(keys, short)).body.data
    await daysLater(2, async () => {
      const person = await newPortalPerson(trilho, { merchantId })
      expect(refusal(await confirm(key.id, person))).toEqual([409, 'KeyStateNotAllowed'])
    })
  })

  test('replaces another only once it is confirmed; refused, it leaves the other as it was', async () => {
    const old = await newKey()
    const rotate = async () => (await developer.post(`${keys}/${old.key.id}/rotate`, { overlap: 'none' })).body.data
    const first = await rotate()
    expect([first.key.state, first.previousValidUntil]).toEqual(['Pending', null])
    expect([await loggedIn(old), await loggedIn(first)]).toEqual([201, 401])
    expect((await owner.post(`${keys}/${first.key.id}/revoke`)).status).toBe(200)
    expect(await shown(old.key.id)).toMatchObject({ state: 'Active', replacedBy: null, expiresAt: null })

    const second = await rotate()
    expect((await confirm(second.key.id)).status).toBe(200)
    expect([await loggedIn(old), await loggedIn(second)]).toEqual([401, 201])
    expect(await shown(old.key.id)).toMatchObject({ state: 'Revoked', replacedBy: second.key.id })
  })

  test('with overlap, the key that it replaces works for the chosen time from its confirmation on', async () => {
    const old = await newKey()
    const { key } = (await developer.post(`${keys}/${old.key.id}/rotate`, { overlap: 'hour' })).body.data
    const laterMs = 4 * 60_000
    trilho.clock.aheadMs += laterMs
    expect((await confirm(key.id)).status).toBe(200)
    trilho.clock.aheadMs -= laterMs
    const { expiresAt } = await shown(old.key.id)
    expect(new Date(expiresAt).getTime()).toBeCloseTo(Date.now() + 60 * 60_000 + laterMs, -5)
  })

  test('confirmed and revoked at once is one of both', async () => {
    const { key } = await ask()
    const of = { merchantId, keyId: key.id }
    const row = rowOf('access_keys', key.id)
    const outcomes = await meet(trilho.sql, row, [
      () => confirmAccessKey(trilho.needs, { ...of, by: owner.id }),
      () => confirmAccessKey(trilho.needs, { ...of, by: owner.id }),
    ])
    expect(outcomes.sort()).toEqual(['KeyStateNotAllowed', 'done'])
  })

  test('is found by who made it, for when they leave', async () => {
    const leaving = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
    const { key } = (await leaving.post(keys, { name: 'Mine', scopes: ['payments'] })).body.data
    const made = (await owner.get(`${keys}?inUse=true&madeBy=${leaving.id}`)).body.data.items
    expect(made.map((one: { id: string }) => one.id)).toEqual([key.id])
    expect((await owner.get(`${keys}?madeBy=nobody`)).status).toBe(400)
  })
})

describe('outside the sandbox', () => {
  test('a key is neither made to work nor confirmed by an owner who has shown no second factor', async () => {
    const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const shop = await production.newMerchant()
    const path = `/merchants/${shop.merchantId}/keys`
    const [careful, careless] = [
      await newPortalPerson(production, { merchantId: shop.merchantId }),
      await newPortalPerson(production, { merchantId: shop.merchantId }),
    ]
    const dev = await newPortalPerson(production, { merchantId: shop.merchantId, roles: ['developer'] })
    await production.sql`update sessions set second_factor = false where person_id in (${careless.id}, ${dev.id})`
    const requested = { name: 'ERP', scopes: ['payments'] }
    const { key } = (await dev.post(path, requested)).body.data
    expect(key.state).toBe('Pending')
    for (const answer of [await careless.post(path, requested), await careless.post(`${path}/${key.id}/confirm`)])
      expect(refusal(answer)).toEqual([403, 'SecondFactorRequired'])
    expect((await careful.post(`${path}/${key.id}/confirm`)).body.data.state).toBe('Active')
  })
})

describe('replacing a key', () => {
  test('with overlap both keys work until the chosen time, then only the new one', async () => {
    const old = await newKey()
    const answer = await owner.post(`${keys}/${old.key.id}/rotate`, { overlap: 'day' })
    expect(answer.status).toBe(201)
    const renewed = answer.body.data
    expect(renewed.key).toMatchObject({ name: 'Loja virtual', scopes: ['payments'], state: 'Active', expiresAt: null })
    expect(renewed.secret).not.toBe(old.secret)
    expect([await loggedIn(old), await loggedIn(renewed)]).toEqual([201, 201])
    expect(await shown(old.key.id)).toMatchObject({
      state: 'Active',
      replacedBy: renewed.key.id,
      expiresAt: renewed.previousValidUntil,
    })
    expect(new Date(renewed.previousValidUntil).getTime()).toBeCloseTo(inDays(1).getTime(), -5)
    await daysLater(1.01, async () => expect([await loggedIn(old), await loggedIn(renewed)]).toEqual([401, 201]))
    expect(await entriesAbout(old.key.id)).toMatchObject([
      { act: 'key.create' },
      { act: 'key.rotate', details: { overlap: 'day', newKey: renewed.key.id } },
    ])
  })

  test('without overlap the old key ends at once', async () => {
    const old = await newKey()
    const renewed = (await owner.post(`${keys}/${old.key.id}/rotate`, { overlap: 'none' })).body.data
    expect([await loggedIn(old), await loggedIn(renewed)]).toEqual([401, 201])
    expect(await shown(old.key.id)).toMatchObject({ state: 'Revoked', replacedBy: renewed.key.id })
  })

  test('a key made for ninety days is replaced by one for ninety days, and the old date is not moved back', async () => {
    const old = await newKey({ expiresAt: inDays(2).toISOString() })
    const renewed = (await owner.post(`${keys}/${old.key.id}/rotate`, { overlap: 'week' })).body.data
    expect(new Date(renewed.previousValidUntil).getTime()).toBeCloseTo(inDays(2).getTime(), -5)
    expect(new Date(renewed.key.expiresAt).getTime()).toBeCloseTo(inDays(2).getTime(), -5)
  })

  test('of five replacements at once one happens, and one new key is made', async () => {
    const { key } = await newKey({ name: 'Five at once' })
    const rotation = { merchantId, keyId: key.id, overlap: 'hour', by: null } as const
    const row = rowOf('access_keys', key.id)
    const outcomes = await meet(
      trilho.sql,
      row,
      times(5, () => () => rotateAccessKey(trilho.needs, rotation)),
    )
    expect(outcomes.sort()).toEqual([...times(4, () => 'KeyStateNotAllowed'), 'done'])
    const named = (await developer.get(keys)).body.data.items.filter((k: { name: string }) => k.name === 'Five at once')
    expect(named).toHaveLength(2)
  })

  test('a replaced, revoked or unknown key is not replaced', async () => {
    const [replaced, revoked] = [await newKey(), await newKey()]
    await owner.post(`${keys}/${replaced.key.id}/rotate`, { overlap: 'week' })
    await owner.post(`${keys}/${revoked.key.id}/revoke`)
    for (const { key } of [replaced, revoked])
      expect(refusal(await owner.post(`${keys}/${key.id}/rotate`, { overlap: 'hour' }))).toEqual([
        409,
        'KeyStateNotAllowed',
      ])
    expect((await entriesAbout(revoked.key.id)).at(-1)).toMatchObject({ act: 'key.revoke' })
    for (const id of [nobody, 'no-uuid'])
      expect(refusal(await owner.post(`${keys}/${id}/rotate`, { overlap: 'hour' }))).toEqual([404, 'KeyNotFound'])
    expect((await owner.post(`${keys}/${replaced.key.id}/rotate`, { overlap: 'for ever' })).status).toBe(400)
  })
})

describe('revoking a key', () => {
  test('a revoked key is refused at login at once, and its tokens soon after', async () => {
    const made = await newKey()
    const { text: token } = await logIn(trilho.url, { ...made.key, secret: made.secret })
    const api = clientWith(trilho.url, token)
    expect((await api.get('/accounts/balance')).status).toBe(200)
    const { status, body } = await developer.post(`${keys}/${made.key.id}/revoke`)
    expect([status, body.data.state]).toEqual([200, 'Revoked'])
    expect(await loggedIn(made)).toBe(401)
    await expect.poll(async () => (await api.get('/accounts/balance')).status, { interval: 100 }).toBe(401)
    expect(await entriesAbout(made.key.id)).toMatchObject([{ act: 'key.create' }, { act: 'key.revoke' }])
  })

  test('twice is refused, and an unknown one is not found', async () => {
    const { key } = await newKey()
    expect((await developer.post(`${keys}/${key.id}/revoke`)).status).toBe(200)
    expect(refusal(await developer.post(`${keys}/${key.id}/revoke`))).toEqual([409, 'KeyStateNotAllowed'])
    expect(refusal(await developer.post(`${keys}/${nobody}/revoke`))).toEqual([404, 'KeyNotFound'])
  })
})

describe('the list of keys', () => {
  test('is newest first, in pages that neither repeat nor leave out', async () => {
    const { merchantId: busy } = await trilho.newMerchant()
    const owner = await newPortalPerson(trilho, { merchantId: busy })
    await Promise.all(times(55, i => owner.post(`/merchants/${busy}/keys`, { name: `K${i}`, scopes: ['payments'] })))
    const first = (await owner.get(`/merchants/${busy}/keys`)).body.data
    const second = (await owner.get(`/merchants/${busy}/keys?cursor=${first.nextCursor}`)).body.data
    const ids = [...first.items, ...second.items].map((key: { id: string }) => key.id)
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 6, null])
    expect(ids).toEqual([...new Set(ids)].sort().toReversed())
    expect((await owner.get(`/merchants/${busy}/keys?cursor=x`)).status).toBe(400)
  })

  test('shows when a key was last used, by logging in and by calling, within seconds', async () => {
    const made = await newKey()
    expect(await loggedIn(made)).toBe(201)
    const first = await eventually(async () => {
      const { lastUsedAt } = await shown(made.key.id)
      expect(lastUsedAt).not.toBeNull()
      return lastUsedAt as string
    })
    expect(Math.abs(Date.now() - new Date(first).getTime())).toBeLessThan(60_000)
  })

  test('a use is not lost when the server stops right after it', async () => {
    const made = await newKey()
    const stopping = await trilho.startServer()
    expect((await logIn(stopping.url, { accessKey: made.key.accessKey, secret: made.secret })).status).toBe(201)
    await stopping.app.close()
    expect((await shown(made.key.id)).lastUsedAt).not.toBeNull()
  })

  test('a key in steady use is written at most once a minute, and what is left when the server stops', async () => {
    const { key } = await newKey()
    const writes: unknown[] = []
    const sql = new Proxy(trilho.sql, {
      apply: (target, _, args: Parameters<typeof trilho.sql>) => {
        writes.push(args)
        return target(...args)
      },
    })
    const moment = { now: new Date('2031-01-01T12:00:00Z') }
    const uses = keyUses({ sql, clock: () => moment.now })
    uses.note(merchantId, key.id)
    await eventually(() => expect(writes).toHaveLength(1))
    for (let second = 0; second < 50; second++) {
      moment.now = new Date(moment.now.getTime() + 1_000)
      uses.note(merchantId, key.id)
    }
    expect(writes).toHaveLength(1)
    await uses.drain()
    expect(writes).toHaveLength(2)
    expect(await shown(key.id)).toMatchObject({ lastUsedAt: '2031-01-01T12:00:50.000Z' })
    await uses.drain()
    expect(writes).toHaveLength(2)
  })
})

describe('who may', () => {
  const changesOf = (id: string): [string, string, object | undefined][] => [
    ['POST', keys, { name: 'x', scopes: ['payments'] }],
    ['POST', `${keys}/${id}/rotate`, { overlap: 'day' }],
    ['POST', `${keys}/${id}/revoke`, {}],
  ]
  const allowed = new Set<Role>(['owner', 'developer'])

  test.each(roles)('%s: only owners and developers see and change keys', async role => {
    const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
    const { key } = await newKey()
    const answers = [await person.get(keys)]
    for (const [method, path, body] of changesOf(key.id)) answers.push(await person.send(method, path, body))
    if (allowed.has(role)) expect(answers.map(answer => answer.status)).toEqual([200, 201, 201, 200])
    else expect(answers.map(refusal)).toEqual(times(4, () => [403, 'RoleNotAllowed']))
  })

  test('an operator sees keys and changes none; people of another merchant find nothing', async () => {
    const { key } = await newKey()
    expect((await operator.get(keys)).status).toBe(200)
    for (const [method, path, body] of changesOf(key.id))
      expect(refusal(await operator.send(method, path, body))).toEqual([403, 'RoleNotAllowed'])
    const answers = [await outsider.get(keys)]
    for (const [method, path, body] of changesOf(key.id)) answers.push(await outsider.send(method, path, body))
    expect(answers.map(refusal)).toEqual(times(4, () => [404, 'MerchantNotFound']))
  })

  test("a key of another merchant is not found under one's own", async () => {
    const { merchantId: other } = await trilho.newMerchant()
    const owner = await newPortalPerson(trilho, { merchantId: other })
    const { key } = await newKey()
    for (const act of ['rotate', 'revoke'])
      expect(refusal(await owner.post(`/merchants/${other}/keys/${key.id}/${act}`, { overlap: 'day' }))).toEqual([
        404,
        'KeyNotFound',
      ])
  })
})
