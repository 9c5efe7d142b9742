import { expect, test } from 'vitest'
import { reasons } from '../src/http/reasons.ts'
import { testTaxNumbers } from '../src/rails/simulator/test-data.ts'
import { call } from './kit/api-client.ts'
import { openBrowser } from './kit/browser.ts'
import { cleanUp } from './kit/clean-up.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()

test('openapi.json describes every public route and prints every reason and test document', async () => {
  const { status, body } = await call(`${trilho.url}/openapi.json`)
  expect(status).toBe(200)
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      '/login',
      '/oauth/token',
      '/accounts/pix/cashin',
      '/accounts/balance',
      '/accounts/transactions/pix/{transactionId}',
    ]),
  )
  for (const word of [...Object.keys(reasons), ...Object.keys(testTaxNumbers)])
    expect(body.info.description).toContain(word)
})

test('the reference page opens in a browser, shows the operations and asks nobody outside', async () => {
  const page = await (await openBrowser()).newPage()
  cleanUp(() => page.close())
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', request => asked.push(request.url()))
  page.on('pageerror', error => faults.push(error.message))
  await page.goto(`${trilho.url}/docs`)
  await page.getByRole('link', { name: 'Create a PIX cash-in' }).first().waitFor()
  await page.getByText('RateLimitExceeded').first().waitFor()
  expect(faults).toEqual([])
  expect(asked.filter(url => !url.startsWith(trilho.url) && !/^(data|blob):/.test(url))).toEqual([])
})
