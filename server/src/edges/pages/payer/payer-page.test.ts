import { expect, test } from 'vitest'
import { axeFaults, onlyColours } from '../../../../test/kit/axe.ts'
import { call } from '../../../../test/kit/api-client.ts'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { openPayersBrowser, sizes } from '../../../../test/kit/payers-browser.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()
const { openPage } = await openPayersBrowser(trilho.url)
const { page } = await openPage('phone', { bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] })

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

test('axe finds nothing wrong with it, open and over, and nothing is wider than a small phone', async () => {
  const open = await charge({ amount: '9999999999.999999', transaction: { orderDescription: 'W'.repeat(1024) } })
  const over = await charge()
  await api.simulate('complete', over.id)
  for (const { url } of [open, over]) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize(sizes.desktop)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFaults(page, onlyColours)).toEqual([])
  }
})
