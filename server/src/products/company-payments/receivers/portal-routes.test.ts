import { describe, expect, test } from 'vitest'
import { approvedReceiver, cnpj } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../../test/kit/portal-roles.ts'
import { registerReceiver } from './register-receiver.ts'
import { reviewReceiver } from './review-receiver.ts'

const trilho = await openTrilho()
const { needs } = trilho
const api = await trilho.newMerchant()
const { merchantId } = api
const people = await everybody(trilho, merchantId)
const { finance } = people

const base = `/merchants/${merchantId}/receivers`
const form = { fantasyName: 'Moinho Estrela', cnpj: '11.444.777/0001-61' }
const bank = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '12345-6' }
const register = async (): Promise<string> => (await finance.post(base, form)).body.data.id
const read = async (id: string) => (await finance.get(`${base}/${id}`)).body.data
const rejected = async () => {
  const { id } = await registerReceiver(needs, { merchantId, ...form })
  await reviewReceiver(needs, { merchantId, receiverId: id, act: 'reject', note: 'Inactive' })
  return id
}

describe('registering', () => {
  test('a company is registered, waits as Pending, is read by the API, and the audit log names who did it', async () => {
    const { status, body } = await finance.post(base, { ...form, fantasyName: '  Moinho Estrela ' })
    expect(status).toBe(201)
    expect(body.data).toStrictEqual({
      id: expect.any(String),
      status: 'Pending',
      fantasyName: 'Moinho Estrela',
      cnpj: cnpj.moinho,
      reviewNote: null,
      reviewedAt: null,
      revision: 0,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await api.get(`/receivers/${body.data.id}`)).body.data.items).toMatchObject([
      { companyCNPJ: cnpj.moinho, receiverStatus: 'Pending' },
    ])
    expect((await auditEntriesOf(trilho, finance)).at(-1)).toMatchObject({
      act: 'receiver.register',
      subject: body.data.id,
      merchantId,
      details: { fantasyName: 'Moinho Estrela' },
    })
  })

  test('a company with letters in its CNPJ is registered too', async () => {
    const { status, body } = await finance.post(base, { ...form, cnpj: '12.abc.345/01de-35' })
    expect([status, body.data.cnpj]).toEqual([201, cnpj.letters])
  })

  test('a fake CNPJ is refused, and leaves no audit entry', async () => {
    const before = await auditEntriesOf(trilho, finance)
    const { status, body } = await finance.post(base, { ...form, cnpj: '11444777000162' })
    expect([status, body.error.details.reason]).toEqual([409, 'CounterpartyTaxNumberInvalid'])
    expect(await auditEntriesOf(trilho, finance)).toEqual(before)
  })

  test.each([
    [{ cnpj: '123' }, '/cnpj', 'pattern'],
    [{ fantasyName: '   ' }, '/fantasyName', 'pattern'],
    [{ fantasyName: 'x'.repeat(121) }, '/fantasyName', 'maxLength'],
    [{ cnpj: 11444777000161 }, '/cnpj', 'type'],
  ])('%j does not have the promised form', async (wrong, path, code) => {
    const { status, body } = await finance.post(base, { ...form, ...wrong })
    expect(status).toBe(400)
    expect(body.error.details).toContainEqual(expect.objectContaining({ path, code }))
  })
})

describe('changing', () => {
  test('until it is reviewed, name and number can be corrected, and its accounts follow the number', async () => {
    const id = await register()
    await finance.post(`${base}/${id}/accounts`, bank)
    const { status, body } = await finance.put(`${base}/${id}`, { fantasyName: 'Serra', cnpj: cnpj.serra })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ fantasyName: 'Serra', cnpj: cnpj.serra, status: 'Pending', revision: 2 })
    expect((await read(id)).accounts).toMatchObject([{ ownerCnpj: cnpj.serra, pixKey: cnpj.serra }])
    expect((await auditEntriesOf(trilho, finance)).at(-1)).toMatchObject({ act: 'receiver.change', subject: id })
  })

  test('what was reviewed is not changed any more', async () => {
    const { receiverId } = await approvedReceiver(needs, merchantId)
    for (const id of [receiverId, await rejected()]) {
      const before = await read(id)
      const { status, body } = await finance.put(`${base}/${id}`, { ...form, cnpj: cnpj.serra })
      expect([status, body.error.details.reason]).toEqual([409, 'ReceiverStatusNotAllowed'])
      expect(await read(id)).toEqual(before)
    }
  })

  test('a fake number is refused and changes nothing', async () => {
    const id = await register()
    expect((await finance.put(`${base}/${id}`, { ...form, cnpj: '11444777000162' })).status).toBe(409)
    expect(await read(id)).toMatchObject({ cnpj: cnpj.moinho, revision: 0 })
  })
})

describe('bank accounts', () => {
  test("an account gets the company's own number as owner and key, before and after the review", async () => {
    const { receiverId } = await approvedReceiver(needs, merchantId)
    for (const id of [await register(), receiverId]) {
      const { status, body } = await finance.post(`${base}/${id}/accounts`, bank)
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ ...bank, ownerCnpj: cnpj.moinho, pixKey: cnpj.moinho })
      expect((await read(id)).accounts.at(-1)).toEqual(body.data)
      const entries = await auditEntriesOf(trilho, finance)
      expect(entries.at(-1)).toMatchObject({ act: 'receiver.addAccount', subject: id })
      expect(entries.at(-1)?.details).toMatchObject({ accountId: body.data.id })
    }
  })

  test('a rejected company gets no account', async () => {
    const { status, body } = await finance.post(`${base}/${await rejected()}/accounts`, bank)
    expect([status, body.error.details.reason]).toEqual([409, 'ReceiverStatusNotAllowed'])
  })

  test.each([{ bankCode: '34' }, { agency: 'x' }, { number: '' }, { bankName: ' ' }])(
    '%j does not have the promised form',
    async wrong => {
      const { status, body } = await finance.post(`${base}/${await register()}/accounts`, { ...bank, ...wrong })
      expect(status).toBe(400)
      expect(body.error.details[0]).toMatchObject({ path: `/${Object.keys(wrong)[0]}`, code: 'pattern' })
    },
  )

  test('added while the number is being corrected, an account never keeps the old number', async () => {
    for (const _ of times(5, n => n)) {
      const id = await register()
      await Promise.all([
        finance.post(`${base}/${id}/accounts`, bank),
        finance.put(`${base}/${id}`, { ...form, cnpj: cnpj.serra }),
      ])
      expect(await read(id)).toMatchObject({ cnpj: cnpj.serra, revision: 2, accounts: [{ pixKey: cnpj.serra }] })
    }
  })
})

describe('the list', () => {
  test('pages by cursor, newest first, lists each once, and applies its filters', async () => {
    const mine = await trilho.newMerchant()
    const person = await newPortalPerson(trilho, { merchantId: mine.merchantId, roles: ['viewer'] })
    const ids: string[] = []
    for (const n of times(7, i => i)) {
      const at = { merchantId: mine.merchantId, fantasyName: `Gráfica ${n}`, cnpj: n < 2 ? cnpj.serra : cnpj.moinho }
      const { id } = await registerReceiver(needs, at)
      if (n === 3) await reviewReceiver(needs, { ...at, receiverId: id, act: 'approve', note: null })
      ids.unshift(id)
    }
    const list = async (query: string) =>
      (await person.get(`/merchants/${mine.merchantId}/receivers?${query}`)).body.data as {
        items: { id: string }[]
        nextCursor: string | null
      }
    const found = async (query: string) => (await list(query)).items.map(item => item.id)
    const first = await list('limit=4')
    const second = await list(`limit=4&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(item => item.id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
    expect(await found('status=Approved')).toEqual([ids[3]])
    expect(await found(`search=${encodeURIComponent('gráfica 5')}`)).toEqual([ids[1]])
    expect(await found(`search=${encodeURIComponent('45.997.418')}`)).toEqual(ids.slice(5))
    expect(await found(`search=${encodeURIComponent('%')}`)).toEqual([])
  })

  test.each(['status=Denied', 'cursor=x', 'limit=0', 'limit=101', 'search=%20'])('%s is refused', async query => {
    expect((await finance.get(`${base}?${query}`)).status).toBe(400)
  })
})

describe('who may', () => {
  const readers = ['owner', 'finance', 'approver', 'viewer', 'operator'] as const
  const managers = ['owner', 'finance'] as const
  const unknown = '019a0000-0000-7000-8000-000000000000'
  const calls = [
    [readers, 'GET', base, undefined],
    [readers, 'GET', `${base}/${unknown}`, undefined],
    [managers, 'POST', base, { ...form, cnpj: '11444777000162' }],
    [managers, 'PUT', `${base}/${unknown}`, form],
    [managers, 'POST', `${base}/${unknown}/accounts`, bank],
  ] as const

  test.each(calls)('only %j may %s %s; outsiders find no such merchant', async (may, method, path, body) => {
    await expectOnly(people, may, person => person.send(method, path, body))
    await expectNotFoundByOutsiders(people, person => person.send(method, path, body))
  })

  test("another merchant's receiver is not found under one's own", async () => {
    const other = await trilho.newMerchant()
    const elsewhere = await newPortalPerson(trilho, { merchantId: other.merchantId })
    const id = await register()
    const path = `/merchants/${other.merchantId}/receivers/${id}`
    for (const answer of [
      await elsewhere.get(path),
      await elsewhere.put(path, form),
      await elsewhere.post(`${path}/accounts`, bank),
    ])
      expect([answer.status, answer.body.error.details.reason]).toEqual([404, 'ReceiverNotFound'])
  })
})
