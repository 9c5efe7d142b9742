import { expect, test, vi } from 'vitest'
import { axeFaults } from '../../../../test/kit/axe.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { nubank, payer } from '../../../../test/kit/payer.ts'
import { openPayersBrowser, sizes } from '../../../../test/kit/payers-browser.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'

const trilho = await openTrilho()
const rail = requireRail((await trilho.needs.railsOf(null)).initiations)
const { openPage, redirectUrl } = await openPayersBrowser(trilho.url)
const api = await trilho.newMerchant()
const { page } = await openPage('phone', { bypassCSP: true })

// The way to the bank is looked at, not walked.
await page.route('**/bank', async route => {
  const response = await route.fetch()
  const { refresh: _, ...headers } = response.headers()
  await route.fulfill({ response, headers })
})

const create = () => api.createInitiation({ redirectUrl })

async function ended(how: string): Promise<string> {
  const { id, checkoutUrl } = await create()
  await api.simulateInitiation(how, id)
  return checkoutUrl
}

async function started() {
  const { checkoutUrl } = await create()
  return { checkoutUrl, bankUrl: await payer.start(checkoutUrl) }
}

const pages: Record<string, () => Promise<string>> = {
  'the list of banks': async () => (await create()).checkoutUrl,
  'a search that finds nothing': async () => `${(await create()).checkoutUrl}?q=zzz&lang=en`,
  'a problem': async () => `${(await create()).checkoutUrl}?problem=bankUnavailable&institution=${nubank}`,
  'the consent': async () => `${(await create()).checkoutUrl}/consent?institution=${nubank}`,
  'a payment begun': async () => (await started()).checkoutUrl,
  'the way to the bank': async () => `${(await started()).checkoutUrl}/bank`,
  'the simulated bank': async () => (await started()).bankUrl,
  'a payment under way': async () => {
    const { checkoutUrl } = await create()
    vi.spyOn(rail, 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
    await payer.walk(checkoutUrl, 'approve')
    // Without its script it stays to be looked at.
    await page.route('**/pages.js?*', route => route.abort(), { times: 1 })
    return `${checkoutUrl}/outcome`
  },
  'a payment completed': () => ended('complete'),
  'a payment in error': () => ended('error'),
  'a payment cancelled': () => ended('cancel'),
  'no payment': async () => `${trilho.url}/checkout/unknown`,
  'nothing to authorise': async () => `${trilho.url}/sandbox/bank`,
}

test.each(Object.entries(pages))(
  'axe finds nothing wrong with %s: phone, desktop, light, dark',
  async (_, addressOf) => {
    await page.setViewportSize(sizes.phone)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(await addressOf())
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize(sizes.desktop)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFaults(page)).toEqual([])
  },
)

test('nothing is wider than a small phone, however long the texts are', async () => {
  const transaction = { orderDescription: 'W'.repeat(1024) }
  const { checkoutUrl } = await api.createInitiation({ amount: '9999999999.999999', transaction, redirectUrl })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const url of [checkoutUrl, `${checkoutUrl}/consent?institution=00360305`, await payer.start(checkoutUrl)]) {
    await page.goto(url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})
