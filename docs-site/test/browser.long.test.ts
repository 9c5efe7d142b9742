import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axeFaults, onlyColours } from '../../server/test/kit/axe.ts'
import { openPayersBrowser, sizes } from '../../server/test/kit/payers-browser.ts'
import { patienceMs } from '../../server/test/kit/patience.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { call } from '../../server/test/kit/api-client.ts'
import { readSpec, slugOf } from '../src/spec.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const { accessKey, secret } = await newPayer(trilho)
await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ accessKey, secret }))
const { openPage } = await openPayersBrowser(trilho.url)
const spec = readSpec((await call(`${trilho.url}/openapi.json`)).body, { isSandbox: true })
const references = spec.tags.map(({ name }) => `/docs/reference/${slugOf(name)}`)

const looked = ['/docs', '/docs/webhooks', '/docs/reference', '/docs/reference/openfinance', '/docs/errors']

test('no page is wider than a small phone', async () => {
  const { page, complaints } = await openPage('phone')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [...looked, ...references, '/docs/first-payment', '/docs/going-live'])
    for (const lang of ['pt', 'en']) {
      await page.goto(`${trilho.url}${path}?lang=${lang}`)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
    }
  expect(complaints).toEqual([])
})

test.each(looked)(
  'axe finds nothing wrong with %s: Portuguese and English, light and dark, phone and desktop',
  async path => {
    const { page } = await openPage('phone', { bypassCSP: true })
    for (const [lang, size, first, second] of [
      ['pt', 'phone', 'light', 'dark'],
      ['en', 'desktop', 'dark', 'light'],
    ] as const) {
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme: first })
      await page.goto(`${trilho.url}${path}?lang=${lang}`)
      await page.locator('details').evaluateAll(all => all.forEach(one => one.setAttribute('open', '')))
      expect([path, lang, first, await axeFaults(page)]).toEqual([path, lang, first, []])
      await page.emulateMedia({ colorScheme: second })
      expect([path, lang, second, await axeFaults(page, onlyColours)]).toEqual([path, lang, second, []])
    }
  },
)

/** Its own key is what a reader logs in with; a stream and a form are not tried. */
const untried = ['logIn', 'createOAuthToken', 'streamEvents']

/** What a reader who has logged in does with every form of a page, without the pointer's way from one to the next. */
async function tryAll({ untried, patienceMs }: { untried: string[]; patienceMs: number }) {
  const appears = async (form: Element, selector: string): Promise<HTMLElement> => {
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
      const found = form.querySelector<HTMLElement>(selector)
      if (found !== null) return found
      await new Promise(requestAnimationFrame)
    }
    throw new Error(`${selector} does not appear`)
  }
  const outcomes: { id: string; status: string; headers: string }[] = []
  for (const { id } of document.querySelectorAll('section.operation:has(.try)')) {
    if (untried.includes(id)) continue
    const form = await appears(document.documentElement, `#${id} .try`)
    form.querySelector('summary')?.click()
    await appears(form, '.logged-in')
    form.querySelector<HTMLElement>('[type=submit]')?.click()
    const status = (await appears(form, '.outcome strong')).textContent
    outcomes.push({ id, status, headers: (await appears(form, '.outcome code')).textContent })
  }
  return outcomes
}

test('with the demo key every call can be tried as it stands', async () => {
  const { page, complaints } = await openPage('desktop')
  await page.goto(`${trilho.url}/docs/reference/account?lang=en`)
  const form = page.locator('section.operation .try').first()
  await form.locator('summary').click()
  await form.getByRole('button', { name: 'Use the demo key' }).click()
  await form.getByText('Logged in').waitFor()
  await form.getByRole('button', { name: 'Send' }).click()
  await form.locator('.outcome strong').waitFor()
  const tried: string[] = []
  for (const path of references) {
    await page.goto(`${trilho.url}${path}?lang=en`)
    for (const { id, status, headers } of await page.evaluate(tryAll, { untried, patienceMs })) {
      expect([id, status, headers]).toEqual([
        id,
        expect.stringMatching(/^20/),
        expect.stringContaining('x-request-id: '),
      ])
      tried.push(id)
    }
  }
  expect(tried.length).toBeGreaterThan(50)
  expect(complaints).toEqual([])
})
