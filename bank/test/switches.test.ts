import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brCode, readBrCode } from '../src/truth/br-code.ts'
import { centavosOfNumber, formatCentavos, numberOfCentavos, parseCentavos } from '../src/truth/money.ts'
import { testBank } from './kit/bank-process.ts'

test('each switch can be set for a partner: codes left out, other status, local time marked as UTC, expiry as text', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  await control.put('/partners/standard/switches', {
    codeField: null,
    statusOf: { putCob: 200, patchCob: 201 },
    localTimeMarkedZ: true,
    expiryAsText: true,
  })
  const made = await shop.charge()
  expect(made.status).toBe(200)
  expect('pixCopiaECola' in made.body || 'brcode' in made.body).toBe(false)
  const hoursBehind = (Date.now() - Date.parse(made.body.calendario.criacao)) / 3_600_000
  expect(Math.round(hoursBehind)).toBe(3)
  expect((await shop.patch(`/v2/cob/${made.txid}`, { valor: { original: '1.00' } })).status).toBe(201)
  expect((await shop.get(`/v2/cob/${made.txid}`)).body.calendario.expiracao).toBe('3600')
  expect((await control.call('PUT', '/partners/standard/switches', { noSuch: true })).status).toBe(400)
})

test('each strictness is a switch: filters, slashes, webhooks before payouts, owners of keys, the account of a call', async () => {
  const { partner, control } = await testBank()
  const shop = partner('efi')
  const set = (switches: object) => control.put('/partners/efi/switches', switches)
  const list = async () =>
    (
      await shop.get('/v2/cob/', {
        query: { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z', status: 'PAGA' },
      })
    ).status
  const pay = async (id: string) => {
    const favorecido = { chave: 'joao@mail.test', cpf: '52998224725' }
    const { status, body } = await shop.put(`/v3/gn/pix/${id}`, {
      valor: '1.00',
      pagador: { chave: shop.key },
      favorecido,
    })
    return status === 201 ? 201 : body.nome
  }
  expect([await list(), await pay('p1')]).toEqual([400, 'webhook_nao_cadastrado'])
  await set({ strictFilters: false, payoutNeedsWebhook: false })
  expect([await list(), await pay('p1')]).toEqual([200, 'chave_nao_pertence_ao_documento'])
  await set({ lastSlash: false, checksOwner: false })
  expect([await list(), await pay('p1')]).toEqual([404, 201])
  await set({ accountHeader: 'x-conta-corrente' })
  expect((await shop.get('/v2/gn/saldo')).status).toBe(400)
  expect((await shop.get('/v2/gn/saldo', { headers: { 'x-conta-corrente': '123456' } })).status).toBe(200)
})

test('codes of the central bank are parsed, damaged ones are refused', () => {
  const vectors: { code: string; valid: boolean; location?: string; key?: string }[] = JSON.parse(
    readFileSync(new URL('vectors/br-codes.json', import.meta.url), 'utf8'),
  )
  for (const { code, valid, location, key } of vectors) {
    const read = readBrCode(code)
    expect(read !== null).toBe(valid)
    expect([read?.location, read?.key]).toEqual([location, key])
  }
  const made = brCode({ location: 'localhost:1/qr/v2/x', amount: '1.00', name: 'Açaí & Cia', city: 'SÃO PAULO' })
  expect(readBrCode(made)).toMatchObject({ location: 'localhost:1/qr/v2/x', amount: '1.00', name: 'Acai & Cia' })
})

test('amounts are whole centavos in every form', () => {
  expect([parseCentavos('10.50'), parseCentavos('10,50', ','), parseCentavos('10,50'), parseCentavos('1.5')]).toEqual([
    1050,
    1050,
    null,
    null,
  ])
  expect([centavosOfNumber(10.5), centavosOfNumber(0.1), centavosOfNumber(1.005), centavosOfNumber(-1)]).toEqual([
    1050,
    10,
    null,
    null,
  ])
  expect([formatCentavos(5), formatCentavos(-1050), numberOfCentavos(1999)]).toEqual(['0.05', '-10.50', 19.99])
})
