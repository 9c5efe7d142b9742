import { expect, test } from 'vitest'
import { cnpj, newPayer, requestsPath } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const payer = await newPayer(trilho)

type Item = { id: string; status: string }

/** Seven requests, a minute apart: four Pending, then one Approved, one Rejected and one Cancelled. */
const startMs = Date.now()
const made: string[] = []
for (const n of times(7, i => i)) {
  trilho.clock.aheadMs = n * 60_000
  made.push((await payer.createRequest(`${n + 1}`)).id)
}
const [first = '', , , , approved = '', rejected = '', cancelled = ''] = made
await payer.approve(approved)
await payer.reject(rejected)
await payer.cancelRequest(cancelled)

const minute = (n: number) => new Date(startMs + n * 60_000 - 1_000).toISOString()
const always = `startDate=${minute(-60)}&endDate=${minute(60)}`
const firstPage = 'dataset.limit=20&dataset.offset=0'
const list = (query: string, client: Pick<typeof payer, 'get'> = payer) => client.get(`${requestsPath}?${query}`)
const idsOf = (body: { data: { items: Item[] } }) => body.data.items.map(item => item.id)

test.each([
  ['Pending', 'Pending', made.slice(0, 4).toReversed()],
  ['Approved', 'Approved', [approved]],
  ['Denied', 'Rejected', [rejected]],
  ['Rejected', 'Rejected', [rejected]],
  ['Cancelled', 'Cancelled', [cancelled]],
])('the filter %s finds what is %s, newest first', async (filter, status, expected) => {
  const { status: code, body } = await list(`${firstPage}&status=${filter}&${always}`)
  expect(code).toBe(200)
  expect(body.data).toMatchObject({ limit: 20, offset: 0, total: expected.length })
  expect(idsOf(body)).toEqual(expected)
  expect(body.data.items.map((item: Item) => item.status)).toEqual(expected.map(() => status))
})

test('pages follow each other and all have the same total', async () => {
  const many = await newPayer(trilho)
  const ids = []
  for (const _ of times(7, i => i)) ids.push((await many.createRequest('1')).id)
  const pages = await Promise.all(
    [0, 5, 10].map(offset => list(`dataset.limit=5&dataset.offset=${offset}&status=Pending&${always}`, many)),
  )
  expect(pages.map(({ body }) => body.data.total)).toEqual([7, 7, 7])
  expect(pages.map(({ body }) => idsOf(body))).toEqual([ids.toReversed().slice(0, 5), ids.toReversed().slice(5), []])
})

test.each([
  [0, 4, made.slice(0, 4)],
  [1, 3, made.slice(1, 3)],
  [2, 60, made.slice(2, 4)],
  [-60, 0, []],
])('from minute %i to %i the requests of that time are found', async (from, to, expected) => {
  const { body } = await list(`${firstPage}&status=Pending&startDate=${minute(from)}&endDate=${minute(to)}`)
  expect(idsOf(body)).toEqual(expected.toReversed())
  expect(body.data.total).toBe(expected.length)
})

test('an item has the whole request, with 6 decimals and its execution', async () => {
  const { body } = await list(`${firstPage}&status=Approved&${always}`)
  expect(body.data.items).toStrictEqual([
    {
      id: approved,
      amount: '5.000000',
      status: 'Approved',
      pixKey: cnpj.moinho,
      pixKeyType: 'CNPJ',
      description: 'Flour for November',
      refReceiver: payer.receiverId,
      refBankAccount: payer.accountId,
      refTransaction: expect.any(String),
      referencesInfo: { receiverName: 'Moinho Estrela', customerName: 'Padaria São João Ltda' },
      executionState: 'Created',
      executionCreatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      executionRegisteredDate: null,
      executionCompletedDate: null,
    },
  ])
})

const required = (missingProperty: string) => ({ path: '', code: 'required', info: { missingProperty } })

test.each([
  ['', ['dataset.limit', 'dataset.offset', 'status', 'startDate', 'endDate'].map(required)],
  [`${firstPage}&${always}`, [required('status')]],
  [`${firstPage}&status=Pending&startDate=${minute(0)}`, [required('endDate')]],
  [
    `dataset.limit=50&dataset.offset=0&status=Pending&${always}`,
    [{ path: '/dataset.limit', code: 'enum', info: { allowedValues: [5, 10, 20] } }],
  ],
  [
    `${firstPage}&status=Executed&${always}`,
    [
      {
        path: '/status',
        code: 'enum',
        info: { allowedValues: ['Pending', 'Approved', 'Denied', 'Rejected', 'Cancelled'] },
      },
    ],
  ],
  [
    `${firstPage}&status=Pending&startDate=yesterday&endDate=${minute(0)}`,
    [{ path: '/startDate', code: 'format', info: { format: 'date-time' } }],
  ],
])('the query "%s" is refused', async (query, details) => {
  const { status, body } = await list(query)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ name: 'InvalidRequestFormatError', details })
})

test('the detail read has the request and the steps of its approval', async () => {
  const { entity, flows } = await payer.readRequest(first)
  expect(entity).toMatchObject({ id: first, status: 'Pending', executionState: 'Created' })
  expect(flows).toStrictEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      date: entity.executionCreatedDate,
      userFullName: 'Padaria São João Ltda',
      userRealm: 'Partner',
      status: 'Pending',
      comment: null,
    },
  ])
})

test("another merchant's request, and an unknown one, are not found by any route", async () => {
  const other = await newPayer(trilho)
  expect((await list(`${firstPage}&status=Pending&${always}`, other)).body.data).toMatchObject({ total: 0, items: [] })
  for (const id of [first, '019a0000-0000-7000-8000-000000000000', 'abc'])
    for (const answer of await Promise.all([
      other.get(`${requestsPath}/${id}`),
      other.cancelRequest(id),
      other.approve(id),
      other.reject(id),
    ])) {
      expect(answer.status).toBe(404)
      expect(answer.body.error).toMatchObject({ name: 'NotFoundError', details: { reason: 'PaymentRequestNotFound' } })
    }
  expect((await payer.readRequest(first)).entity.status).toBe('Pending')
})
