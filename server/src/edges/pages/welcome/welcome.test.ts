import axe from 'axe-core'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { openPayersBrowser, sizes, windows } from '../../../../test/kit/payers-browser.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'

const folder = await dataFolder()
const sandbox = await openTrilho({ TRILHO_DATA: folder })
const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), TRILHO_DATA: folder })
const html = { accept: 'text/html,*/*;q=0.8' }
const { openPage } = await openPayersBrowser(sandbox.url)

test.each(['pt-BR', 'en'])('a browser that prefers %s finds portal, guides and reference at /', async locale => {
  const { page, complaints } = await openPage('phone', { locale })
  await page.goto(sandbox.url)
  expect(await page.locator('html').getAttribute('lang')).toBe(locale)
  for (const link of await page.locator('.places a').all()) {
    const address = (await link.getAttribute('href')) ?? ''
    expect([address, (await call(sandbox.url + address, { headers: html })).status]).toEqual([address, 200])
  }
  expect(await page.locator('.places a').count()).toBe(3)
  await page.getByText(locale === 'en' ? 'Português' : 'English').click()
  expect(await page.locator('html').getAttribute('lang')).not.toBe(locale)
  expect(complaints).toEqual([])
})

test('what is to be tried first works when it is pasted into a shell', async () => {
  const { accessKey, secret } = await sandbox.newMerchant()
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ accessKey, secret }))
  const { page } = await openPage('desktop')
  await page.goto(sandbox.url)
  const { stdout } = await promisify(execFile)('bash', ['-c', (await page.locator('pre').textContent()) ?? ''])
  const { data } = JSON.parse(stdout)
  await page.goto(data.payment.qrCodeLocation)
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
})

test('production says who it is and where to go, and nothing of the inside', async () => {
  const { status, text, headers } = await call(`${production.url}/?lang=en`, { headers: html })
  expect(status).toBe(200)
  const body = text.slice(text.indexOf('<body'))
  for (const address of ['/portal', '/docs', '/docs/reference']) expect(body).toContain(`href="${address}"`)
  expect(body).not.toMatch(/sandbox|test|demo|curl|\d+\.\d+\.\d+/i)
  expect(body).not.toContain(folder)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each(['*/*', 'application/json', undefined])('to a program that accepts %s nothing is at /', async accept => {
  const { status, body } = await call(sandbox.url, { headers: accept === undefined ? {} : { accept } })
  expect([status, body.error.details.reason]).toEqual([404, 'RouteNotFound'])
})

test('the icon that browsers ask for of themselves is there', async () => {
  const { status, headers } = await call(`${sandbox.url}/favicon.ico`)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/x-icon'])
})

test.each(windows)('axe finds nothing wrong with it in the light and in the dark: %s', async window => {
  const { page } = await openPage(window, { bypassCSP: true })
  for (const { url } of [sandbox, production])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(sizes[window].width)
      const name = `welcome-${url === sandbox.url ? 'sandbox' : 'production'}-${window}-${colorScheme}.png`
      if (inject('shotsFolder') !== '')
        await page.screenshot({ path: join(inject('shotsFolder'), name), fullPage: true })
    }
})
