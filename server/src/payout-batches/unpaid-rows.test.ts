import { expect, test } from 'vitest'
import { newPayer } from '../../test/kit/company-payments.ts'
import { batchesOf, payoutRow, payoutRows, unknownKey } from '../../test/kit/payout-batches.ts'
import { newPortalPerson } from '../../test/kit/portal-client.ts'
import { readSpreadsheet } from '../../test/kit/spreadsheet.ts'
import { openTrilho } from '../../test/kit/trilho.ts'
import { dayOf } from '../brazil/sao-paulo.ts'

const trilho = await openTrilho()
const shop = await newPayer(trilho, { balance: '100' })
const { merchantId } = shop
const batches = batchesOf(shop, trilho.needs)
const person = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
const path = `/merchants/${merchantId}/payout-batches`

test('what became of each payment is told, and only what nobody will pay any more can be paid by another batch', async () => {
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

test('the result file tells in the language of its reader why a row was refused and why a payment failed; its name has the day', async () => {
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

test('a preview tells what is left of the limit of the day', async () => {
  const { merchantId, createCashOut } = await newPayer(trilho)
  const asking = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const preview = async (count: number) => {
    const rows = payoutRows(count)
    return (await asking.post(`/merchants/${merchantId}/payout-batches/check`, { kind: 'payouts', rows })).body.data
  }
  expect(await preview(1)).toMatchObject({ perDay: null, leftToday: null, fitsToday: true })
  await trilho.sql`
    update merchants set cash_out_daily_limit = 9000000, limits_set_at = now() where id = ${merchantId}`
  trilho.needs.readMerchant.forget(merchantId)
  await createCashOut({ amount: '4' })
  expect(await preview(5)).toMatchObject({ perDay: '9.000000', leftToday: '5.000000', fitsToday: true })
  expect(await preview(6)).toMatchObject({ leftToday: '5.000000', fitsToday: false })
})
