import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testBank } from './kit/bank-process.ts'

test('a dropped call has done nothing; one that is cut after acting has', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  await shop.get('/v2/webhook')
  await control.post('/faults', { kind: 'drop', method: 'PUT' })
  await expect(shop.charge()).rejects.toThrow(/closed|reset|hang up/i)
  expect(await control.get('/charges')).toEqual([])
  await control.post('/faults', { kind: 'act, then cut', path: '/cob/' })
  await expect(shop.charge('2.00')).rejects.toThrow(/closed|reset|hang up/i)
  expect(await control.get('/charges')).toMatchObject([{ amount: '2.00', status: 'ATIVA' }])
  expect((await control.get('/calls')).map(({ fault }) => fault).filter(Boolean)).toEqual(['act, then cut', 'drop'])
})

test('too many requests, proxy errors, and incomplete JSON', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  await shop.get('/v2/webhook')
  await control.post('/faults', { kind: 'too many requests', retryAfterSeconds: 7 })
  expect(await shop.charge()).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  await control.post('/faults', { kind: 'server error', status: 502, times: 2 })
  for (const charge of [await shop.charge(), await shop.charge()])
    expect(charge).toMatchObject({ status: 502, type: 'text/html' })
  expect(await control.get('/charges')).toEqual([])
  await control.post('/faults', { kind: 'act, then server error' })
  expect((await shop.charge()).status).toBe(503)
  await control.post('/faults', { kind: 'malformed' })
  expect(await shop.charge()).toMatchObject({ status: 201, body: undefined })
  expect(await control.get('/charges')).toHaveLength(2)
  await control.post('/faults', { kind: 'not found' })
  expect((await shop.charge()).status).toBe(404)
  expect(await control.get('/charges')).toHaveLength(2)
  await control.post('/faults', { kind: 'drop', times: 5 })
  await control.remove('/faults')
  expect((await shop.charge()).status).toBe(201)
})

test('refusals in free words, on every call or on lists only, do nothing', async () => {
  const { partner, control } = await testBank()
  const [shop, other] = [partner('standard'), partner('efi')]
  await control.post('/faults', { kind: 'refusal', text: 'Fora do horário.', times: 10_000, partner: 'standard' })
  expect(await shop.askToken()).toMatchObject({ status: 422, body: { detail: 'Fora do horário.' } })
  expect(await shop.charge()).toMatchObject({ status: 422, type: 'application/problem+json' })
  await control.remove('/faults')
  await control.post('/faults', { kind: 'refusal', status: 403, path: '/cob/' })
  expect(await other.charge()).toMatchObject({ status: 403, body: { mensagem: expect.any(String) } })
  expect(await control.get('/charges')).toEqual([])
  await control.post('/faults', { kind: 'server error', path: 'inicio=' })
  const { txid } = await shop.charge()
  expect((await shop.get(`/v2/cob/${txid}`)).status).toBe(200)
  const query = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }
  expect((await shop.get('/v2/cob', { query })).status).toBe(503)
  expect((await shop.get('/v2/cob', { query })).body.cobs).toHaveLength(1)
})

test('a refusal in another form has none of the fields that the bank documents, and was carried out only if it says so', async () => {
  const { partner, control } = await testBank()
  const shop = partner('efi')
  for (const form of ['empty', 'text', 'xml', 'html', 'error', 'errors', '_message']) {
    await control.post('/faults', { kind: 'refusal in another form', form, status: 422, path: '/cob/' })
    const { status, body } = await shop.charge()
    expect([form, status, Object.keys(Object(body)).filter(name => /nome|mensagem|detail/.test(name))]).toEqual([
      form,
      422,
      [],
    ])
  }
  expect(await control.get('/charges')).toEqual([])
  await control.post('/faults', { kind: 'act, then refusal in another form', path: '/cob/' })
  expect((await shop.charge()).status).toBe(400)
  expect(await control.get('/charges')).toHaveLength(1)
})

test('fields of a response are missing once, changed or in capitals; lists and balances are wrong', async () => {
  const { partner, control } = await testBank()
  const shop = partner('efi')
  const { txid } = await shop.charge()
  await control.post(`/charges/efi/${txid}/pay`)
  const read = async () => (await shop.get(`/v2/cob/${txid}`)).body
  const whole = await read()
  await control.post('/faults', { kind: 'fields missing', fields: ['txid'] })
  const { txid: _, ...without } = whole
  expect(await read()).toEqual({ ...without, pix: [expect.not.objectContaining({ txid })] })
  await control.post('/faults', { kind: 'capitals', fields: ['txid'] })
  expect(await read()).toMatchObject({ txid: txid.toUpperCase(), pix: [{ txid: txid.toUpperCase() }] })
  expect(await read()).toEqual(whole)
  await control.post('/faults', { kind: 'fields changed', values: { saldo: '1.00' } })
  expect((await shop.get('/v2/gn/saldo')).body).toEqual({ saldo: '1.00' })
  await control.post('/faults', { kind: 'rows missing' })
  const query = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }
  expect((await shop.get('/v2/pix', { query })).body).toMatchObject({
    pix: [],
    parametros: { paginacao: { quantidadeTotalDeItens: 1 } },
  })
  expect((await control.call('POST', '/faults', { kind: 'capitals' })).status).toBe(400)
})

test('a bank that insists on its limits says how long to wait, for this kind of call only', async () => {
  const { partner, control } = await testBank()
  const shop = partner('inter')
  await shop.charge()
  await control.put('/partners/inter/switches', { enforceLimits: true })
  const ask = () => shop.get('/banking/v2/pix/nobody')
  for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(404)
  const limited = await ask()
  expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^(59|60)$/) } })
  expect((await shop.charge()).status).toBe(201)
  await control.post('/clock/advance', { seconds: 60 })
  expect((await ask()).status).toBe(404)
})

test('responses are delayed, before or after acting; faults apply only to their partner', async () => {
  const { partner, control } = await testBank()
  const [shop, other] = [partner('standard'), partner('inter')]
  await shop.get('/v2/webhook')
  await control.post('/faults', { kind: 'act, then wait', ms: 300, partner: 'standard' })
  await control.post('/faults', { kind: 'wait, then act', ms: 300, partner: 'standard' })
  expect((await other.charge()).status).toBe(201)
  const began = performance.now()
  const late = shop.charge('3.00')
  await expect.poll(async () => (await control.get('/charges')).length).toBe(2)
  expect((await late).status).toBe(201)
  expect((await shop.charge('4.00')).status).toBe(201)
  expect(performance.now() - began).toBeGreaterThan(590)
})

test('a charge is paid twice, late, with another amount, by code and by key', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  const twice = await shop.charge('2.00')
  await control.post(`/charges/standard/${twice.txid}/pay`, { twice: true })
  const read = await shop.get(`/v2/cob/${twice.txid}`)
  expect(read.body.pix.map((pix: { valor: string }) => pix.valor)).toEqual(['2.00', '2.00'])
  expect((await control.call('POST', `/charges/standard/${twice.txid}/pay`)).status).toBe(409)

  const other = await shop.charge('3.00')
  const code = { code: other.body.pixCopiaECola as string }
  expect(await control.post('/codes/read', code)).toMatchObject({ txid: other.txid, amount: '3.00', isExpired: false })
  await control.post('/codes/pay', { ...code, amount: '2.50' })
  expect((await shop.get(`/v2/cob/${other.txid}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    pix: [{ valor: '2.50' }],
  })
  expect((await control.call('POST', '/codes/pay', { code: `${code.code}0` })).status).toBe(400)

  const late = await shop.charge('4.00')
  await control.post('/clock/advance', { seconds: 3601 })
  shop.useToken(null)
  expect((await shop.get(`/v2/cob/${late.txid}`)).body.status).toBe('ATIVA')
  expect((await control.call('POST', `/charges/standard/${late.txid}/pay`)).status).toBe(409)
  await control.post(`/charges/standard/${late.txid}/pay`, { late: true })
  await control.post(`/keys/${shop.key}/pay`, { amount: '5.00' })
  const all = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }
  expect((await shop.get('/v2/pix', { query: { ...all, txIdPresente: 'false' } })).body.pix).toHaveLength(1)
})

test('a fee is in the balance and in the statement, and belongs to no Pix', async () => {
  const { partner, control } = await testBank()
  const shop = partner('inter')
  await control.post('/partners/inter/fee', { amount: '1.23' })
  expect((await shop.get('/banking/v2/saldo')).body.disponivel).toBe(99_998.77)
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
  const statement = await shop.get('/banking/v2/extrato', { query: { dataInicio: today, dataFim: today } })
  expect(statement.body.transacoes).toContainEqual(
    expect.objectContaining({ tipoOperacao: 'D', valor: 1.23, titulo: 'Tarifa' }),
  )
})

test('a call that was under way when the bank stopped is cut, and changes nothing', async () => {
  const { partner, control, folder, stop } = await testBank()
  const shop = partner('standard')
  await shop.get('/v2/webhook')
  await control.post('/faults', { kind: 'wait, then act', ms: 300 })
  const charge = shop.charge()
  await expect.poll(async () => (await control.get<{ calls: object[] }>('/faults')).calls).toEqual([])
  await Promise.all([expect(charge).rejects.toThrow(/closed|reset|hang up/i), stop()])
  const journal = () => readFile(join(folder, 'journal.jsonl'), 'utf8')
  const before = await journal()
  await delay(500)
  expect(await journal()).toBe(before)
})
