import { expect, test } from 'vitest'
import { startRealBank } from '../../server/test/kit/real-bank.ts'
import { expectAccessible, expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }

test('an operator connects a bank with its PFX file, tests it, assigns it to a merchant and pauses it', async () => {
  const portal = await openPortal(production, { isConnected: false })
  const bank = await startRealBank()
  const settings = await bank.settingsOf('efi')
  const { merchantId } = await portal.trilho.newMerchant()
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true, name: 'Olga Lima' },
    { path: '/operator/banks' },
  )
  await page.getByText('Nenhum banco está conectado').waitFor()
  await page.getByRole('button', { name: 'Conectar um banco' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conectar um banco' })
  expect(await dialog.getByLabel('API Pix').inputValue()).toBe('https://pix.api.efipay.com.br/v2')
  await dialog.getByRole('button', { name: 'Conectar' }).click()
  await dialog.getByText('Preencha este campo').first().waitFor()
  await expectAccessible(page)
  await shots(page, 'bank-connect')

  await dialog.getByLabel('API Pix').fill(settings.pixUrl)
  await dialog.getByLabel('Token').fill(settings.tokenUrl)
  await dialog.getByLabel('Envio de dinheiro').fill(settings.payoutUrl ?? '')
  await dialog.getByLabel('Client ID').fill(settings.clientId)
  await dialog.getByLabel('Client secret').fill(settings.clientSecret ?? '')
  await dialog.getByLabel('Chave Pix da conta').fill(settings.pixKey)
  await dialog.getByLabel('Segredo das notificações').fill('segredo-das-notificacoes')
  await dialog.getByLabel('Senha do arquivo').fill('errada')
  const files = page.locator('input[type=file]')
  await files.nth(0).setInputFiles(bank.fileOf('efi', 'certificate.pfx'))
  await files.nth(1).setInputFiles(bank.fileOf('efi', 'ca.pem'))
  await dialog.getByRole('button', { name: 'Conectar' }).click()
  await dialog.getByText('a senha do arquivo PFX está errada').waitFor()
  await expectFitsPhone(page)
  await dialog.getByLabel('Inicia pagamentos no banco do pagador').check()
  await dialog.getByRole('button', { name: 'Conectar' }).click()
  await dialog.getByText('Um CPF ou CNPJ').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('API Open Finance').fill(settings.initiation?.url ?? '')
  await dialog.getByLabel('Agência').fill('1')
  await dialog.getByLabel('Conta', { exact: true }).fill('10000018')
  await dialog.getByLabel('Nome do titular').fill('Trilho')
  await dialog.getByLabel('CPF ou CNPJ do titular').fill('11.222.333/0001-81')
  await dialog.getByLabel('Senha do arquivo').fill('')
  await dialog.getByRole('button', { name: 'Conectar' }).click()

  await page.getByText('Responde', { exact: true }).waitFor()
  await page.getByText('/bank-notices/').waitFor()
  await page.getByText('Segredo definido').waitFor()
  for (const secret of [settings.clientSecret ?? '-', 'segredo-das-notificacoes'])
    expect(await page.content()).not.toContain(secret)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await shots(page, 'banks')
  await page.getByRole('button', { name: 'Testar Efí' }).click()
  const lines = page.getByRole('dialog', { name: 'Teste: Efí' })
  await lines.getByText('cobranças: o banco responde').waitFor()
  await lines.getByText('Open Finance: pagamentos: o banco responde').waitFor()
  expect(await lines.getByText('Falha').count()).toBe(0)
  await expectAccessible(page)
  await shots(page, 'bank-check')
  await page.keyboard.press('Escape')

  await bank.renew('efi')
  const renewed = await bank.settingsOf('efi')
  await page.getByRole('button', { name: 'Trocar credenciais de Efí' }).click()
  const credentials = page.getByRole('dialog', { name: 'Trocar credenciais de Efí' })
  await credentials.getByRole('button', { name: 'Testar e trocar' }).click()
  await credentials.getByText('Preencha o que muda').waitFor()
  await expectAccessible(page)
  await credentials.getByLabel('Client ID').fill(renewed.clientId)
  await credentials.getByLabel('Client secret').fill(renewed.clientSecret ?? '')
  await credentials.getByRole('button', { name: 'Testar e trocar' }).click()
  await credentials.getByText('o banco recusa as novas credenciais').waitFor()
  await credentials.getByText('Arquivo PFX').click()
  await page.locator('input[type=file]').setInputFiles(bank.fileOf('efi', 'certificate.pfx'))
  await credentials.getByLabel('O segredo antigo das notificações deixa de valer agora').check()
  await shots(page, 'bank-credentials')
  await credentials.getByRole('button', { name: 'Testar e trocar' }).click()
  await credentials.waitFor({ state: 'hidden' })
  expect(await portal.trilho.sql`select details from audit_entries where act = 'bank.rotateCredentials'`).toMatchObject(
    [{ details: { oldCallbackSecret: 'endsNow' } }],
  )

  await portal.trilho.sql`update bank_connections set certificate_expires_at = now() + interval '10 days 1 hour'`
  await page.goto(`${portal.url}/portal/operator`)
  await page.getByText('O certificado vence em 10 dias').waitFor()

  await page.goto(`${portal.url}/portal/operator/merchants/${merchantId}`)
  await page.getByText('O padrão: Efí').waitFor()
  await page.getByRole('button', { name: 'Banco' }).click()
  await page.getByRole('dialog').getByLabel('Banco').selectOption('Efí')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Efí', { exact: true }).waitFor()

  await page.goto(`${portal.url}/portal/operator/banks`)
  await page.getByRole('button', { name: 'Pausar Efí' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
  await page.getByText('Pausado', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Retomar Efí' }).waitFor()
  await page.getByRole('button', { name: 'Testar Efí' }).click()
  await lines.getByText('cobranças: o banco responde').waitFor()
  expect(complaints.filter(text => !/status of 409/.test(text))).toEqual([])
})

test('a sandbox shows its simulator, and says where real banks are connected', async () => {
  const portal = await openPortal()
  const { page } = await portal.openPageAs(
    { isOperator: true },
    { path: '/operator/banks', language: 'en', window: 'phone' },
  )
  await page.getByText('Real banks are connected in production').waitFor()
  await page.getByRole('heading', { name: 'Simulated bank' }).waitFor()
  expect(await page.getByRole('button', { name: 'Connect a bank' }).count()).toBe(0)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await shots(page, 'banks-sandbox')
})
