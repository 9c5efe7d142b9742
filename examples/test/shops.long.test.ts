import { Trilho } from '@trilho/sdk'
import axe from 'axe-core'
import jsQR from 'jsqr'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { Webhook } from 'standardwebhooks'
import { expect, inject, test } from 'vitest'
import { openBrowser } from '../../server/test/kit/browser.ts'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { patienceMs } from '../../server/test/kit/patience.ts'
import { sizes } from '../../server/test/kit/payers-browser.ts'
import { patient, preparedFolder, readSandboxFile, spawnServer } from '../../server/test/kit/server-process.ts'

const data = await preparedFolder()
const server = await spawnServer({ TRILHO_DATA: data, ...patient })
await server.ready()
const { url, accessKey, secret, webhookSecret } = await readSandboxFile(data)
const trilho = new Trilho({ url, accessKey, secret })

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const names = ['node', 'python'] as const

async function openShops(trilhoUrl: string) {
  const settings = { TRILHO_URL: trilhoUrl, TRILHO_KEYS: join(data, 'sandbox.json') }
  const node = await spawnServer(settings, [pathOf('shop-node/shop.ts')])
  const python = await spawnServer(settings, ['-B', pathOf('shop-python/shop.py')], 'python3')
  await Promise.all([node.ready(), python.ready()])
  return { node, python }
}

const shops = await openShops(url)

/** A buyer's page, and what it complained about. */
async function openPage(address: string) {
  const browser = await openBrowser()
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', permissions })
  cleanUp(() => context.close())
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  await page.goto(address)
  return { page, complaints }
}

async function buy(shopUrl: string) {
  const { page, complaints } = await openPage(shopUrl)
  await page.getByRole('button', { name: 'Pagar com Pix: Pão de queijo' }).click()
  await page.waitForURL(/pedido=/)
  const id = new URL(page.url()).searchParams.get('pedido') ?? ''
  const readOrder = async () => (await fetch(`${shopUrl}/orders/${id}`)).json()
  await page.getByText('Aguardando o pagamento').waitFor()
  return { page, complaints, id, readOrder }
}

/** What a camera sees on the screen. */
async function readQr(page: Page): Promise<string | undefined> {
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.qr')?.naturalWidth)
  const { data, width, height } = PNG.sync.read(await page.locator('.qr').screenshot())
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data
}

const looks = [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const

async function expectGoodLooks(page: Page, name: string) {
  await page.evaluate(axe.source)
  for (const [window, colorScheme] of looks) {
    await page.setViewportSize(sizes[window])
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes[window].width)
    const folder = inject('shotsFolder')
    if (folder === '') continue
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `shop-${name}-${window}-${colorScheme}.png`), fullPage: true })
  }
}

/** Posts an event to a shop, signed with this secret. */
async function postEvent(shopUrl: string, event: object, signedWith: string, eventId: string) {
  const body = JSON.stringify(event)
  const now = new Date()
  const headers = {
    'webhook-id': eventId,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': new Webhook(signedWith).sign(eventId, now, body),
  }
  return (await fetch(`${shopUrl}/webhook`, { method: 'POST', headers, body })).status
}

const completed = (order: { id: string; transactionId: string }) => ({
  id: order.transactionId,
  transactionState: 'Completed',
  transactionOrderId: order.id,
  transactionReceipt: 'http://127.0.0.1/receipt',
})
const otherSecret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'
const timesSold = (name: (typeof names)[number], id: string) =>
  shops[name].output().split(`order ${id} is paid`).length - 1

test.each(names)('shop-%s: a buyer sees the code, pays it, and the page turns to "Pago" by itself', async name => {
  const shop = shops[name]
  const { page, complaints, id, readOrder } = await buy(shop.url)
  const order = await readOrder()
  expect(order).toMatchObject({ id, state: 'waiting', price: '12.00' })
  const code = await page.locator('.code').textContent()
  expect(await readQr(page)).toBe(code)
  await page.getByRole('button', { name: 'Copiar' }).click()
  await page.getByRole('button', { name: 'Copiado' }).waitFor()
  expect([code, await page.evaluate(() => navigator.clipboard.readText())]).toEqual([order.qrCode, code])

  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await page.getByRole('button', { name: 'pagar agora' }).click()
  await page.getByRole('heading', { name: 'Pago', exact: true }).waitFor()
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Pago', exact: true }).waitFor()
  const receipt = await fetch((await page.getByRole('link', { name: 'comprovante' }).getAttribute('href')) ?? '')
  expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining('12,00')])
  expect(complaints).toEqual([])

  // The very same event again, as when an answer was lost.
  const [delivery] = (await trilho.deliveries.list({ transactionId: order.transactionId })).items
  await trilho.deliveries.resend(delivery?.id ?? '')
  const attempts = async () =>
    (await trilho.deliveries.read(delivery?.id ?? '')).attempts.map(({ httpStatus }) => httpStatus)
  await expect.poll(attempts).toHaveLength(2)
  expect(await attempts()).toEqual([204, 204])
  expect([timesSold(name, id), (await readOrder()).state]).toEqual([1, 'paid'])
})

test.each(names)(
  'shop-%s: what Trilho did not sign is refused, and what is not about an order changes none',
  async name => {
    const shop = shops[name]
    const { page, id, readOrder } = await buy(shop.url)
    const order = await readOrder()
    expect(await postEvent(shop.url, completed(order), otherSecret, 'msg_1')).toBe(400)
    expect(
      (await fetch(`${shop.url}/webhook`, { method: 'POST', body: JSON.stringify(completed(order)) })).status,
    ).toBe(400)
    const ofAnother = { ...completed(order), id: 'another transaction' }
    expect(await postEvent(shop.url, ofAnother, webhookSecret, 'msg_2')).toBe(204)
    expect(await postEvent(shop.url, { event: 'Test' }, webhookSecret, 'msg_3')).toBe(204)
    expect([timesSold(name, id), await readOrder()]).toEqual([0, order])

    await trilho.sandbox.cancel(order.transactionId)
    await page.getByRole('heading', { name: 'não vale mais' }).waitFor()
  },
)

/** The server as production would be: it has nothing under /sandbox. */
async function openProduction(): Promise<string> {
  const production = createServer((request, response) => {
    if (request.url?.startsWith('/sandbox/')) return void response.writeHead(404).end()
    const { 'content-type': type = '', authorization = '' } = request.headers
    void request.toArray().then(async chunks => {
      const body = Buffer.concat(chunks)
      const answer = await fetch(`${url}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization },
        body,
      })
      response.writeHead(answer.status).end(await answer.text())
    })
  })
  await new Promise<void>(resolve => production.listen(0, '127.0.0.1', resolve))
  cleanUp(() => production.close())
  return `http://127.0.0.1:${(production.address() as AddressInfo).port}`
}

test('in production no button pays', async () => {
  const inProduction = await openShops(await openProduction())
  for (const name of names) {
    const { page, id } = await buy(inProduction[name].url)
    expect(await page.getByRole('button', { name: 'pagar agora' }).count()).toBe(0)
    expect((await fetch(`${inProduction[name].url}/orders/${id}/pay`, { method: 'POST' })).status).toBe(404)
  }
})

test('both shops pass axe: products, charge, paid', async () => {
  const { page } = await openPage(shops.node.url)
  await page.getByRole('button', { name: 'Bolo' }).waitFor()
  await expectGoodLooks(page, 'products')
  const { page: order } = await buy(shops.python.url)
  await expectGoodLooks(order, 'charge')
  expect(await readQr(order)).toBe(await order.locator('.code').textContent())
  await order.getByRole('button', { name: 'pagar agora' }).click()
  await order.getByRole('heading', { name: 'Pago', exact: true }).waitFor()
  await expectGoodLooks(order, 'paid')
})

test.each(names)(
  'shop-%s: an order it does not know, and a product it does not have, get an error page',
  async name => {
    const { page } = await openPage(`${shops[name].url}/?pedido=<b>x</b>`)
    await page.getByRole('heading', { name: 'Não achamos este pedido' }).waitFor()
    const order = (body: string) => fetch(`${shops[name].url}/orders`, { method: 'POST', body })
    expect((await order('{ "productId": "toString" }')).status).toBe(404)
    expect((await order('null')).status).toBe(404)
    expect((await order('{')).status).toBe(400)
  },
)

test('while Trilho is away, buyers read a plain message and the log has the id of the call', async () => {
  await server.kill('SIGTERM')
  for (const name of names) {
    const { page } = await openPage(shops[name].url)
    await page.getByRole('button', { name: 'Bolo' }).click()
    await page.getByText('nada foi cobrado. Tente de novo em instantes.').waitFor()
    expect(shops[name].output() + shops[name].errors()).toMatch(/Trilho: ConnectionFailed .*\(request [\w-]{8,}\)/)
    if (name === 'node') await expectGoodLooks(page, 'away')
  }
})
