import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Page, chromium } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testBank } from './kit/bank-process.ts'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

function chromiumPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.CHROMIUM ?? '', ...names.flatMap(name => folders.map(folder => join(folder, name)))]
  const found = candidates.find(path => path !== '' && isExecutable(path))
  if (found === undefined) throw new Error('Chromium is missing: "npm test" installs it or prints how')
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
    return (await axe.run()).violations.map(({ id }) => id)
  })
  expect(violations).toEqual([])
}

test('a person pastes a code, sees what it is, pays it, and sees charges, payouts and callbacks in both languages; a case is reported and accepted; a fault is added', async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  await bank.control.put('/partners/efi/switches', { webhookCheck: false })
  await shop.put(`/v2/webhook/${shop.key}`, { webhookUrl: 'http://127.0.0.1:9/' })
  await bank.control.put('/settings', { payoutDelayMs: null, callbackRetrySeconds: [] })
  const order = { valor: '7.00', pagador: { chave: shop.key }, favorecido: { chave: 'joao@mail.test' } }
  await shop.put('/v3/gn/pix/p1', order)
  const charge = await shop.charge('25.00')

  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ locale: 'pt-BR', bypassCSP: true })
  const errors: string[] = []
  page.on('console', message => void (message.type() === 'error' && errors.push(message.text())))
  await page.goto(bank.control.url)
  await page.getByLabel('Pix copia e cola').fill('nothing')
  await page.getByText('this is no Pix code').waitFor()
  expect(errors.splice(0)).toHaveLength(1) // the refusal itself
  await page.getByLabel('Pix copia e cola').fill(charge.body.pixCopiaECola)
  await page.getByText('Parceiro efi (efi)').waitFor()
  expect(await page.getByLabel('Valor').inputValue()).toBe('25.00')
  await page.getByRole('button', { name: 'Pagar' }).click()
  await page.getByText(/Pago: R\$\s25,00/).waitFor()
  expect((await shop.get(`/v2/cob/${charge.txid}`)).body.status).toBe('CONCLUIDA')
  await page.getByRole('button', { name: 'Concluir' }).click()
  await page.getByRole('button', { name: 'Devolver' }).waitFor()
  // The payer reports it, and the case is accepted.
  await page.getByRole('button', { name: 'Contestar' }).click()
  await page.getByRole('button', { name: 'Rejeitar' }).waitFor()
  await page.getByRole('button', { name: 'Aceitar' }).click()
  await page.getByRole('cell', { name: 'Aceita', exact: true }).waitFor()
  expect((await shop.get(`/v2/cob/${charge.txid}`)).body.pix[0].devolucoes).toMatchObject([{ status: 'DEVOLVIDO' }])
  // A fault of one partner's calls is added, and used up by the next one.
  await page.getByLabel('Falha', { exact: true }).selectOption('refusal')
  await page.getByRole('textbox', { name: 'Parceiro' }).fill('efi')
  await page.getByRole('button', { name: 'Criar falha' }).click()
  await page.getByRole('cell', { name: 'refusal' }).waitFor()
  expect((await shop.get(`/v2/cob/${charge.txid}`)).status).toBe(422)
  expect((await shop.get(`/v2/cob/${charge.txid}`)).status).toBe(200)
  const folder = inject('shotsFolder')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    if (folder === '') continue
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `bank-${colorScheme}.png`), fullPage: true })
  }
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Payouts' }).waitFor()
  // The page reloads every two seconds.
  await page.getByRole('cell', { name: 'Given up' }).first().waitFor()
  expect(errors).toEqual([])
})
