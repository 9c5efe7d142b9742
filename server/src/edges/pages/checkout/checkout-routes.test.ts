import { expect, test } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { nubank, payer } from '../../../../test/kit/payer.ts'
import { openMerchant } from '../../../money/ledger/read-books.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()

const listed = (text: string) => [...text.matchAll(/<li><a [^>]*><span[^>]*>[^<]*<\/span>([^<]+)</g)].map(m => m[1])

/** One page of each kind, and the status it comes with. */
async function everyPage(): Promise<[string, number, string][]> {
  const open = await api.createInitiation()
  const started = await api.createInitiation()
  const bankUrl = await payer.start(started.checkoutUrl)
  const paid = await api.createInitiation()
  await payer.walk(paid.checkoutUrl, 'approve')
  const cancelled = await api.createInitiation()
  await api.simulateInitiation('cancel', cancelled.id)
  const failed = await api.createInitiation()
  await api.simulateInitiation('error', failed.id)
  return [
    ['choose', 200, open.checkoutUrl],
    ['search', 200, `${open.checkoutUrl}?q=zzz`],
    ['consent', 200, `${open.checkoutUrl}/consent?institution=${nubank}`],
    ['waiting', 200, started.checkoutUrl],
    ['handoff', 200, `${started.checkoutUrl}/bank`],
    ['bank', 200, bankUrl],
    ['bank, unknown', 404, `${trilho.url}/sandbox/bank?request=x`],
    ['paid', 200, paid.checkoutUrl],
    ['cancelled', 200, cancelled.checkoutUrl],
    ['failed', 200, failed.checkoutUrl],
    ['unknown', 404, `${trilho.url}/checkout/made-up`],
    ['unreadable', 400, `${trilho.url}/checkout/return/made-up?code=x`],
  ]
}

test('every page is HTML that nothing keeps, frames, indexes or scripts, in less than 30 KB with its script', async () => {
  const script = await call(`${trilho.url}/pages.js`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  for (const [name, status, url] of await everyPage()) {
    const page = await call(url)
    const policy = page.headers.get('content-security-policy')
    expect([name, page.status, page.headers.get('content-type')]).toEqual([name, status, 'text/html; charset=utf-8'])
    expect(page.text.length + script.text.length).toBeLessThan(30_000)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
    })
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
    expect(policy).toContain("base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(page.text).not.toMatch(/<script(?! src="\/pages\.js\?v=[0-9a-f]{16}" defer><)/)
    expect(page.text).not.toMatch(/ on\w+=| style=|javascript:/i)
  }
})

test('every page of a sandbox says that it is a test, without value', async () => {
  for (const [name, , url] of await everyPage())
    expect([name, (await call(url)).text.includes('<strong>TESTE — sem valor</strong>')]).toEqual([name, true])
})

test('the page says who is paid and how much, and lists the banks', async () => {
  const transaction = { orderDescription: 'Bolo de aniversário' }
  const { checkoutUrl } = await api.createInitiation({ amount: '1234.5', transaction })
  const { text } = await call(checkoutUrl)
  for (const shown of ['Padaria São João Ltda', 'CNPJ 11.222.333/0001-81', 'R$\u00a01.234,50', 'Bolo de aniversário'])
    expect(text).toContain(shown)
  expect(listed(text)).toEqual(expect.arrayContaining(['Nubank', 'Itaú', 'Caixa Econômica Federal']))
  expect(text).toContain('<html lang="pt-BR">')
})

test.each([
  ['itau', ['Itaú']],
  [' ITAÚ ', ['Itaú']],
  ['econo', ['Caixa Econômica Federal']],
  ['sic', ['Sicoob', 'Sicredi']],
  ['zzz', []],
  ['<script>', []],
])('searching for %j without a script finds %j', async (q, banks) => {
  const { checkoutUrl } = await api.createInitiation()
  const { text } = await call(`${checkoutUrl}?${new URLSearchParams({ q })}`)
  expect(listed(text)).toEqual(banks)
  expect(text).not.toContain('<script>')
})

test('the consent says what, to whom, how much and until when, and masks the CPF', async () => {
  const { checkoutUrl } = await api.createInitiation({ amount: '10.50' })
  const { text } = await call(`${checkoutUrl}/consent?institution=${nubank}`)
  const at = (minutes: number) =>
    new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
      Date.now() + minutes * 60_000,
    )
  expect(text).toContain('Um pagamento único por Pix, agora')
  expect(text).toContain('<dd>Padaria São João Ltda <small>CNPJ 11.222.333/0001-81</small></dd>')
  expect(text).toContain('<strong>R$\u00a010,50</strong>')
  expect(text).toMatch(new RegExp(`Autorize até (${at(5)}|${at(4.99)})`))
  expect(text).toContain('***.982.247-**')
  expect(text.replace(/\D/g, '')).not.toContain('52998224725')
})

test('in English by `lang` or by what the browser prefers, and the links keep it', async () => {
  const { checkoutUrl } = await api.createInitiation()
  const asked = await call(`${checkoutUrl}?lang=en`)
  const preferred = await call(checkoutUrl, { headers: { 'accept-language': 'en-US,en;q=0.9,pt;q=0.5' } })
  for (const { text, headers } of [asked, preferred]) {
    expect(headers.get('content-language')).toBe('en')
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('Which bank do you want to pay from?')
    expect(text).toContain(`consent?institution=${nubank}&amp;lang=en"`)
    expect(text).toContain('R$\u00a010.50')
  }
})

test('what a merchant or a payer writes stays text', async () => {
  const evil = `<img src=x onerror=alert(1)>"'&\u202e`
  const details = { taxNumber: '52998224725', city: 'x', accountNumber: '1', chargeFixed: 0n, chargeRate: 0n }
  const { merchant } = await openMerchant(trilho.needs, { ...details, name: evil })
  const request = {
    amount: 1_000_000n,
    payerTaxNumber: '52998224725',
    redirectUrl: 'https://a.b/?x="><script>1</script>',
  }
  const { createPaymentInitiation } = await import('../../../products/open-finance/create-payment-initiation.ts')
  const { transaction } = await createPaymentInitiation(trilho.needs, {
    ...request,
    merchantId: merchant.id,
    keyId: crypto.randomUUID(),
    expiresInSeconds: undefined,
    order: { orderDescription: evil },
    webhook: { url: 'http://127.0.0.1:9' },
    idempotencyKey: undefined,
  })
  const checkoutUrl = trilho.needs.addresses.checkout(merchant.id, transaction.id)
  const bankUrl = await payer.start(checkoutUrl)
  const consent = `${checkoutUrl}/consent?institution=${nubank}`
  for (const url of [checkoutUrl, consent, bankUrl, `${checkoutUrl}?q=${encodeURIComponent(evil)}`]) {
    const { text } = await call(url)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(text).not.toMatch(/<img|<script>/)
    expect(text).not.toContain('\u202e')
    expect(text.replace(/\D/g, '')).not.toContain('52998224725')
  }
})

test.each(['', '/consent', '/bank', '/outcome'])('a made-up checkout%s is a friendly 404', async path => {
  const { status, text } = await call(`${trilho.url}/checkout/${'A'.repeat(43)}${path}`)
  expect(status).toBe(404)
  expect(text).toContain('Pagamento não encontrado')
})

test('the address of a PIX cash-in opens no checkout', async () => {
  const id = await api.createCashIn()
  const { status } = await call(trilho.needs.addresses.checkout(api.merchantId, id))
  expect(status).toBe(404)
})

test('an unknown bank leads back to the list', async () => {
  const { checkoutUrl } = await api.createInitiation()
  expect(await payer.start(checkoutUrl, 'nobody')).toBe(`${checkoutUrl}?lang=pt`)
  expect((await call(`${checkoutUrl}/consent?institution=x`)).headers.get('location')).toContain('?lang=pt')
})

test('the address cannot make the page say what it likes, or send elsewhere', async () => {
  const { checkoutUrl } = await api.createInitiation()
  const { text } = await call(`${checkoutUrl}?problem=Call+this+number&redirectUrl=https://evil.example.com&bank=x`)
  expect(text).not.toMatch(/Call this number|evil/)
})

test.each([
  ['Completed', 'complete', 'Pagamento concluído'],
  ['Error', 'error', 'O pagamento não foi concluído'],
  ['Cancelled', 'cancel', 'Pagamento cancelado'],
])('a payment that is %s shows it, with the way back to the shop, and starts nothing', async (state, how, title) => {
  const { id, checkoutUrl } = await api.createInitiation()
  await api.simulateInitiation(how, id)
  const shop = `https://shop.example.com/thanks?order=1&amp;transactionId=${id}&amp;transactionState=${state}`
  const { text } = await call(checkoutUrl)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(`href="${shop}"`)
  for (const path of ['/consent?institution=18236120', '/bank'])
    expect((await call(checkoutUrl + path)).headers.get('location')).toContain('?lang=pt')
  expect(await payer.start(checkoutUrl)).toBe(`${checkoutUrl}?lang=pt`)
})

test('a payment whose time is over says so before anybody has cancelled it', async () => {
  const { id, checkoutUrl } = await api.createInitiation({ expiresIn: 60 })
  trilho.clock.aheadMs = 61_000
  const { text } = await call(checkoutUrl)
  expect(text).toContain('Este pagamento expirou')
  expect(text).toContain(`transactionId=${id}&amp;transactionState=Cancelled`)
  trilho.clock.aheadMs = 0
})

test('a fault of ours is a page too, with a code for support and nothing of the inside', async () => {
  const { checkoutUrl } = await api.createInitiation()
  await trilho.sql`alter table consents rename to hidden`
  const { status, text, headers } = await call(checkoutUrl)
  await trilho.sql`alter table hidden rename to consents`
  expect(status).toBe(500)
  expect(text).toContain('Algo deu errado do nosso lado')
  expect(text).toContain(headers.get('x-request-id'))
  expect(text).not.toMatch(/consents|relation|select/)
})

test('what no browser sends gets the envelope, and no log line has a token in it', async () => {
  const { checkoutUrl } = await api.createInitiation()
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
  expect((await call(`${checkoutUrl}/consent`, json)).body.statusCode).toBe('Error')
  expect((await call(`${checkoutUrl}/consent`, { method: 'PUT' })).status).toBe(405)
  expect(trilho.logged.join('')).not.toContain(checkoutUrl.split('/').at(-1))
})

test('while the database is away payers see so, in their language and with when to retry; the portal opens', async () => {
  const paid = await api.createInitiation()
  await payer.walk(paid.checkoutUrl, 'approve')
  const receiptUrl = (await api.read(paid.id)).body.data.transaction.receiptUrl
  const { url, sql } = await trilho.startServer()
  await sql.end()
  const texts = { pt: 'Tente de novo em instantes.', en: 'Try again in a moment.' }
  for (const page of [paid.checkoutUrl, `${paid.checkoutUrl}/outcome`, receiptUrl, `${receiptUrl}.pdf`])
    for (const [language, words] of Object.entries(texts)) {
      const { status, headers, text } = await call(page.replace(trilho.url, url), {
        headers: { 'accept-language': language },
      })
      expect([page, status, headers.get('retry-after')]).toEqual([page, 503, '1'])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).toContain(words)
    }
  expect((await call(`${url}/portal/transactions`)).status).toBe(
    (await call(`${trilho.url}/portal/transactions`)).status,
  )
})
