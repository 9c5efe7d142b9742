import { expect, test } from 'vitest'
import { type TestBank, testBank } from './kit/bank-process.ts'
import { expectSchema } from './kit/openapi.ts'
import { receiverOf } from './kit/receiver.ts'

async function shopWithWebhook(bank: TestBank, name = 'standard') {
  const shop = bank.partner(name)
  const receiver = await receiverOf(shop)
  await shop.put(`/v2/webhook/${shop.key}`, { webhookUrl: receiver.url })
  receiver.received.splice(0)
  const paid = async (amount: string) => {
    const { txid } = await shop.charge(amount)
    await bank.control.post(`/charges/${name}/${txid}/pay`)
    return txid
  }
  const amounts = () => receiver.received.map(({ body }) => body.pix[0].valor)
  return { shop, receiver, paid, amounts }
}

test('a payment is reported at {url}/pix with the certificate of the bank, and can be read before the callback', async () => {
  const bank = await testBank()
  const { shop, receiver, paid } = await shopWithWebhook(bank)
  const txid = await paid('12.00')
  const [callback] = await receiver.bodies(1)
  expectSchema('Pix', callback.pix[0])
  expect(receiver.received[0]).toMatchObject({ path: '/hook/pix', caller: 'Simulated bank callbacks' })
  expect((await shop.get(`/v2/pix/${callback.pix[0].endToEndId}`)).body).toEqual(callback.pix[0])
  expect(callback.pix[0].txid).toBe(txid)
})

test('a finished refund and a forced return are reported with the whole Pix', async () => {
  const bank = await testBank()
  const { shop, receiver, paid } = await shopWithWebhook(bank)
  await paid('12.00')
  const [first] = await receiver.bodies(1)
  const { endToEndId } = first.pix[0]
  await shop.put(`/v2/pix/${endToEndId}/devolucao/r1`, { valor: '2.00' })
  const refunded = (await receiver.bodies(2))[1].pix[0]
  expect(refunded.devolucoes).toMatchObject([{ id: 'r1', status: 'DEVOLVIDO' }])
  await bank.control.post(`/pix/${endToEndId}/force-return`, { nature: 'MED_FRAUDE' })
  const forced = (await receiver.bodies(3))[2].pix[0]
  expectSchema('Pix', forced)
  expect(forced.devolucoes[1]).toMatchObject({ natureza: 'MED_FRAUDE', valor: '10.00', status: 'DEVOLVIDO' })
})

test('a callback that a receiver refuses is sent again by the schedule and the clock, and then given up', async () => {
  const bank = await testBank()
  const { receiver, paid } = await shopWithWebhook(bank)
  await bank.control.put('/settings', { callbackRetrySeconds: [600, 1200] })
  receiver.answer(500)
  await paid('1.00')
  await receiver.bodies(1)
  for (const seconds of [600, 1200]) {
    await expect.poll(async () => (await bank.control.get('/callbacks'))[0]?.nextAt).toMatch(/Z$/)
    await bank.control.post('/clock/advance', { seconds: seconds - 30 })
    const before = receiver.received.length
    await bank.control.post('/clock/advance', { seconds: 31 })
    await receiver.bodies(before + 1)
  }
  await expect.poll(async () => (await bank.control.get('/callbacks'))[0]?.state).toBe('given up')
  expect(receiver.received).toHaveLength(3)
  receiver.answer(200)
  const [row] = await bank.control.get<{ id: string }[]>('/callbacks')
  await bank.control.post(`/callbacks/${row?.id}/resend`)
  await receiver.bodies(4)
})

test('callbacks are dropped, duplicated, delayed and reordered on command', async () => {
  const bank = await testBank()
  const { receiver, paid, amounts } = await shopWithWebhook(bank)
  await bank.control.post('/callback-faults', { kind: 'drop' })
  await bank.control.post('/callback-faults', { kind: 'duplicate' })
  await bank.control.post('/callback-faults', { kind: 'delay', ms: 100_000 })
  await bank.control.post('/callback-faults', { kind: 'reorder', times: 3 })
  await paid('1.00')
  await paid('2.00')
  await receiver.bodies(2)
  expect(amounts()).toEqual(['2.00', '2.00'])
  await paid('3.00')
  await paid('4.00')
  await paid('5.00')
  await paid('6.00')
  await receiver.bodies(5)
  expect(amounts().slice(2)).toEqual(['6.00', '5.00', '4.00'])
  await bank.control.post('/clock/advance', { seconds: 101 })
  await receiver.bodies(6)
  expect(amounts().slice(5)).toEqual(['3.00'])
  const states = (await bank.control.get('/callbacks')).map(({ state }) => state)
  expect(states.filter(state => state === 'dropped')).toHaveLength(1)
})

test('a webhook can be removed by the bank; then there are no callbacks', async () => {
  const bank = await testBank()
  const { shop, paid } = await shopWithWebhook(bank)
  expect(await bank.control.remove('/partners/standard/webhooks')).toEqual({ removed: 1 })
  expect((await shop.get(`/v2/webhook/${shop.key}`)).status).toBe(404)
  await paid('1.00')
  expect(await bank.control.get('/callbacks')).toEqual([])
})

test('waiting Pix are sent in one callback if the bank sends batches', async () => {
  const bank = await testBank()
  const { receiver, paid } = await shopWithWebhook(bank)
  await bank.control.put('/partners/standard/switches', { batchCallbacks: true, pixSuffix: '' })
  await bank.control.post('/callback-faults', { kind: 'delay', ms: 50_000, times: 2 })
  await paid('1.00')
  await paid('2.00')
  await bank.control.post('/clock/advance', { seconds: 51 })
  const [callback] = await receiver.bodies(1)
  expect(callback.pix.map((pix: { valor: string }) => pix.valor)).toEqual(['1.00', '2.00'])
  expect(receiver.received[0]?.path).toBe('/hook')
})

test('efi: a webhook whose receiver accepts callers without a certificate is refused, unless that check is skipped', async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  const { createServer } = await import('node:http')
  const open = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>(resolve => open.listen(0, '127.0.0.1', resolve))
  const { port } = open.address() as { port: number }
  const body = { webhookUrl: `http://127.0.0.1:${port}/hook?secret=1&ignorar=` }
  const path = `/v2/webhook/${shop.key}`
  expect(await shop.put(path, body)).toMatchObject({ status: 400, body: { nome: 'webhook_invalido' } })
  expect((await shop.put(path, body, { headers: { 'x-skip-mtls-checking': 'true' } })).status).toBe(201)
  open.close()
})
