import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodPassword, newPersonWithPassword } from '../../server/test/kit/portal-client.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal({}, { host: 'localhost' })
const { trilho } = portal
const { merchantId } = await trilho.newMerchant()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** The authenticator of a phone: it has verified its owner, and stores passkeys. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the owner passes the check of the device. */
    verify: (isUserVerified: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => session.send('WebAuthn.disable'),
  }
}

test('a person adds a passkey, signs in and confirms with it, and removes it', async () => {
  const { email } = await newPersonWithPassword(trilho, { merchantId })
  const { page, complaints } = await portal.openPage({ path: '/sign-in?next=/portal/profile' })
  const authenticator = await addAuthenticator(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(goodPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await heading(page, 'Perfil e segurança')
  await settle(page)
  await page.getByRole('button', { name: 'Adicionar passkey' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Celular da Ana')
  await shots(page, 'passkey-add')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('dialog', { name: 'Códigos de recuperação' }).waitFor()
  await shots(page, 'passkey-recovery-codes')
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('cell', { name: 'Celular da Ana' }).waitFor()
  await closeNotices(page)
  await shots(page, 'passkeys')
  await expectFitsPhone(page)

  await page.getByRole('button', { name: 'Renomear' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Celular novo')
  await page.getByRole('button', { name: 'Salvar' }).last().click()
  await page.getByText('Celular novo').first().waitFor()

  await page.context().clearCookies()
  await page.goto(`${portal.url}/portal/sign-in?next=/portal/profile`)
  await heading(page, 'Entrar')
  await shots(page, 'sign-in-with-passkey')
  await authenticator.verify(false)
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('Nenhuma passkey foi usada')
  await authenticator.verify(true)
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  await heading(page, 'Perfil e segurança')

  await trilho.sql`update sessions set confirmed_at = confirmed_at - interval '6 minutes'`
  await settle(page)
  await page.getByRole('button', { name: 'Remover' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor()
  await shots(page, 'confirm-with-passkey')
  await page.getByRole('button', { name: 'Usar passkey' }).click()
  await page.getByRole('button', { name: 'Adicionar passkey' }).waitFor()
  await authenticator.remove()
  expect(complaints.filter(text => !/status of 4/.test(text))).toEqual([])
})

test('somebody whose session lacks the second factor gives it first', async () => {
  const { page, person } = await portal.openPageAs({ merchantId }, { path: '/profile' })
  const authenticator = await addAuthenticator(page)
  await page.getByRole('button', { name: 'Adicionar passkey' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await trilho.sql`update sessions set second_factor = false where person_id = ${person.id}`
  await page.reload()
  await heading(page, 'Falta o segundo fator')
  await shots(page, 'second-factor-missing')
  await page.getByLabel('Código de uso único').fill('000000')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Usar passkey' }).click()
  await heading(page, 'Perfil e segurança')
  const [session] = await trilho.sql`select second_factor from sessions where person_id = ${person.id}`
  expect(session?.secondFactor).toBe(true)
  await authenticator.remove()
})
