import { expect, test } from 'vitest'
import { approvedReceiver, cnpj } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { addBankAccount } from './add-bank-account.ts'
import { registerReceiver } from './register-receiver.ts'
import { reviewReceiver } from './review-receiver.ts'

const trilho = await openTrilho()
const { needs } = trilho
const api = await trilho.newMerchant()
const { merchantId } = api

/** Twelve receivers, oldest first: by turns Pending, Approved and Rejected. */
const ids = await times(12, n => n).reduce<Promise<string[]>>(async (before, n) => {
  const list = await before
  const receiver = await registerReceiver(needs, { merchantId, fantasyName: `Company ${n}`, cnpj: cnpj.moinho })
  const act = (['none', 'approve', 'reject'] as const)[n % 3] ?? 'none'
  if (act !== 'none') await reviewReceiver(needs, { merchantId, receiverId: receiver.id, act, note: null })
  return [...list, receiver.id]
}, Promise.resolve([]))
const newestFirst = ids.toReversed()

const list = (query: string, client = api) => client.get(`/partners-int/receivers?${query}`)

test.each([
  [5, 0, newestFirst.slice(0, 5)],
  [5, 5, newestFirst.slice(5, 10)],
  [5, 10, newestFirst.slice(10)],
  [10, 0, newestFirst.slice(0, 10)],
  [20, 0, newestFirst],
  [20, 12, []],
  [20, 1_000_000_000, []],
])('a page of %i from %i has those items, newest first, and the whole total', async (limit, offset, expected) => {
  const { status, body } = await list(`dataset.limit=${limit}&dataset.offset=${offset}`)
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: { limit, offset, total: 12, items: expect.any(Array), totalIsExact: true },
  })
  expect(body.data.items.map((item: { id: string }) => item.id)).toEqual(expected)
})

test.each([
  ['Pending', 'Pending', 0],
  ['Approved', 'Approved', 1],
  ['Denied', 'Rejected', 2],
  ['Rejected', 'Rejected', 2],
])('the filter %s finds the receivers that are %s', async (filter, status, turn) => {
  const { body } = await list(`dataset.limit=20&dataset.offset=0&receiverStatus=${filter}`)
  expect(body.data.total).toBe(4)
  expect(body.data.items.map((item: { id: string }) => item.id)).toEqual(
    ids.filter((_, n) => n % 3 === turn).toReversed(),
  )
  expect(body.data.items.map((item: { receiverStatus: string }) => item.receiverStatus)).toEqual(times(4, () => status))
})

test.each([
  ['dataset.offset=0', '', 'required', { missingProperty: 'dataset.limit' }],
  ['dataset.limit=5', '', 'required', { missingProperty: 'dataset.offset' }],
  ['dataset.limit=7&dataset.offset=0', '/dataset.limit', 'enum', { allowedValues: [5, 10, 20] }],
  ['dataset.limit=5&dataset.offset=-1', '/dataset.offset', 'minimum', { comparison: '>=', limit: 0 }],
  [
    'dataset.limit=5&dataset.offset=0&receiverStatus=Cancelled',
    '/receiverStatus',
    'enum',
    { allowedValues: ['Pending', 'Approved', 'Denied', 'Rejected'] },
  ],
])('%s is refused', async (query, path, code, info) => {
  const { status, body } = await list(query)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ name: 'InvalidRequestFormatError' })
  expect(body.error.details).toStrictEqual([{ path, code, message: expect.any(String), info }])
})

test('one receiver is read in the shape of a page with one item', async () => {
  const [id = ''] = ids
  const { status, body } = await api.get(`/partners-int/receivers/${id}`)
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      limit: 50,
      offset: 0,
      total: 1,
      items: [
        {
          id,
          creationDate: expect.stringMatching(/Z$/),
          receiverStatus: 'Pending',
          companyFantasyName: 'Company 0',
          companyCNPJ: cnpj.moinho,
          reviewNote: null,
        },
      ],
      totalIsExact: true,
    },
  })
})

test('accounts come in the order they were added, and are paged only where asked', async () => {
  const { receiverId, accountId } = await approvedReceiver(needs, merchantId)
  const bank = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '2', number: '3' }
  const owned = { merchantId, receiverId, ownerCnpj: cnpj.moinho, pixKey: cnpj.moinho }
  const { id: second } = await addBankAccount(needs, { ...owned, ...bank })
  const accounts = async (query = '') =>
    (await api.get(`/partners-int/receivers/${receiverId}/accounts${query}`)).body.data.map((a: { id: string }) => a.id)
  expect(await accounts()).toEqual([accountId, second])
  expect(await accounts('?offset=1&limit=50')).toEqual([second])
  expect(await accounts('?limit=1')).toEqual([accountId])
  expect(await accounts('?offset=2')).toEqual([])
})

test("another merchant's receivers and accounts, and unknown ones, are not found", async () => {
  const other = await trilho.newMerchant()
  expect((await list('dataset.limit=5&dataset.offset=0', other)).body.data).toMatchObject({ total: 0, items: [] })
  for (const id of [ids[0], '019a0000-0000-7000-8000-000000000000', 'abc'])
    for (const path of [`/receivers/${id}`, `/receivers/${id}/accounts`]) {
      const { status, body } = await other.get(path)
      expect(status).toBe(404)
      expect(body.error).toMatchObject({ name: 'NotFoundError', details: { reason: 'ReceiverNotFound' } })
    }
})
