import { expect, test } from 'vitest'
import { type TestBank, bankFolder, spawnBank, testBank } from './kit/bank-process.ts'
import { receiverOf } from './kit/receiver.ts'

const payments = '/v1/pagamentos/pix'
const hash = 'a-hash-of-callbacks'
const itau = '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02'
const today = { inicio: '2020-01-01', fim: '2099-01-01' }

/** A partner that can initiate, and the bank's callbacks to it. */
async function shopAt(bank: Pick<TestBank, 'partner'>, webhookURL?: string) {
  const shop = bank.partner('efi')
  const config = {
    redirectURL: 'https://shop.test/return',
    webhookURL: webhookURL ?? 'http://127.0.0.1:9/hook',
    webhookSecurity: { type: 'hmac', hash },
    processPayment: 'async',
    generateTxIdForInic: false,
  }
  expect((await shop.put('/v1/config', config)).status).toBe(200)
  const parties = (codigoBanco = '09089356') => ({
    pagador: { idParticipante: itau, cpf: '52998224725' },
    favorecido: {
      contaBanco: {
        codigoBanco,
        agencia: '0001',
        documento: '11222333000181',
        nome: 'Shop Ltda',
        conta: '12345',
        tipoConta: 'TRAN',
      },
    },
  })
  const details = { valor: '12.30', idProprio: 'ours' }
  const initiate = (body: object = { ...parties(), pagamento: details }, key: string = crypto.randomUUID()) =>
    shop.post(payments, body, { headers: { 'x-idempotency-key': key } })
  return { shop, config, parties, details, initiate }
}

test('a payer agrees: the money arrives without key and txid, the partner is notified and can read its state', async () => {
  const bank = await testBank()
  const receiver = await receiverOf(bank.partner('efi'))
  const { shop, config, initiate } = await shopAt(bank, receiver.url)
  expect((await shop.get('/v1/config')).body).toEqual(config)
  expect((await shop.get('/v1/participantes', { query: { nome: 'ita' } })).body.participantes).toMatchObject([
    { identificador: itau, nome: 'Itaú' },
  ])
  const made = await initiate()
  expect(made).toMatchObject({ status: 201, body: { redirectURI: expect.stringContaining('/authorise?id=urn') } })
  const identificador: string = made.body.identificadorPagamento
  const read = async () => (await shop.get(payments, { query: { identificador } })).body.pagamentos[0]
  expect(await read()).toMatchObject({ status: 'pendente', idProprio: 'ours', valor: '12.30' })

  const agreed = await bank.control.post(`/initiations/${identificador}/authorise`)
  expect(agreed['returnUrl']).toBe(
    `${config.redirectURL}?${new URLSearchParams({ identificadorPagamento: identificador })}`,
  )
  const paid = await read()
  expect(paid).toMatchObject({ status: 'aceito', endToEndId: expect.stringMatching(/^E60701190/) })
  const [callback] = await receiver.bodies(1)
  expect(callback).toEqual({ ...paid, tipo: 'pagamento' })
  expect(receiver.received[0]?.path).toBe(`/hook?hmac=${hash}`)
  const { body: pix } = await shop.get(`/v2/pix/${paid.endToEndId}`)
  expect(pix).toMatchObject({ valor: '12.30' })
  expect([pix.chave, pix.txid]).toEqual([undefined, undefined])
  expect((await shop.get('/v2/gn/saldo')).body).toEqual({ saldo: '100012.30' })
  expect((await bank.control.call('POST', `/initiations/${identificador}/authorise`, {})).status).toBe(409)
})

test('refused, failed, expired: no money moves, and each has its status', async () => {
  const bank = await testBank()
  await bank.control.put('/settings', { tokenSeconds: 3600 })
  const { shop, initiate } = await shopAt(bank, (await receiverOf(bank.partner('efi'))).url)
  const ids: string[] = []
  for (const act of ['refuse', 'fail']) {
    const { identificadorPagamento: id } = (await initiate()).body
    await bank.control.post(`/initiations/${id}/${act}`)
    ids.push(id)
  }
  ids.push((await initiate()).body.identificadorPagamento)
  await bank.control.post('/clock/advance', { seconds: 301 })
  const states = async () =>
    Promise.all(
      ids.map(
        async identificador => (await shop.get(payments, { query: { identificador } })).body.pagamentos[0].status,
      ),
    )
  await expect.poll(states).toEqual(['rejeitado', 'erro', 'expirado'])
  expect((await shop.get(payments, { query: { ...today, status: 'erro' } })).body.pagamentos).toHaveLength(1)
  expect((await shop.get('/v2/gn/saldo')).body).toEqual({ saldo: '100000.00' })
})

test('every refusal has a name; the form of the body and a used key are switches', async () => {
  const bank = await testBank()
  const { shop, parties, details, initiate } = await shopAt(bank)
  const key = crypto.randomUUID()
  const first = await initiate(undefined, key)
  expect(await initiate(undefined, key)).toMatchObject({ status: 409, body: { nome: 'conflito_chave_idempotencia' } })
  expect((await initiate(undefined, 'short')).body.nome).toBe('json_invalido')
  expect(await initiate({ ...parties('60701190'), pagamento: details })).toMatchObject({
    status: 422,
    body: { nome: 'codigo_banco_nao_permitido' },
  })
  expect(await shop.get(payments, { query: { identificador: 'urn:nobody' } })).toMatchObject({
    status: 404,
    body: { nome: 'pagamento_nao_encontrado' },
  })
  expect((await initiate({ ...parties(), ...details })).body.nome).toBe('json_invalido')
  await bank.control.put('/partners/efi/switches', { initiationBody: 'top', repeatedInitiation: 'same' })
  expect((await initiate({ ...parties(), ...details }, key)).body).toEqual(first.body)
  await bank.control.put('/partners/efi/switches', { initiationBody: 'detalhes' })
  expect((await initiate({ ...parties(), detalhes: details })).status).toBe(201)
  await bank.control.put('/partners/efi/switches', { initiationBody: 'top' })
  expect((await initiate({ ...parties(), ...details })).status).toBe(201)
  await bank.control.put('/partners/efi/scopes', { scopes: ['gn.opb.payment.pix.read'] })
  shop.useToken(null)
  expect(await initiate()).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
})

test('initiations and their settings survive kill -9, and a used key stays used', async () => {
  const folder = await bankFolder()
  const first = await spawnBank(folder)
  const { config, initiate } = await shopAt(first)
  const key = crypto.randomUUID()
  const { identificadorPagamento: identificador } = (await initiate(undefined, key)).body
  await first.control.post(`/initiations/${identificador}/authorise`, { pending: true })
  await first.kill()
  const second = await spawnBank(folder)
  const shop = second.partner('efi')
  expect((await shop.get('/v1/config')).body).toEqual(config)
  expect((await shop.get(payments, { query: { identificador } })).body.pagamentos).toMatchObject([
    { status: 'pendente' },
  ])
  await second.control.post(`/initiations/${identificador}/accept`)
  expect((await shop.get(payments, { query: { identificador } })).body.pagamentos).toMatchObject([{ status: 'aceito' }])
  const again = await shopAt(second)
  expect((await again.initiate(undefined, key)).status).toBe(409)
})
