import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant({ balance: '100' })

const cancel = (id: string, by = api) => by.put(`/accounts/transactions/pix/${id}/cancel`)

test('a cash-in that nobody has paid is cancelled and notified once, however often it is requested', async () => {
  const id = await api.createCashIn({ webhook })
  for (const { status, body } of await Promise.all(times(5, () => cancel(id)))) {
    expect(status).toBe(200)
    expect(body).toStrictEqual({ statusCode: 'Done', data: { transactionId: id, transactionState: 'Cancelled' } })
  }
  expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Canceled', stateCompletedDate: null })
  expect((await sink.waitForEvents(id, 1)).map(({ body }) => body.transactionState)).toEqual(['Cancelled'])
  expect((await api.simulate('complete', id)).status).toBe(409)
  expect(sink.eventsOf(id)).toHaveLength(1)
})

test('what was paid, failed or is no cash-in by Pix is not cancelled', async () => {
  const ended = async (simulation: string) => {
    const id = await api.createCashIn({ webhook })
    await api.simulate(simulation, id)
    return id
  }
  const ids = [
    await ended('complete'),
    await ended('error'),
    await api.createCashOut({ webhook }),
    (await api.createInitiation({ webhook })).id,
  ]
  for (const id of ids) {
    const before = await api.stateOf(id)
    const { status, body } = await cancel(id)
    expect([status, body.error.details.reason]).toEqual([409, 'TransactionStateNotAllowed'])
    expect(await api.stateOf(id)).toBe(before)
  }
})

test("another merchant's cash-in, or none, is not found", async () => {
  const outsider = await trilho.newMerchant()
  for (const id of [await outsider.createCashIn(), crypto.randomUUID(), 'none']) {
    const { status, body } = await cancel(id)
    expect([status, body.error.details.reason]).toEqual([404, 'TransactionNotFound'])
  }
})

test('cancelled and paid at once on two servers: each cash-in has one outcome, and is notified once', async () => {
  const merchant = await trilho.newMerchant()
  const elsewhere = { ...merchant, ...clientWith((await trilho.startServer()).url, merchant.token) }
  const ids = await Promise.all(times(20, () => merchant.createCashIn({ amount: '1', webhook })))
  const answers = await Promise.all(
    ids.map(async (id, i) => {
      const [cancelled, paid] = await Promise.all([
        cancel(id, i % 2 === 0 ? merchant : elsewhere),
        elsewhere.simulate('complete', id),
      ])
      return [cancelled.status, paid.status].join(' ')
    }),
  )
  expect(answers.filter(answer => answer !== '200 409' && answer !== '409 200')).toEqual([])
  const paid = answers.filter(answer => answer === '409 200').length
  expect(await merchant.availableBalance()).toBe(`${paid}.000000`)
  for (const id of ids) expect(await sink.waitForEvents(id, 1)).toHaveLength(1)
  expect(await auditBooks(trilho.needs)).toEqual([])
})
