import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startIdentityProvider } from '../../server/test/kit/identity-provider.ts'
import { newPersonWithPassword, newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho, url } = portal
const provider = await startIdentityProvider(`${url}/portal/sso`)
const { merchantId } = await trilho.newMerchant()
const domain = 'padaria.example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test('an owner sets single sign-on up, and a member signs in with it and confirms at the provider', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  await operator.put(`/operator/merchants/${merchantId}/sso-domains`, { domains: [domain] })
  const { page: settings } = await portal.openPageAs({ merchantId }, { path: `/m/${merchantId}/members` })
  await settings.getByRole('button', { name: 'Configurar' }).click()
  await settings.getByLabel('Emissor (issuer)').fill(provider.issuer)
  await settings.getByLabel('Client ID').fill(provider.settings.clientId)
  await settings.getByLabel('Client secret').fill(provider.settings.clientSecret)
  await shots(settings, 'sso-settings')
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await settings.getByText(provider.issuer).waitFor()
  await closeNotices(settings)
  await shots(settings, 'sso-section')
  await expectFitsPhone(settings)

  const member = await newPersonWithPassword(trilho, { merchantId })
  const email = `ana@${domain}`
  await trilho.sql`update people set email = ${email}, password_hash = null where id = ${member.id}`
  provider.signsIn({ subject: randomUUID(), email })
  const { page, context } = await portal.openPage({ path: '/sign-in?next=/portal/profile' })
  await page.getByRole('button', { name: 'Entrar com login único' }).click()
  await page.getByText('Informe seu e-mail da empresa').waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Entrar com login único' }).click()
  await heading(page, 'Perfil e segurança')
  expect(page.url()).toBe(`${url}/portal/profile`)

  await trilho.sql`update sessions set confirmed_at = confirmed_at - interval '6 minutes'`
  await settle(page)
  await page.getByRole('button', { name: 'Ativar códigos' }).click()
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Confirmar no login da empresa' }).click()
  await opened
  await page.getByRole('img', { name: /QR Code/ }).waitFor()
})

test('a provider that does not know the person says so, and a member of a merchant that requires it is led there', async () => {
  provider.signsIn({ subject: randomUUID(), email: `nobody@${domain}` })
  const { page } = await portal.openPage({ path: '/sign-in' })
  await page.getByLabel('E-mail').fill(`nobody@${domain}`)
  await page.getByRole('button', { name: 'Entrar com login único' }).click()
  await heading(page, 'Não foi possível entrar')
  await shots(page, 'sso-failed')

  await trilho.sql`update sso_providers set is_required = true`
  const { page: led } = await portal.openPageAs({ merchantId })
  await heading(led, 'Entre com o login único')
  await shots(led, 'sso-required')
  expect(await led.getByRole('button', { name: 'Continuar' }).isEnabled()).toBe(true)
})
