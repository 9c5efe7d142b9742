import { platformId } from '../../platform/lib/platform-id.ts'
import { describe, expect, test } from 'vitest'
import { apiClient, call } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'
import { roles } from '../../tenancy/people/permissions.ts'

const trilho = await openTrilho()
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })

const form = (changes: object = {}) => ({
  name: 'Café Ipê Ltda',
  cnpj: '11.444.777/0001-61',
  city: 'Curitiba',
  plan: { fixed: '0.25', percent: '1.5' },
  owner: { email: `${crypto.randomUUID()}@example.com`, name: 'Rita Dona' },
  ...changes,
})

type Answered = { status: number; body: { error: { details: { reason: string } } } }
const refusal = ({ status, body }: Answered) => [status, body.error.details.reason]
const entriesOn = (subject: string) =>
  trilho.sql`select act, person_id, merchant_id, details from audit_entries where subject = ${subject} order by at, sequence`
const newMerchant = async (changes: object = {}) =>
  (await operator.post('/operator/merchants', form(changes))).body.data as { id: string; link: string }
const detail = async (id: string) => (await operator.get(`/operator/merchants/${id}`)).body.data

describe('a new merchant', () => {
  test('has its plan, its account and an invited owner, who sets a password by the link and is let in', async () => {
    const made = await operator.post('/operator/merchants', form())
    expect(made.status).toBe(201)
    const { id, link } = made.body.data
    expect(await detail(id)).toMatchObject({
      name: 'Café Ipê Ltda',
      taxNumber: '**.***.777/0001-**',
      city: 'Curitiba',
      balance: { available: '0.000000', held: '0.000000', total: '0.000000' },
      plan: { fixed: '0.250000', percent: '1.500000' },
      approvalPolicy: { approversNeeded: 1, operatorApprovesAbove: null },
      limits: { cashOutLimit: null, companyPaymentDailyLimit: null },
      awaitsOwner: true,
    })
    const token = new URL(link).pathname.split('/').at(-1)
    const taken = await call(`${trilho.url}/portal/api/links/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: trilho.url },
      body: JSON.stringify({ password: 'uma senha comprida e boa', name: 'Rita Dona' }),
    })
    expect(taken.status).toBe(200)
    const cookie = taken.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await call(`${trilho.url}/portal/api/session`, { headers: { cookie } })
    expect(session.body.data.merchants).toMatchObject([{ id, name: 'Café Ipê Ltda', roles: ['owner'] }])
    expect(await detail(id)).toMatchObject({ awaitsOwner: false })

    expect(await entriesOn(id)).toMatchObject([
      { act: 'merchant.create', personId: operator.id, merchantId: platformId },
    ])
    const invited =
      await trilho.sql`select details from audit_entries where act = 'member.invite' and merchant_id = ${id}`
    expect(invited).toMatchObject([{ details: { name: 'Rita Dona', roles: ['owner'] } }])
  })

  test('is charged by its plan, and by a new plan from its next transaction on', async () => {
    const { id } = await newMerchant({ plan: { fixed: '0.25', percent: '1.5' } })
    const key = await createAccessKey(trilho.needs, { merchantId: id, scopes: ['payments'] })
    const api = await apiClient(trilho.url, key)
    const charges = async (cashIn: string) => (await api.read(cashIn)).body.data.transaction.charges
    const first = await api.createCashIn({ amount: '100' })
    expect(await charges(first)).toBe('1.750000')
    const changed = await operator.put(`/operator/merchants/${id}/plan`, { fixed: '0', percent: '2' })
    expect(changed.body.data.plan).toEqual({ fixed: '0.000000', percent: '2.000000' })
    // A server that has just come up knows the settings as they are now; the others within 3 seconds.
    const there = await apiClient((await trilho.startServer()).url, key)
    expect(await charges(await there.createCashIn({ amount: '100' }))).toBe('2.000000')
    expect(await charges(first)).toBe('1.750000')
  })

  test('two made at once have accounts of their own', async () => {
    const made = await Promise.all(times(5, () => newMerchant()))
    const numbers = await Promise.all(made.map(async ({ id }) => (await detail(id)).accountNumber as string))
    expect(new Set(numbers).size).toBe(5)
  })

  test.each([
    [{ cnpj: '11.444.777/0001-62' }, 409],
    [{ cnpj: '11444777' }, 400],
    [{ name: '' }, 400],
    [{ plan: { fixed: '0.001', percent: '1' } }, 400],
    [{ plan: { fixed: '1', percent: '100.5' } }, 400],
    [{ plan: { fixed: '-1', percent: '1' } }, 400],
    [{ owner: { email: 'nobody', name: 'x' } }, 400],
    [{ owner: undefined }, 400],
  ])('with %j is refused, and nothing is made', async (wrong, status) => {
    const before = await trilho.sql`select count(*) from merchants`
    expect((await operator.post('/operator/merchants', form(wrong))).status).toBe(status)
    expect(await trilho.sql`select count(*) from merchants`).toEqual(before)
  })

  test('whose owner never came is handed to another address, and the first link no longer opens it', async () => {
    const { id } = await newMerchant()
    const other = { email: `${crypto.randomUUID()}@example.com`, name: 'Bia Dona' }
    const again = await operator.post(`/operator/merchants/${id}/owner`, other)
    expect([again.status, typeof again.body.data.link]).toEqual([201, 'string'])
    const members = (await operator.get(`/merchants/${id}/members`)).body.data.items
    expect(members).toMatchObject([{ name: 'Bia Dona', roles: ['owner'] }])
    expect((await operator.post(`/operator/merchants/${id}/owner`, other)).status).toBe(201)
  })

  test('that has an owner is left to the owner', async () => {
    const owner = await newPortalPerson(trilho)
    await trilho.sql`update people set password_hash = 'x' where id = ${owner.id}`
    const { id } = await newMerchant({ owner: { email: owner.email, name: 'Ana Souza' } })
    const intruder = { email: 'intruder@example.com', name: 'x' }
    expect(refusal(await operator.post(`/operator/merchants/${id}/owner`, intruder))).toEqual([
      409,
      'OwnerAlreadyThere',
    ])
  })
})

describe('the list of merchants', () => {
  test('finds by beginnings of words without accents, by tax number and by id, newest first in pages', async () => {
    const { id } = await newMerchant({ name: 'Pão & Açúcar Jardim São Bento', cnpj: '06.990.590/0001-23' })
    const names = async (search: string) =>
      (await operator.get(`/operator/merchants?search=${encodeURIComponent(search)}`)).body.data.items.map(
        (merchant: { id: string }) => merchant.id,
      )
    for (const search of ['acucar', 'AÇÚCAR', 'sao jard', 'pão ben', id, '06.990.590/0001-23'])
      expect(await names(search)).toEqual([id])
    // Nobody finds the digits of a masked number one by one.
    for (const search of ['0699059', 'nobody', 'ucar', "'; drop table merchants", ':* & |', '%'])
      expect(await names(search)).toEqual([])

    await Promise.all(times(27, n => newMerchant({ name: `Quitanda ${n}` })))
    const first = (await operator.get('/operator/merchants?search=quitanda')).body.data
    const second = (await operator.get(`/operator/merchants?search=quitanda&cursor=${first.nextCursor}`)).body.data
    const ids = [...first.items, ...second.items].map((merchant: { id: string }) => merchant.id)
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 2, null])
    expect(ids).toEqual([...new Set(ids)].sort().toReversed())
  })

  test('shows money and masked numbers; the whole number is revealed on request, and that is recorded', async () => {
    const { merchantId } = await trilho.newMerchant({ balance: '12.50' })
    const listed = await operator.get(`/operator/merchants?search=${merchantId}`)
    expect(listed.body.data.items).toMatchObject([{ available: '12.500000', taxNumber: '**.***.333/0001-**' }])
    expect(listed.text).not.toContain('11222333000181')
    const revealed = await operator.post(`/operator/merchants/${merchantId}/reveal`)
    expect(revealed.body.data).toEqual({ taxNumber: '11222333000181' })
    expect(await entriesOn(merchantId)).toMatchObject([{ act: 'taxNumber.reveal', merchantId, personId: operator.id }])
  })
})

describe('settings of a merchant', () => {
  test('approval policy and limits are set, shown and written down', async () => {
    const { id } = await newMerchant()
    const policy = { approversNeeded: 2, operatorApprovesAbove: '0' }
    const limits = {
      cashOutLimit: '100.5',
      cashOutDailyLimit: '1000',
      companyPaymentLimit: null,
      companyPaymentDailyLimit: '5000',
    }
    expect((await operator.put(`/operator/merchants/${id}/approval-policy`, policy)).status).toBe(200)
    expect((await operator.put(`/operator/merchants/${id}/limits`, limits)).status).toBe(200)
    expect(await detail(id)).toMatchObject({
      approvalPolicy: { approversNeeded: 2, operatorApprovesAbove: '0.000000' },
      limits: {
        cashOutLimit: '100.500000',
        cashOutDailyLimit: '1000.000000',
        companyPaymentLimit: null,
        companyPaymentDailyLimit: '5000.000000',
      },
    })
    expect(await entriesOn(id)).toMatchObject([
      { act: 'merchant.create' },
      {
        act: 'merchant.setApprovalPolicy',
        merchantId: id,
        details: {
          changes: { approversNeeded: { was: 1, is: 2 }, operatorApprovesAbove: { was: null, is: '0.000000' } },
        },
      },
      {
        act: 'merchant.setLimits',
        merchantId: id,
        details: {
          changes: {
            cashOutLimit: { was: null, is: '100.500000' },
            cashOutDailyLimit: { was: null, is: '1000.000000' },
            companyPaymentDailyLimit: { was: null, is: '5000.000000' },
          },
        },
      },
    ])
  })

  test.each([
    ['plan', { fixed: '0.1' }],
    ['approval-policy', { approversNeeded: 0, operatorApprovesAbove: null }],
    ['approval-policy', { approversNeeded: 1 }],
    ['limits', { cashOutLimit: '0' }],
    [
      'limits',
      { cashOutLimit: '-5', cashOutDailyLimit: null, companyPaymentLimit: null, companyPaymentDailyLimit: null },
    ],
  ])('%s %j is a 400', async (what, body) => {
    const { merchantId } = await trilho.newMerchant()
    expect((await operator.put(`/operator/merchants/${merchantId}/${what}`, body)).status).toBe(400)
  })

  test('a merchant that does not exist is not found, and nothing is written down', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    const entries = await trilho.sql`select count(*) from audit_entries`
    for (const id of [nobody, 'x']) {
      expect(refusal(await operator.get(`/operator/merchants/${id}`))).toEqual([404, 'MerchantNotFound'])
      expect(refusal(await operator.put(`/operator/merchants/${id}/plan`, form().plan))).toEqual([
        404,
        'MerchantNotFound',
      ])
      expect(refusal(await operator.post(`/operator/merchants/${id}/reveal`))).toEqual([404, 'MerchantNotFound'])
    }
    expect(await trilho.sql`select count(*) from audit_entries`).toEqual(entries)
  })

  test('plan, policy and limits need the password shown in the last five minutes', async () => {
    const { merchantId } = await trilho.newMerchant()
    trilho.clock.aheadMs += 6 * 60_000
    const answer = await operator.put(`/operator/merchants/${merchantId}/plan`, form().plan)
    trilho.clock.aheadMs = 0
    expect(refusal(answer)).toEqual([403, 'ConfirmationRequired'])
  })
})

describe('who may', () => {
  test.each(roles)('%s of a merchant may nothing of this, not even for the own merchant', async role => {
    const { merchantId } = await trilho.newMerchant()
    const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
    const own = `/operator/merchants/${merchantId}`
    const answers = [
      await person.get('/operator/platform'),
      await person.get('/operator/merchants'),
      await person.post('/operator/merchants', form()),
      await person.get(own),
      await person.post(`${own}/owner`, form().owner),
      await person.put(`${own}/plan`, form().plan),
      await person.put(`${own}/approval-policy`, { approversNeeded: 1, operatorApprovesAbove: null }),
      await person.put(`${own}/limits`, {
        cashOutLimit: null,
        cashOutDailyLimit: null,
        companyPaymentLimit: null,
        companyPaymentDailyLimit: null,
      }),
      await person.post(`${own}/reveal`),
    ]
    expect(answers.map(refusal)).toEqual(times(9, () => [403, 'RoleNotAllowed']))
    const { merchantId: other } = await trilho.newMerchant()
    expect(refusal(await person.get(`/operator/merchants/${other}`))).toEqual([404, 'MerchantNotFound'])
  })
})
