import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { linkPrinted } from '../../server/test/kit/mailbox.ts'
import { goodPassword, newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const { merchantId } = await trilho.newMerchant()

/** The browser's own log line of a refused call is not an error of the page. */
const faultsAmong = (complaints: string[]) =>
  complaints.filter(text => !/the server responded with a status of 4/.test(text))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const isThere = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a person is invited, signs in by the link with a password, and is refused what the role does not allow', async () => {
  const { page, complaints } = await portal.openPageAs(
    { merchantId, name: 'Olívia Prado' },
    { path: `/m/${merchantId}/members` },
  )
  await heading(page, 'Equipe')
  await page.getByRole('button', { name: 'Convidar pessoa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' })
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await dialog.getByText('Escolha pelo menos um papel').waitFor()
  await dialog.getByLabel('Nome').fill('Fábio Lima')
  await dialog.getByLabel('E-mail').fill('fabio@example.com')
  await dialog.getByRole('checkbox', { name: 'Financeiro' }).check()
  await shots(page, 'invite')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await page.getByText('o link está no log do servidor').waitFor()
  const address = linkPrinted(trilho.logged)
  await rowOf(page, 'Fábio Lima').getByText('Convidada').waitFor()

  // After a second invitation the first link is invalid.
  await page.getByRole('button', { name: 'Ações para Fábio Lima' }).click()
  await page.getByRole('menuitem', { name: 'Enviar convite de novo' }).click()
  await expect.poll(() => linkPrinted(trilho.logged)).not.toBe(address)
  const renewed = linkPrinted(trilho.logged)
  await shots(page, 'invitation-printed')

  const invited = await portal.openPage({ path: new URL(renewed).pathname.replace('/portal', '') })
  await heading(invited.page, 'Boas-vindas ao Trilho')
  await invited.page.getByLabel('Nova senha').fill(goodPassword)
  await invited.page.getByRole('button', { name: 'Salvar senha e entrar' }).click()
  await invited.page.getByRole('link', { name: 'Solicitações' }).waitFor()
  expect(await invited.page.getByRole('link', { name: 'Equipe' }).count()).toBe(0)
  await invited.page.goto(`${portal.url}/portal/m/${merchantId}/members`)
  await heading(invited.page, 'Sem acesso')
  const refused = await invited.page.evaluate(
    async path => (await fetch(path)).status,
    `/portal/api/merchants/${merchantId}/members`,
  )
  expect(refused).toBe(403)

  await page.reload()
  await rowOf(page, 'Fábio Lima').getByText('Ativa', { exact: true }).waitFor()
  expect(faultsAmong(complaints)).toEqual([])
})

test('roles are changed and people removed; the last owner stays; the log has all of it', async () => {
  const shop = await trilho.newMerchant()
  const path = `/m/${shop.merchantId}/members`
  await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['viewer'], name: 'Vera Dias' })
  const davi = await newPortalPerson(trilho, {
    merchantId: shop.merchantId,
    roles: ['developer', 'finance'],
    name: 'Davi Nunes',
  })
  await davi.post(`/merchants/${shop.merchantId}/keys`, { name: 'Loja virtual', scopes: ['payments'] })
  const { page, complaints } = await portal.openPageAs({ merchantId: shop.merchantId, name: 'Olívia Prado' }, { path })
  await rowOf(page, 'Vera Dias').waitFor()
  await shots(page, 'members')

  await page.getByRole('button', { name: 'Ações para Vera Dias' }).click()
  await page.getByRole('menuitem', { name: 'Mudar papéis' }).click()
  const roles = page.getByRole('dialog', { name: 'Papéis de Vera Dias' })
  await roles.getByRole('checkbox', { name: 'Aprovador' }).check()
  await roles.getByRole('button', { name: 'Salvar' }).click()
  await rowOf(page, 'Vera Dias').getByText('Aprovador').waitFor()

  await page.getByRole('button', { name: 'Ações para Davi Nunes' }).click()
  await page.getByRole('menuitem', { name: 'Remover da equipe' }).click()
  const leaving = page.getByRole('dialog', { name: 'Remover Davi Nunes?' })
  await leaving.getByText('Loja virtual').waitFor()
  expect(await leaving.getByLabel('Revogar também estas chaves').isChecked()).toBe(true)
  await shots(page, 'member-remove')
  await leaving.getByRole('button', { name: 'Remover da equipe' }).click()
  await expect.poll(() => rowOf(page, 'Davi Nunes').count()).toBe(0)
  expect(await trilho.sql`select state from access_keys where created_by = ${davi.id}`).toEqual([{ state: 'Revoked' }])

  await page.getByRole('button', { name: 'Ações para Olívia Prado' }).click()
  await page.getByRole('menuitem', { name: 'Remover da equipe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover da equipe' }).click()
  await isThere(page, 'O lojista precisa de pelo menos um proprietário.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Auditoria' }).click()
  await heading(page, 'Auditoria')
  await rowOf(page, 'Mudou os papéis de uma pessoa').getByText('Aprovador', { exact: false }).waitFor()
  const removals = rowOf(page, 'Removeu uma pessoa da equipe')
  // The refused removal of the last owner changed nothing and has no entry.
  await expect.poll(() => removals.count()).toBe(1)
  expect(await removals.first().getByText('127.0.0.1').count()).toBe(1)
  await shots(page, 'audit-log')

  await page.getByRole('combobox', { name: 'Ação' }).click()
  await page.getByRole('option', { name: 'Mudou os papéis de uma pessoa' }).click()
  await expect.poll(() => removals.count()).toBe(0)
  await page.reload()
  await rowOf(page, 'Mudou os papéis de uma pessoa').waitFor()
  await settle(page)
  expect(await removals.count()).toBe(0)
  await expectFitsPhone(page)
  expect(faultsAmong(complaints)).toEqual([])
})

test('the operator reads the log of the whole platform, in English too', async () => {
  const shop = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId, name: 'Olívia Prado' })
  await owner.post(`/merchants/${shop.merchantId}/receivers`, { fantasyName: 'Moinho', cnpj: '11444777000161' })
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true },
    { path: '/operator/audit-log', language: 'en' },
  )
  await rowOf(page, 'Registered a receiver').getByText('Padaria São João Ltda').waitFor()
  await shots(page, 'audit-log-operator-en')
  await page.getByRole('button', { name: 'Show only what Olívia Prado did' }).first().click()
  await page.waitForURL(/person=/)
  const members = await portal.openPageAs(
    { merchantId: shop.merchantId },
    { path: `/m/${shop.merchantId}/members`, language: 'en' },
  )
  await heading(members.page, 'Team')
  await shots(members.page, 'members-en')
  expect([...complaints, ...members.complaints]).toEqual([])
})
