import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../server/src/tenancy/people/permissions.ts'
import { startSession } from '../../server/src/tenancy/people/sessions.ts'
import { logIn } from '../../server/test/kit/api-client.ts'
import { goodPassword, newPersonWithPassword } from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

/** A person of a merchant whose last confirmation was an hour ago. */
async function openKeys(role: Role = 'owner') {
  const { merchantId } = await trilho.newMerchant()
  const person = await newPersonWithPassword(trilho, { merchantId, roles: [role], name: 'Davi Prado' })
  const session = { personId: person.id, secondFactor: false, address: '127.0.0.1', agent: 'test' }
  const { token } = await startSession(trilho.needs, session)
  await trilho.sql`update sessions set confirmed_at = now() - interval '1 hour' where person_id = ${person.id}`
  return { merchantId, ...(await portal.openPageOf({ token }, { path: `/m/${merchantId}/keys` })) }
}

async function confirmIdentity(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await dialog.getByLabel('Senha').fill(goodPassword)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
}

/** The secret, which the dialog shows once. */
async function takeSecret(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  const [accessKey = '', secret = '', curl = ''] = await dialog.locator('pre').allTextContents()
  return { dialog, accessKey, secret, curl }
}

const loggedIn = async (key: { accessKey: string; secret: string }) => (await logIn(portal.url, key)).status
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('an owner creates a key, uses it, replaces it with overlap, and revokes it', async () => {
  const { page, complaints } = await openKeys()
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave' })
  await form.getByLabel('Nome da chave').fill('Loja virtual')
  await form.getByLabel('Pagamentos a empresas').check()
  await shots(page, 'keys-create')
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await confirmIdentity(page)

  const first = await takeSecret(page, 'Sua nova chave')
  await shots(page, 'keys-secret')
  expect(first.curl).toContain(`curl ${portal.url}/login`)
  expect(await loggedIn(first)).toBe(201)
  expect((await logIn(portal.url, JSON.parse(/\{.*\}/.exec(first.curl)?.[0] ?? ''))).status).toBe(201)
  await page.keyboard.press('Escape')
  await first.dialog.getByRole('button', { name: 'Já guardei' }).click()
  await first.dialog.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(first.secret)
  await row(page, 'Loja virtual').getByText('Pagamentos a empresas').waitFor()

  await row(page, 'Loja virtual').getByRole('button', { name: 'Ações da chave Loja virtual' }).click()
  await page.getByRole('menuitem', { name: 'Trocar chave' }).click()
  const rotation = page.getByRole('dialog', { name: 'Trocar a chave Loja virtual' })
  await rotation.getByLabel('Mais 1 hora').check()
  await shots(page, 'keys-rotate')
  await rotation.getByRole('button', { name: 'Trocar chave' }).click()
  const second = await takeSecret(page, 'Chave trocada')
  await second.dialog.getByText('A chave antiga vale até').waitFor()
  await second.dialog.getByRole('button', { name: 'Já guardei' }).click()
  expect([await loggedIn(first), await loggedIn(second)]).toEqual([201, 201])
  await page.getByText('Substituída, vale até').waitFor()
  await shots(page, 'keys')

  const old = row(page, 'Substituída')
  await old.getByRole('button', { name: 'Ações da chave Loja virtual' }).click()
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Redes', 'Revogar'])
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  const asked = page.getByRole('dialog', { name: 'Revogar a chave Loja virtual?' })
  await asked.waitFor()
  // The menu is still closing when the dialog opens.
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
  await asked.getByRole('button', { name: 'Revogar' }).click()
  await page.getByText('Chave revogada').waitFor()
  await old.waitFor({ state: 'detached' })
  expect([await loggedIn(first), await loggedIn(second)]).toEqual([401, 201])

  await page.getByText('Todas', { exact: true }).click()
  await page.getByText('Revogada', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Revogada', { exact: true }).waitFor()
  await shots(page, 'keys-all')
  await expectFitsPhone(page)
  expect(complaints.filter(text => !text.includes('status of 403'))).toEqual([])
})

test('a developer creates a pending key; an owner finds it at home and confirms it', async () => {
  const { merchantId, page } = await openKeys('developer')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave' })
  await form.getByText('ela começa a funcionar quando um proprietário confirmar').waitFor()
  await form.getByLabel('Nome da chave').fill('ERP')
  await shots(page, 'keys-create-pending')
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await confirmIdentity(page)
  const made = await takeSecret(page, 'Sua nova chave')
  await made.dialog.getByText('Esta chave ainda não funciona').waitFor()
  await shots(page, 'keys-secret-pending')
  await made.dialog.getByRole('button', { name: 'Já guardei' }).click()
  await row(page, 'ERP').getByText('Aguarda confirmação').waitFor()
  await row(page, 'ERP').getByRole('button', { name: 'Ações da chave ERP' }).click()
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Revogar'])
  expect(await loggedIn(made)).toBe(401)

  const owner = await portal.openPageAs({ merchantId, name: 'Olívia Dona' }, { path: `/m/${merchantId}` })
  await owner.page.getByRole('link', { name: /1 chave de acesso a confirmar/ }).click()
  await shots(owner.page, 'keys-pending')
  await expectFitsPhone(owner.page)
  await row(owner.page, 'ERP').getByRole('button', { name: 'Ações da chave ERP' }).click()
  await owner.page.getByRole('menuitem', { name: 'Confirmar' }).click()
  const asked = owner.page.getByRole('dialog', { name: 'Confirmar a chave ERP?' })
  await asked.waitFor()
  await expect.poll(() => owner.page.getByRole('menuitem').count()).toBe(0)
  await shots(owner.page, 'keys-confirm')
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await row(owner.page, 'ERP').getByText('Ativa').waitFor()
  await row(owner.page, 'ERP').getByText('confirmada por Olívia Dona').waitFor()
  expect(await loggedIn(made)).toBe(201)
})

test('cancelling the confirmation creates no key and leaves the form unchanged', async () => {
  const { page } = await openKeys()
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const form = page.getByRole('dialog', { name: 'Criar chave' })
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await form.getByText('Dê um nome à chave').waitFor()
  await form.getByLabel('Nome da chave').fill('ERP')
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await page.getByRole('dialog', { name: 'Confirme que é você' }).getByRole('button', { name: 'Cancelar' }).click()
  expect(await form.getByLabel('Nome da chave').inputValue()).toBe('ERP')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await settle(page)
  expect(await row(page, 'ERP').count()).toBe(0)
})

test('an operator sees the keys of a merchant in English and can change none', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { page } = await portal.openPageAs({ isOperator: true }, { path: `/m/${merchantId}/keys`, language: 'en' })
  await row(page, 'Unnamed').getByText('Active').waitFor()
  expect(await page.getByRole('button', { name: /Create key|Actions of/ }).count()).toBe(0)
  await shots(page, 'keys-operator-en')
})
