import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { meet, rowOf } from '../../../test/kit/meet.ts'
import { batchesOf, payoutRow, payoutRows, unknownKey } from '../../../test/kit/payout-batches.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'

const trilho = await openTrilho()
const shop = await newPayer(trilho, { balance: '100' })
const { merchantId } = shop
const batches = batchesOf(shop, trilho.needs)
const person = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
const path = `/merchants/${merchantId}/payout-batches`

test('the outcome of each payment is shown, and only rows that will not be paid any more can be paid by another batch', async () => {
  const made = await batches.pay((await batches.make([...payoutRows(4), payoutRow('1', unknownKey)])).id)
  const [paid, failed, cancelled] = (await batches.rows(made.id)).map(({ transactionId }) => transactionId ?? '')
  await shop.simulate('complete', paid ?? '')
  await shop.simulate('error', failed ?? '')
  await shop.simulate('cancel', cancelled ?? '')
  const detail = async () => (await person.get(`${path}/${made.id}`)).body.data
  const unpaid = async () => (await person.get(`${path}/${made.id}/unpaid`)).body.data.rows
  expect(await detail()).toMatchObject({
    outcomes: { paid: { count: 1 }, failed: { count: 2, amount: '2.000000' }, underWay: { count: 1 } },
    hasUnpaid: true,
  })
  // The order id of a payment that failed is used up.
  expect((await unpaid()).map((row: { orderId?: string }) => row.orderId)).toEqual([undefined, undefined, undefined])
  expect((await person.post(`${path}/check`, { kind: 'payouts', rows: await unpaid() })).body.data.wrongCount).toBe(0)

  // A bank that has the order may still pay it.
  await trilho.sql`
    insert into bank_orders (merchant_id, id, kind, transaction_id, state, attempts, next_step_at, created_at)
    values (${merchantId}, gen_random_uuid(), 'payout', ${cancelled ?? ''}, 'Waiting', 1, now() + interval '1 day', now())`
  expect(await unpaid()).toHaveLength(2)
})

/** A batch of three of which none was paid, and what people do about it in the portal. */
async function newUnpaid(kind: 'payouts' | 'companyPayments') {
  const shop = await newPayer(trilho, { balance: '100' })
  const batches = batchesOf(shop, trilho.needs)
  const people = [
    await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] }),
    await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['owner'] }),
  ] as const
  const [finance] = people
  const at = `/merchants/${shop.merchantId}/payout-batches`
  const row = kind === 'payouts' ? payoutRow('1') : { receiver: shop.receiverId, amount: '1', description: 'Farinha' }
  const payAll = async (id: string) => {
    await batches.pay(id)
    return (await batches.rows(id)).map(({ transactionId }) => transactionId ?? '')
  }
  const { id } = await batches.make([row, row, row], { kind })
  for (const one of await payAll(id)) await shop.simulate('error', one)
  return {
    ...shop,
    batches,
    people,
    id,
    payAll,
    detail: async (of = id) => (await finance.get(`${at}/${of}`)).body.data,
    unpaid: async (of = id) => (await finance.get(`${at}/${of}/unpaid`)).body.data,
    /** Asks for rows of a batch again. */
    ask: (written: object[], numbers: number[], { by = finance, batchId = id, formKey = newKey() } = {}) =>
      by.post(at, { kind, name: 'De novo', rows: written, again: { batchId, numbers }, formKey }),
  }
}
const newKey = (): string => crypto.randomUUID()

test.each(['payouts', 'companyPayments'] as const)(
  'what was not paid of %s is asked for again once, also by two people at the same moment; anew where that was rejected or cancelled',
  async kind => {
    const { ask, id, people, ...old } = await newUnpaid(kind)
    const { rows, numbers } = await old.unpaid()
    expect([rows.length, numbers]).toEqual([3, [1, 2, 3]])
    const keys = people.map(newKey)
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const asks = people.map(
      (by, i) => async () => answers.push(await ask(rows, numbers, { by, formKey: keys[i] ?? '' })),
    )
    await meet(trilho.sql, rowOf('payout_batches', id), asks)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost && refusalOf(lost)).toEqual([409, 'PayoutRowsTaken'])
    const first = answers.find(({ status }) => status === 201)?.body.data.id
    expect((await old.batches.list()).map(one => one.id)).toEqual([first, id])
    expect(await old.detail()).toMatchObject({ hasUnpaid: false, againIn: [{ id: first, name: 'De novo' }] })
    expect(await old.unpaid()).toEqual({ rows: [], numbers: [] })
    // The first form, sent again because its response was lost.
    const repeated = await Promise.all(people.map((by, i) => ask(rows, numbers, { by, formKey: keys[i] ?? '' })))
    expect(repeated.map(({ status, body }) => (status === 201 ? body.data.id : status)).sort()).toEqual(
      [409, first].sort(),
    )

    await old.batches.reject(first)
    expect(await old.detail()).toMatchObject({ hasUnpaid: true, againIn: [] })
    const second = (await ask(rows, numbers)).body.data.id
    expect((await ask(rows.slice(0, 1), [2])).status).toBe(409)
    await old.batches.cancel(second)
    const some = (await ask(rows.slice(1), numbers.slice(1))).body.data.id
    expect(await old.unpaid()).toMatchObject({ numbers: [1] })
    expect(refusalOf(await ask(rows.slice(0, 2), [1, 2]))).toEqual([409, 'PayoutRowsTaken'])
    const rest = (await ask(rows.slice(0, 1), [1])).body.data.id
    expect((await old.detail()).againIn.map((one: { id: string }) => one.id)).toEqual([rest, some])

    // What the new batch does not pay is asked for by one made from it, and not from the first.
    const [failed] = await old.payAll(some)
    await old.payAll(rest)
    await old.simulate('error', failed ?? '')
    expect(await old.detail()).toMatchObject({ hasUnpaid: false })
    const left = await old.unpaid(some)
    expect(left.numbers).toEqual([1])
    const last = (await ask(left.rows, left.numbers, { batchId: some })).body.data.id
    expect((await ask(left.rows, left.numbers, { batchId: some })).status).toBe(409)
    await old.payAll(last)
    expect(await old.balance()).toMatchObject({ available: '97.000000', held: '3.000000' })
    expect(await auditBooks(trilho, { onlyMerchant: old.merchantId })).toEqual([])
  },
)

test('only what was not paid of a batch of the same merchant and kind is asked for again, each row once', async () => {
  const { ask, ...old } = await newUnpaid('payouts')
  const { rows } = await old.unpaid()
  const other = await newUnpaid('companyPayments')
  const [row] = rows
  expect((await ask(rows, [1, 2])).status).toBe(400)
  expect((await ask([row, row], [1, 1])).status).toBe(400)
  expect(refusalOf(await ask([row], [4]))).toEqual([409, 'PayoutRowsTaken'])
  expect(refusalOf(await ask([row], [1], { batchId: other.id }))).toEqual([404, 'PayoutBatchNotFound'])
  const running = await old.batches.make(payoutRows(1))
  await old.batches.approve(running.id)
  expect(refusalOf(await ask([row], [1], { batchId: running.id }))).toEqual([409, 'PayoutRowsTaken'])
  expect((await old.detail()).hasUnpaid).toBe(true)
})

test('the result file says in the language of its reader why a row was refused and why a payment failed; its name has the day', async () => {
  const { id } = await batches.pay((await batches.make([payoutRow('1'), payoutRow('1', unknownKey)])).id)
  const [first] = await batches.rows(id)
  await shop.simulate('error', first?.transactionId ?? '')
  const file = await person.get(`${path}/${id}/result`)
  const day = dayOf(new Date())
  expect(file.headers.get('content-disposition')).toContain(`"resultado-${day}-${id}.csv"`)
  expect(readSpreadsheet(file.text)).toMatchObject([
    {
      Situação: 'Transação criada',
      'Situação da transação': 'Com erro',
      Motivo: 'O banco não conseguiu processar o pagamento.',
    },
    { Situação: 'Recusado', Motivo: 'Nenhuma conta tem esta chave Pix' },
  ])
  await trilho.sql`update people set language = 'en' where id = ${person.id}`
  expect(readSpreadsheet((await person.get(`${path}/${id}/result`)).text)[1]).toMatchObject({
    Reason: 'No account has this Pix key',
  })
  const model = await person.get(`${path}/template?kind=payouts`)
  expect(model.headers.get('content-disposition')).toContain(`modelo-envios-${day}.csv`)
  const ofApi = await shop.get(`/payout-batches/${id}/result`)
  expect(ofApi.headers.get('content-disposition')).toContain(`payout-batch-${day}-${id}.csv`)
})

test('a preview shows what is left of the limit of the day', async () => {
  const { merchantId, createCashOut } = await newPayer(trilho)
  const asking = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const preview = async (count: number) => {
    const rows = payoutRows(count)
    return (await asking.post(`/merchants/${merchantId}/payout-batches/check`, { kind: 'payouts', rows })).body.data
  }
  expect(await preview(1)).toMatchObject({ perDay: null, leftToday: null, fitsToday: true })
  await trilho.sql`
    update merchants set cash_out_daily_limit = 9000000, limits_set_at = now() where id = ${merchantId}`
  trilho.needs.readMerchant.invalidate(merchantId)
  await createCashOut({ amount: '4' })
  expect(await preview(5)).toMatchObject({ perDay: '9.000000', leftToday: '5.000000', fitsToday: true })
  expect(await preview(6)).toMatchObject({ leftToday: '5.000000', fitsToday: false })
})
