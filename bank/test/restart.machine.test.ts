import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bankFolder, spawnBank } from './kit/bank-process.ts'

test('acknowledged changes survive kill -9, and an incomplete last line of the journal is ignored', async () => {
  const folder = await bankFolder()
  const first = await spawnBank(folder)
  const shop = first.partner('efi')
  const skip = { headers: { 'x-skip-mtls-checking': 'true' } }
  // Nothing listens there: the callbacks of a killed bank are still pending.
  await first.control.put('/partners/efi/switches', { webhookCheck: false })
  await shop.put(`/v2/webhook/${shop.key}`, { webhookUrl: 'http://127.0.0.1:9/hook' }, skip)
  await first.control.put('/settings', { payoutDelayMs: null })
  const charges = await Promise.all(Array.from({ length: 20 }, () => shop.charge('1.00')))
  const token = (await shop.askToken()).body.access_token
  await first.control.post(`/charges/efi/${charges[0]?.txid}/pay`)
  const order = { valor: '7.00', pagador: { chave: shop.key }, favorecido: { chave: 'joao@mail.test' } }
  const sent = await shop.put('/v3/gn/pix/k1', order)
  const before = await first.control.ledger()
  await first.kill()
  appendFileSync(join(folder, 'journal.jsonl'), '[["charges","efi x",{"par')

  const second = await spawnBank(folder)
  expect(await second.control.ledger()).toEqual(before)
  const again = second.partner('efi')
  again.useToken(token)
  for (const { txid } of charges) expect((await again.get(`/v2/cob/${txid}`)).status).toBe(200)
  expect(await again.put('/v3/gn/pix/k1', order)).toMatchObject({ status: 409, body: { nome: 'id_envio_duplicado' } })
  const read = await again.get('/v2/gn/pix/enviados/id-envio/k1')
  expect(read.body).toMatchObject({ status: 'EM_PROCESSAMENTO', endToEndId: sent.body.e2eId })
  expect((await second.control.get('/callbacks')).length).toBe(1)
  await second.control.post('/payouts/k1/complete')
  await second.kill()
  const third = await spawnBank(folder)
  expect((await third.control.get('/payouts'))[0]).toMatchObject({ ownId: 'k1', state: 'Paid' })
})
