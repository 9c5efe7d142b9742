import { expect, test } from 'vitest'
import { barsOfSvg, decodeBars } from '../../../../test/kit/decode-bars.ts'
import { call } from '../../../../test/kit/api-client.ts'
import { businessDayFrom } from '../../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { openPayersBrowser } from '../../../../test/kit/payers-browser.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()
const { openPage } = await openPayersBrowser(trilho.url)
const { page } = await openPage('phone', { permissions: ['clipboard-read', 'clipboard-write'] })

async function charge(request: Parameters<typeof api.requestCashIn>[0] = {}) {
  const { transaction, payment } = (await api.requestCashIn({ webhook: { url: sink.url }, ...request })).body.data
  return { id: transaction.id, qrCode: payment.qrCode, url: payment.qrCodeLocation.replace('/qr/', '/pay/') }
}

const shown = async (url: string, language = 'pt-BR') => call(url, { headers: { 'accept-language': language } })

test("the payer's page says who is paid, how much, what for and until when, with the code; nothing of the payer", async () => {
  const { url, qrCode } = await charge({ amount: '1234.50', transaction: { orderDescription: 'Dois <b>pães</b>' } })
  const { status, headers, text } = await shown(url)
  expect(status).toBe(200)
  for (const part of ['Padaria São João Ltda', 'R$\u00a01.234,50', 'Dois &lt;b&gt;pães&lt;/b&gt;', qrCode, 'Pague até'])
    expect(text).toContain(part)
  expect(text).toContain('TESTE — sem valor')
  expect(text).not.toMatch(new RegExp(`${cpf.maria}|Maria da Silva`))
  expect((await shown(url, 'en')).text).toContain('Pay with Pix')
  expect(headers.get('content-security-policy')).toMatch(
    /script-src 'self'; connect-src 'self'; .*frame-ancestors 'none'/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
})

test('what can no longer be paid says so, and shows no code', async () => {
  const ended = async (simulation: string, before?: string) => {
    const { id, url, qrCode } = await charge()
    if (before !== undefined) await api.simulate(before, id)
    await api.simulate(simulation, id)
    const { text } = await shown(url)
    expect(text).not.toContain(qrCode)
    return text
  }
  const completed = await ended('complete')
  expect(completed).toContain('Pagamento concluído')
  expect(completed).toContain('/receipts/')
  expect(await ended('cancel')).toContain('Esta cobrança foi cancelada')
  expect(await ended('error')).toContain('O pagamento não foi concluído')
  expect(await ended('reverse', 'complete')).toContain('Pagamento estornado')
  expect(await ended('refund', 'complete')).toContain('Pagamento devolvido')
})

test('a charge whose time is over says so, also before it is cancelled for it', async () => {
  const { url, qrCode } = await charge({ expiresIn: 60 })
  trilho.clock.aheadMs = 61_000
  const { text } = await shown(url)
  trilho.clock.aheadMs = 0
  expect(text).toContain('Esta cobrança expirou')
  expect(text).not.toContain(qrCode)
})

test('a made-up address is a page that says so', async () => {
  const { status, text } = await shown(`${trilho.url}/pay/made-up`, 'en')
  expect([status, text.includes('Charge not found')]).toEqual([404, true])
})

/** That it turns to paid by itself is seen where the charge is made: portal/test/charges.test.ts. */
test('on a phone one copies the code, and sees how much time is left', async () => {
  const { url, qrCode } = await charge()
  await page.goto(url)
  await page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(qrCode)
  expect(await page.getByRole('timer').textContent()).toMatch(/^2[34]:\d\d:\d\d$/)
})

test('nothing is wider than a small phone, however long the texts are', async () => {
  const open = await charge({ amount: '9999999999.999999', transaction: { orderDescription: 'W'.repeat(1024) } })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(open.url)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('the page of a bill says what is owed today and how it is made up, and when it was paid late or is overdue', async () => {
  const due = businessDayFrom(addDays(dayOf(new Date()), 5))
  const payer = { name: 'Maria da Silva', cpf: cpf.maria }
  const lines = [
    { description: 'Aula <b>de piano</b>', amount: '1000' },
    { description: 'Material', amount: '234.50' },
  ]
  const terms = { fine: { kind: 'Fixed', amount: '10' }, interest: { kind: 'AmountPerDay', amount: '1' } }
  const discount = { kind: 'Fixed', until: [{ date: due, amount: '34.50' }] }
  const { body } = await api.post('/bills', { payer, amount: '1234.50', dueDate: due, lines, ...terms, discount })
  const { id, url, qrCode } = body.data
  const open = (await shown(url)).text
  for (const part of [
    'R$\u00a01.200,00',
    'R$\u00a01.234,50',
    'Aula &lt;b&gt;de piano&lt;/b&gt;',
    'Desconto',
    'Vencimento',
    qrCode,
  ])
    expect(open).toContain(part)
  expect(open).not.toContain('está vencida')
  await page.goto(url)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  trilho.clock.aheadMs = Date.parse(`${addDays(due, 3)}T15:00:00Z`) - Date.now()
  const overdue = (await shown(url, 'en')).text
  trilho.clock.aheadMs = 0
  for (const part of ['This bill is overdue', 'Fine', 'Interest', 'R$\u00a01,247.50']) expect(overdue).toContain(part)
  await api.put(`/sandbox/transactions/complete/${id}`, { on: addDays(due, 3) })
  const paid = (await shown(url)).text
  for (const part of ['Pagamento concluído', 'R$\u00a01.247,50', 'Multa', 'Juros']) expect(paid).toContain(part)
  expect(paid).not.toContain(qrCode)
})

const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
async function makeBoleto(more: object = {}) {
  const payer = { name: 'Maria da Silva', cpf: cpf.maria, address }
  const dueDate = businessDayFrom(addDays(dayOf(new Date()), 5))
  const { body } = await api.post('/bills', { payer, amount: '100', dueDate, methods: ['pix', 'boleto'], ...more })
  return body.data
}
const printed = (line: string) =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

test('the page of a bill with a boleto has its typed line, to be copied, its barcode and a sheet to print', async () => {
  const { url, boleto, qrCode } = await makeBoleto()
  const { text } = await shown(url)
  for (const part of [
    'Pague com Pix ou boleto',
    printed(boleto.typedLine),
    qrCode,
    `${new URL(url).pathname}.pdf?lang=pt`,
  ])
    expect(text).toContain(part)
  expect((await shown(url, 'en')).text).toContain('Or pay the boleto')
  const svg = decodeURIComponent(/class="barcode" src="data:image\/svg\+xml,([^"]+)"/.exec(text)?.[1] ?? '')
  expect(decodeBars(barsOfSvg(svg))).toBe(boleto.barcode)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(url)
  await page.getByRole('img', { name: 'Código de barras do boleto' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
  await page.getByRole('button', { name: 'Linha digitável copiada' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(printed(boleto.typedLine))
  await page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(qrCode)
})

test('an open page says by itself that the boleto was paid, and then that the money has arrived', async () => {
  const { id, url, boleto } = await makeBoleto({ fine: { kind: 'Fixed', amount: '3' } })
  await page.goto(url)
  await page.getByRole('heading', { name: 'Pague com Pix ou boleto' }).waitFor()
  await api.simulate('pay-boleto', id)
  await page.getByRole('heading', { name: 'Boleto pago' }).waitFor()
  const paid = (await shown(url)).text
  expect(paid).toContain('Não pague de novo.')
  expect(paid).not.toContain(printed(boleto.typedLine))
  expect(paid).not.toContain('/receipts/')
  await api.simulate('settle-boleto', id)
  const settled = (await shown(url)).text
  for (const part of ['Pagamento concluído', '/receipts/']) expect(settled).toContain(part)
})

test('of a bill that can no longer be paid the page says that neither code nor boleto may be', async () => {
  const { id, url, boleto } = await makeBoleto()
  await api.post(`/bills/${id}/cancel`, {})
  const { text } = await shown(url)
  for (const part of ['Esta cobrança foi cancelada', 'O boleto também não deve ser pago.']) expect(text).toContain(part)
  expect(text).not.toContain(printed(boleto.typedLine))
  expect((await shown(`${url.replace('/pay/', '/pix/')}`)).status).toBe(200)
})
