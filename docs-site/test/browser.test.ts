import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPayersBrowser } from '../../server/test/kit/payers-browser.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const { accessKey, secret } = await newPayer(trilho)
await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ accessKey, secret }))
const { openPage } = await openPayersBrowser(trilho.url)
test('on a phone the menu opens over the page, and leads on', async () => {
  const { page } = await openPage('phone')
  await page.goto(`${trilho.url}/docs`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Erros', exact: true }).click()
  await page.getByRole('heading', { name: 'Erros', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor()
  expect(page.url()).toBe(`${trilho.url}/docs/errors?lang=en`)
})

test('searching for "webhook signature" finds the guide and the header, in both languages', async () => {
  const { page, complaints } = await openPage('desktop')
  for (const [lang, guide] of [
    ['en', 'Guide'],
    ['pt', 'Guia'],
  ] as const) {
    await page.goto(`${trilho.url}/docs?lang=${lang}`)
    await page.keyboard.press('/')
    await page.keyboard.type('webhook signature')
    await page
      .getByRole('option', { name: new RegExp(`^${guide} ?Webhooks`) })
      .first()
      .waitFor()
    const header = page.getByRole('option', { name: /webhook-signature$/ })
    await header.first().click()
    await page.waitForURL(/reference\/webhooks/)
  }
  await page.getByRole('combobox').fill('insufficientbal')
  await page.getByRole('option', { name: 'InsufficientBalance' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/errors.*#InsufficientBalance/)
  await page.getByRole('combobox').fill('zzzz')
  await page.getByText('Nada encontrado').waitFor()
  expect(complaints).toEqual([])
})

test('the language of samples is chosen once for all, and remembered', async () => {
  const { page } = await openPage('desktop')
  await page.goto(`${trilho.url}/docs/reference/pix`)
  await page.getByRole('tab', { name: 'curl' }).first().focus()
  await page.keyboard.press('ArrowLeft')
  await page.goto(`${trilho.url}/docs/reference/account`)
  const chosen = await page.getByRole('tab', { selected: true }).allTextContents()
  expect(new Set(chosen)).toEqual(new Set(['Python']))
  await page.getByText("keys = json.load(open('").first().waitFor()
})

test('a refused call is shown as it was answered, and a name that leads here from elsewhere gets no token', async () => {
  const { page } = await openPage('desktop')
  await page.goto(`${trilho.url}/docs/reference/transactions?lang=en`)
  const form = page.locator('#readTransaction .try')
  await form.locator('summary').click()
  await form.getByText('Use another key').click()
  await form.getByLabel('Access key').fill(accessKey)
  await form.getByLabel('Secret').fill(secret)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
  await form.getByText('Logged in').waitFor()
  await form.getByLabel('transactionId').fill('019a0000-0000-7000-8000-000000000000')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('TransactionNotFound').waitFor()
  const headers = { host: 'evil.example.com' }
  expect((await trilho.app.inject({ method: 'POST', url: '/docs/demo-token', headers })).statusCode).toBe(403)
})
