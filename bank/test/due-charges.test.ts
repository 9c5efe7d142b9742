import { X509Certificate, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBrCode } from '../src/truth/br-code.ts'
import { dayOf, lastPayableDay } from '../src/truth/calendar.ts'
import { testBank } from './kit/bank-process.ts'
import { expectSchema, expectStandard } from './kit/openapi.ts'
import { dueBody } from './kit/partner-client.ts'

const ever = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }
const today = dayOf(new Date())
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))

/** The first Tuesday in a month or more without a holiday two weeks around it. */
const quietTuesday = (() => {
  const year = Number(today.slice(0, 4)) + 1
  const days = Array.from({ length: 7 }, (_, i) => `${year}-08-0${i + 1}`)
  return days.find(day => new Date(`${day}T00:00:00Z`).getUTCDay() === 2) ?? ''
})()
const after = (days: number) =>
  new Date(Date.parse(`${quietTuesday}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const costly = {
  valor: {
    original: '100.00',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 3, valorPerc: '1.00' },
    abatimento: { modalidade: 1, valorPerc: '1.00' },
    desconto: { modalidade: 1, descontoDataFixa: [{ data: after(-2), valorPerc: '5.00' }] },
  },
}

test('a charge with a due date is created, changed, read, listed and removed as in the standard', async () => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const made = await shop.dueCharge(quietTuesday, { ...costly, solicitacaoPagador: 'Rent' })
  expectStandard('PUT', '/cobv/{txid}', made)
  expect(made.body).toMatchObject({
    status: 'ATIVA',
    revisao: 0,
    ...costly,
    calendario: { dataDeVencimento: quietTuesday, validadeAposVencimento: 30 },
    devedor: { cpf: '12345678909', nome: 'Ana', cidade: 'Recife' },
  })
  const code = readBrCode(made.body.pixCopiaECola)
  expect(code?.location).toBe(made.body.location)
  expect(code?.amount).toBeUndefined()
  expect(made.body.loc.tipoCob).toBe('cobv')

  const path = `/v2/cobv/${made.txid}`
  const altered = await shop.patch(path, { valor: { original: '90.00' }, calendario: { dataDeVencimento: after(1) } })
  expectStandard('PATCH', '/cobv/{txid}', altered)
  expect(altered.body).toMatchObject({ revisao: 1, valor: { original: '90.00', multa: costly.valor.multa } })
  expect((await shop.get(path, { query: { revisao: '0' } })).body.valor.original).toBe('100.00')
  const again = await shop.put(path, dueBody(after(2), shop.key))
  expectStandard('PUT', '/cobv/{txid}', again)
  expect(again.body).toMatchObject({ revisao: 2, calendario: { dataDeVencimento: after(2) } })
  expect((await shop.get(`/v2/cob/${made.txid}`)).status).toBe(404)
  expect((await shop.get('/v2/cob', { query: ever })).body.cobs).toEqual([])

  await shop.dueCharge(quietTuesday)
  const page = await shop.get('/v2/cobv', { query: { ...ever, 'paginacao.itensPorPagina': '1' } })
  expectStandard('GET', '/cobv', page)
  expect(page.body.parametros.paginacao).toMatchObject({ quantidadeDePaginas: 2, quantidadeTotalDeItens: 2 })
  const removed = await shop.patch(path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(removed.body).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revisao: 3 })
  const late = await shop.patch(path, { valor: { original: '1.00' } })
  expect(late.body.type).toBe('https://pix.bcb.gov.br/api/v2/error/CobVOperacaoInvalida')
  const missing = await shop.get('/v2/cobv/00000000000000000000000000')
  expectStandard('GET', '/cobv/{txid}', missing)
  expect(missing.body.type).toMatch(/CobVNaoEncontrada$/)
})

const valor = (more: object) => ({ valor: { original: '100.00', ...more } })

test.each<[string, object]>([
  ['calendario.dataDeVencimento', { calendario: { dataDeVencimento: inDays(-1) } }],
  ['calendario.dataDeVencimento', { calendario: { dataDeVencimento: '2027-02-30' } }],
  ['calendario.validadeAposVencimento', { calendario: { dataDeVencimento: inDays(9), validadeAposVencimento: -1 } }],
  ['devedor', { devedor: undefined }],
  ['devedor.uf', { devedor: { cpf: '12345678909', nome: 'Ana', uf: 'Pernambuco' } }],
  ['chave', { chave: 'joao@mail.test' }],
  ['loc.id', { loc: { id: 99 } }],
  ['valor.original', { valor: { original: '0.00' } }],
  ['valor.multa.modalidade', valor({ multa: { modalidade: 3, valorPerc: '1.00' } })],
  ['valor.juros.modalidade', valor({ juros: { modalidade: 9, valorPerc: '1.00' } })],
  ['valor.juros.valorPerc', valor({ juros: { modalidade: 2, valorPerc: '0.033' } })],
  ['valor.abatimento', valor({ abatimento: { modalidade: 1, valorPerc: '100.00' } })],
  ['valor.abatimento', valor({ abatimento: { modalidade: 2, valorPerc: '100.00' } })],
  ['valor.desconto.valorPerc', valor({ desconto: { modalidade: 3 } })],
  ['valor.desconto.descontoDataFixa', valor({ desconto: { modalidade: 1, descontoDataFixa: [] } })],
  [
    'valor.desconto',
    valor({ desconto: { modalidade: 1, descontoDataFixa: [{ data: inDays(10), valorPerc: '1.00' }] } }),
  ],
  ['valor.desconto', valor({ desconto: { modalidade: 5, valorPerc: '100.00' } })],
])('a charge with a wrong %s is refused with a violation that names it: %o', async (property, wrong) => {
  const { partner } = await testBank()
  const refused = await partner('standard').dueCharge(inDays(9), wrong)
  expectStandard('PUT', '/cobv/{txid}', refused)
  expect(refused.body.type).toBe('https://pix.bcb.gov.br/api/v2/error/CobVOperacaoInvalida')
  expect(refused.body.violacoes.map((v: { propriedade: string }) => v.propriedade)).toContain(`cobv.${property}`)
})

test.each([
  [-2, { original: '100.00', abatimento: '1.00', desconto: '5.00', final: '94.00' }],
  [0, { original: '100.00', abatimento: '1.00', final: '99.00' }],
  [15, { original: '100.00', multa: '2.00', juros: '0.50', abatimento: '1.00', final: '101.50' }],
])('the payload for %i days after the due date has the amount of that day, signed', async (days, amounts) => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  const { body, txid } = await shop.dueCharge(quietTuesday, costly)
  const query = { DPP: after(days), codMun: '3550308' }
  const answer = await shop.get(`/qr/v2/cobv/${body.location.split('/').at(-1)}`, { query })
  expect(answer.type).toBe('application/jose')
  const [header = '', payload = '', signature = ''] = answer.text.split('.')
  const { x5c } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = new X509Certificate(Buffer.from(x5c[0], 'base64')).publicKey
  const text = Buffer.from(`${header}.${payload}`)
  expect(verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true)
  const shown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expectSchema('CobVPayload', shown)
  expect(shown.valor).toEqual(amounts)

  const { final, ...components } = amounts
  await control.post(`/charges/standard/${txid}/pay`, { day: after(days) })
  const paid = await shop.get(`/v2/cobv/${txid}`)
  expectStandard('GET', '/cobv/{txid}', paid)
  const [pix] = paid.body.pix
  expect(pix.valor).toBe(final)
  expect(pix.componentesValor).toEqual(
    Object.fromEntries(Object.entries(components).map(([name, amount]) => [name, { valor: amount }])),
  )
  expectStandard('GET', '/pix/{e2eid}', await shop.get(`/v2/pix/${pix.endToEndId}`))
})

test.each([
  [{ DPP: inDays(-1) }, 'DPP'],
  [{ DPP: 'soon' }, 'DPP'],
  [{ codMun: '12' }, 'codMun'],
  [{ DPP: '2090-01-01' }, 'DPP'],
])('a payload is refused for %o', async (query, property) => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const { body } = await shop.dueCharge(quietTuesday)
  const refused = await shop.get(`/qr/v2/cobv/${body.location.split('/').at(-1)}`, { query })
  expectSchema('Problema', refused.body)
  expect([refused.status, refused.body.violacoes[0].propriedade]).toEqual([400, property])
})

test('after its last payable day a charge is not paid, except by force', async () => {
  const { partner, control } = await testBank()
  const shop = partner('standard')
  const { txid } = await shop.dueCharge(quietTuesday, {
    calendario: { dataDeVencimento: quietTuesday, validadeAposVencimento: 2 },
  })
  const path = `/charges/standard/${txid}/pay`
  expect((await control.call('POST', path, { day: after(3) })).status).not.toBe(200)
  await control.post(path, { day: after(3), late: true })
  expect((await shop.get(`/v2/cobv/${txid}`)).body.status).toBe('CONCLUIDA')
})

test.each([
  ['2020-12-25', 10, '', '2021-01-07'],
  ['2027-08-03', 2, '', '2027-08-05'],
  ['2027-08-03', 4, '', '2027-08-09'],
  ['2027-01-22', 3, '3550308', '2027-01-26'],
])('a charge due %s with %i days after it, in the municipality "%s", is payable until %s', (due, days, where, last) => {
  expect(lastPayableDay(due, days, where)).toBe(last)
})

test('a batch makes what it can, says what it cannot, and keeps its set of charges', async () => {
  const { partner } = await testBank()
  const shop = partner('standard')
  const [first, second] = [0, 1].map(() => crypto.randomUUID().replaceAll('-', ''))
  const cobsv = [
    { txid: first, ...dueBody(quietTuesday, shop.key) },
    { txid: second, ...dueBody(inDays(-5), shop.key) },
  ]
  expect((await shop.put('/v2/lotecobv/7', { descricao: 'August', cobsv })).status).toBe(202)
  const made = await shop.get('/v2/lotecobv/7')
  expectStandard('GET', '/lotecobv/{id}', made)
  expect(made.body.cobsv).toMatchObject([
    { txid: first, status: 'CRIADA' },
    { txid: second, status: 'NEGADA', problema: { violacoes: [{ propriedade: 'cobv.calendario.dataDeVencimento' }] } },
  ])
  expect((await shop.get(`/v2/cobv/${second}`)).status).toBe(404)
  expect((await shop.put(`/v2/cobv/${second}`, dueBody(quietTuesday, shop.key))).status).toBe(400)
  const listed = await shop.get('/v2/cobv', { query: { ...ever, loteCobVId: '7' } })
  expect(listed.body.cobs.map((one: { txid: string }) => one.txid)).toEqual([first])

  const smaller = await shop.put('/v2/lotecobv/7', { descricao: 'August', cobsv: cobsv.slice(0, 1) })
  expectStandard('PUT', '/lotecobv/{id}', smaller)
  expect(smaller.body.type).toMatch(/LoteCobVOperacaoInvalida$/)
  const mended = { txid: second, ...dueBody(quietTuesday, shop.key) }
  expect((await shop.patch('/v2/lotecobv/7', { cobsv: [mended] })).status).toBe(202)
  const lists = await shop.get('/v2/lotecobv', { query: ever })
  expectStandard('GET', '/lotecobv', lists)
  expect(lists.body.lotes[0].cobsv.map((one: { status: string }) => one.status)).toEqual(['CRIADA', 'CRIADA'])
  const missing = await shop.get('/v2/lotecobv/8')
  expectStandard('GET', '/lotecobv/{id}', missing)
  expect(missing.body.type).toMatch(/LoteCobVNaoEncontrado$/)
})
