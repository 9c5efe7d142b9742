import { expect, test } from 'vitest'
import { readBrCode } from '../src/truth/br-code.ts'
import { testBank } from './kit/bank-process.ts'
import { expectSchema, expectStandard } from './kit/openapi.ts'

const today = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }

test('a charge is created, changed, read, listed and removed as in the standard', async () => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const made = await shop.charge('25.00', {
    devedor: { cpf: '12345678909', nome: 'Ana' },
    solicitacaoPagador: 'Two cakes',
    infoAdicionais: [{ nome: 'order', valor: '1' }],
  })
  expectStandard('PUT', '/cob/{txid}', made)
  expect(made.body).toMatchObject({ status: 'ATIVA', revisao: 0, valor: { original: '25.00' } })
  const code = readBrCode(made.body.pixCopiaECola)
  expect(code).toMatchObject({ location: made.body.location, amount: '25.00' })

  const path = `/v2/cob/${made.txid}`
  const altered = await shop.patch(path, { valor: { original: '26.00' } })
  expectStandard('PATCH', '/cob/{txid}', altered)
  expect(altered.body).toMatchObject({ revisao: 1, valor: { original: '26.00' } })
  const first = await shop.get(path, { query: { revisao: '0' } })
  expect(first.body).toMatchObject({ revisao: 0, valor: { original: '25.00' } })
  const again = await shop.put(path, { calendario: { expiracao: 60 }, valor: { original: '27.00' }, chave: shop.key })
  expectStandard('PUT', '/cob/{txid}', again)
  expect(again.body).toMatchObject({ revisao: 2, calendario: { expiracao: 60 } })

  const chosen = await shop.post('/v2/cob', { calendario: {}, valor: { original: '1.00' }, chave: shop.key })
  expectStandard('POST', '/cob', chosen)
  expect(chosen.body.calendario.expiracao).toBe(86400)
  const page = await shop.get('/v2/cob', {
    query: { ...today, 'paginacao.itensPorPagina': '1', 'paginacao.paginaAtual': '1' },
  })
  expectStandard('GET', '/cob', page)
  expect(page.body.parametros.paginacao).toMatchObject({ quantidadeDePaginas: 2, quantidadeTotalDeItens: 2 })
  expect(page.body.cobs.map((cob: { txid: string }) => cob.txid)).toEqual([chosen.body.txid])

  const mixed = await shop.patch(path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: { original: '1.00' } })
  expectStandard('PATCH', '/cob/{txid}', mixed)
  expect(mixed.status).toBe(400)
  const removed = await shop.patch(path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(removed.body).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revisao: 3 })
  const late = await shop.patch(path, { valor: { original: '1.00' } })
  expect(late.body.type).toBe('https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida')
})

test.each([
  ['valor.original', { valor: { original: '10,50' } }],
  ['valor.original', { valor: { original: '0.00' } }],
  ['calendario.expiracao', { calendario: { expiracao: 0 } }],
  ['chave', { chave: 'joao@mail.test' }],
  ['loc.id', { loc: { id: 99 } }],
  ['devedor.cpf', { devedor: { cpf: '123', nome: 'Ana' } }],
])('a charge with a wrong %s is refused with a violation that names it', async (property, wrong) => {
  const { partner } = await testBank()
  const refused = await partner('standard').charge('1.00', wrong)
  expectStandard('PUT', '/cob/{txid}', refused)
  expect(refused.status).toBe(400)
  expect(refused.body.type).toBe('https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida')
  expect(refused.body.violacoes.map((v: { propriedade: string }) => v.propriedade)).toContain(`cob.${property}`)
})

test('a paid charge shows its Pix; the Pix is found by id, window, page and payer, and is refunded in parts', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  const { txid } = await shop.charge('25.00')
  await control.post(`/charges/standard/${txid}/pay`, {
    payer: { name: 'João', taxId: '11144477735' },
    message: 'thanks',
  })
  const paid = await shop.get(`/v2/cob/${txid}`)
  expectStandard('GET', '/cob/{txid}', paid)
  expect(paid.body).toMatchObject({ status: 'CONCLUIDA', pix: [{ txid, valor: '25.00', infoPagador: 'thanks' }] })
  const { endToEndId } = paid.body.pix[0]

  expectStandard('GET', '/pix/{e2eid}', await shop.get(`/v2/pix/${endToEndId}`))
  const found = await shop.get('/v2/pix', { query: { ...today, cpf: '11144477735', txIdPresente: 'true' } })
  expectStandard('GET', '/pix', found)
  expect(found.body.pix).toHaveLength(1)
  const others = await shop.get('/v2/pix', { query: { ...today, cpf: '52998224725' } })
  expect(others.body.pix).toEqual([])

  await control.put('/settings', { refundDelayMs: null })
  const path = `/v2/pix/${endToEndId}/devolucao`
  const refund = await shop.put(`${path}/r1`, { valor: '5.00', descricao: 'one cake' })
  expectStandard('PUT', '/pix/{e2eid}/devolucao/{id}', refund)
  expect(refund.body.status).toBe('EM_PROCESSAMENTO')
  await control.post(`/pix/${endToEndId}/refunds/r1/complete`)
  const done = await shop.get(`${path}/r1`)
  expectStandard('GET', '/pix/{e2eid}/devolucao/{id}', done)
  expect(done.body).toMatchObject({ status: 'DEVOLVIDO', rtrId: refund.body.rtrId })
  await shop.put(`${path}/r2`, { valor: '20.00' })
  await control.post(`/pix/${endToEndId}/refunds/r2/refuse`, { reason: 'closed' })
  expect((await shop.get(`${path}/r2`)).body).toMatchObject({ status: 'NAO_REALIZADO', motivo: 'closed' })

  const used = await shop.put(`${path}/r2`, { valor: '20.00' })
  const tooMuch = await shop.put(`${path}/r3`, { valor: '20.01' })
  for (const refused of [used, tooMuch]) {
    expectStandard('PUT', '/pix/{e2eid}/devolucao/{id}', refused)
    expect(refused.body.type).toMatch(/PixDevolucaoInvalida$/)
  }
  await control.post('/clock/advance', { seconds: 91 * 86_400 })
  shop.useToken(null)
  expect((await shop.put(`${path}/r4`, { valor: '1.00' })).body.type).toMatch(/PixDevolucaoInvalida$/)
})

test('webhooks are stored, read, listed and removed', async () => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const path = `/v2/webhook/${shop.key}`
  expectStandard('PUT', '/webhook/{chave}', await shop.put(path, { webhookUrl: 'https://shop.test/pix' }))
  expectStandard('GET', '/webhook/{chave}', await shop.get(path))
  const list = await shop.get('/v2/webhook')
  expectStandard('GET', '/webhook', list)
  expect(list.body.webhooks).toHaveLength(1)
  const foreign = await shop.put('/v2/webhook/joao@mail.test', { webhookUrl: 'https://shop.test/pix' })
  expectStandard('PUT', '/webhook/{chave}', foreign)
  expect(foreign.status).toBe(400)
  expect((await shop.put(path, { webhookUrl: 'http://elsewhere.test' })).status).toBe(400)
  expect((await shop.remove(path)).status).toBe(204)
  const gone = await shop.get(path)
  expectStandard('GET', '/webhook/{chave}', gone)
  expect(gone.body.type).toMatch(/WebhookNaoEncontrado$/)
})

test('a location is created, assigned to a charge, freed and assigned to another; its payload is signed', async () => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const made = await shop.post('/v2/loc', { tipoCob: 'cob' })
  expectStandard('POST', '/loc', made)
  const { id } = made.body
  const { txid } = await shop.charge('3.00', { loc: { id } })
  const read = await shop.get(`/v2/loc/${id}`)
  expectStandard('GET', '/loc/{id}', read)
  expect(read.body.txid).toBe(txid)
  expect((await shop.charge('3.00', { loc: { id } })).status).toBe(400)

  const [, payload = ''] = (await shop.get(`/qr/v2/${made.body.location.split('/').at(-1)}`)).text.split('.')
  const input = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expectSchema('CobPayload', input)
  expect(input.txid).toBe(txid)

  expectStandard('DELETE', '/loc/{id}/txid', await shop.remove(`/v2/loc/${id}/txid`))
  expect((await shop.get(`/v2/cob/${txid}`)).body.pixCopiaECola).toBeUndefined()
  expect((await shop.charge('3.00', { loc: { id } })).status).toBe(201)
  const list = await shop.get('/v2/loc', { query: { ...today, tipoCob: 'cob', txIdPresente: 'true' } })
  expectStandard('GET', '/loc', list)
  expect(list.body.loc).toHaveLength(1)
})

test.each([
  ['/cob/{txid}', '/v2/cob/00000000000000000000000000', 'CobNaoEncontrado'],
  ['/pix/{e2eid}', '/v2/pix/E0000000020200101000000000000000', 'PixNaoEncontrado'],
  ['/pix/{e2eid}/devolucao/{id}', '/v2/pix/E0/devolucao/r1', 'PixDevolucaoNaoEncontrada'],
  ['/loc/{id}', '/v2/loc/77', 'PayloadLocationNaoEncontrado'],
  ['/webhook/{chave}', '/v2/webhook/a@b.test', 'WebhookNaoEncontrado'],
])('not found: %s', async (standardPath, path, type) => {
  const { partner } = await testBank()
  const missing = await partner('standard').get(path)
  expectStandard('GET', standardPath, missing)
  expect(missing.body).toMatchObject({ status: 404, type: `https://pix.bcb.gov.br/api/v2/error/${type}` })
})

test.each([
  { fim: today.fim },
  { inicio: today.fim, fim: today.inicio },
  { ...today, cpf: '11144477735', cnpj: '11222333000181' },
  { ...today, 'paginacao.itensPorPagina': '1001' },
  { ...today, 'paginacao.paginaAtual': '-1' },
  { inicio: 'yesterday', fim: today.fim },
])('an invalid query is refused: %o', async query => {
  const { partner } = await testBank()
  const refused = await partner('standard').get('/v2/pix', { query })
  expect(refused).toMatchObject({ status: 400, type: 'application/problem+json' })
  expectSchema('Problema', refused.body)
  expect(refused.body.type).toMatch(/PixConsultaInvalida$/)
})
