import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { borrowWindow } from './browser.ts'
import { cleanUp } from './clean-up.ts'
import { patienceMs } from './patience.ts'

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const
export type Window = keyof typeof sizes
/** As for the portal's journeys: in the long tier. */
export const windows = ['phone', 'desktop'] as const

/** A payer's browser, and the shop the payer returns to. Closed when the file ends. */
export async function openPayersBrowser(trilhoUrl: string) {
  const shopPort = await openShop()

  /** A page that records its errors and its calls to other hosts. */
  async function openPage(window: Window, options: BrowserContextOptions = {}) {
    const usual = { locale: 'pt-BR', reducedMotion: 'reduce' } as const
    const { context, page, giveBack } = await borrowWindow({ ...usual, ...options }, `${trilhoUrl}/healthz`)
    cleanUp(giveBack)
    context.setDefaultTimeout(patienceMs)
    await page.setViewportSize(sizes[window])
    const complaints: string[] = []
    context.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    context.on('weberror', fault => complaints.push(fault.error().message))
    context.on('request', request => {
      const { origin, protocol, port } = new URL(request.url())
      const isExpected = origin === trilhoUrl || protocol === 'data:' || port === String(shopPort)
      if (!isExpected) complaints.push(`called ${request.url()}`)
    })
    return { page, complaints, newTab: () => context.newPage() }
  }

  return { openPage, redirectUrl: `http://127.0.0.1:${shopPort}/back?order=1`, goToBank, stateInShop }
}

/** It redirects its customers to another origin, as many shops do: our policies must allow it. */
async function openShop(): Promise<number> {
  const shop = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://shop')
    if (pathname === '/back') {
      response.writeHead(302, { location: `http://localhost:${port}/thanks${search}` }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title><link rel="icon" href="data:,">')
  })
  await new Promise<void>(resolve => shop.listen(0, 'localhost', resolve))
  const { port } = shop.address() as AddressInfo
  cleanUp(() => {
    shop.closeAllConnections()
    shop.close()
  })
  return port
}

async function goToBank(page: Page, checkoutUrl: string, bank = 'Nubank'): Promise<void> {
  await page.goto(checkoutUrl)
  await page.getByRole('link', { name: bank, exact: true }).click()
  await page.getByRole('button', { name: `Continuar com ${bank}` }).click()
  await page.waitForURL(/\/sandbox\/bank/)
}

/** The query parameters that the shop receives, besides its own query. */
async function stateInShop(page: Page): Promise<string | null> {
  // Not by its navigation: a second click aborts the first one's.
  await expect.poll(() => page.url()).toMatch(/localhost.*\/thanks/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('order')).toBe('1')
  return searchParams.get('transactionState')
}
