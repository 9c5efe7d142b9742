import { expect, test } from 'vitest'
import { tellPeople } from '../../server/src/notifications/tell-people.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { expectAccessible, expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

const tell = async () => {
  while ((await tellPeople(trilho.needs)) > 0);
}

test('the bell counts what is new; each notification leads to its subject and is read then, and all at once by a button', async () => {
  const shop = await newPayer(trilho)
  const at = `/m/${shop.merchantId}`
  const { page, complaints } = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['owner'] }, { path: at })
  await page.getByRole('link', { name: 'Avisos', exact: true }).click()
  await page.getByText('Nenhum aviso').waitFor()
  for (const amount of ['150', '1234.56', '7']) await shop.createRequest(amount)
  await tell()
  await page.reload()
  await page.getByRole('link', { name: 'Avisos: 3 não lidos' }).waitFor()
  await expectAccessible(page)
  await shots(page, 'notifications')

  await page.getByRole('button', { name: /^Marcar como lido: R\$ 7,00/ }).click()
  await page.getByRole('link', { name: 'Avisos: 2 não lidos' }).waitFor()
  await page.getByRole('link', { name: /R\$ 1\.234,56 para Moinho Estrela espera sua aprovação/ }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Moinho Estrela' }).waitFor()
  await page.getByRole('link', { name: 'Avisos: 1 não lido' }).click()
  await page.getByRole('button', { name: 'Marcar todos como lidos' }).click()
  await page.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('on a phone the list is a page, and what one is told is chosen in the profile, in English too', async () => {
  const shop = await newPayer(trilho)
  const who = { merchantId: shop.merchantId, roles: ['owner' as const] }
  await shop.createRequest('150')
  const { page, person } = await portal.openPageAs(who, {
    path: `/m/${shop.merchantId}`,
    window: 'phone',
    language: 'en',
  })
  await settle(page)
  await tell()
  // Coming back to the window asks again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByRole('link', { name: 'Notifications: 1 unread' }).click()
  await page.getByText('R$ 150.00 to Moinho Estrela waits for your approval').waitFor()
  await expectFitsPhone(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Choose what to be told' }).click()
  const byMail = page.getByRole('switch', { name: 'Approvals: by e-mail' })
  await byMail.waitFor()
  await page.getByText('Approvals', { exact: true }).scrollIntoViewIfNeeded()
  await shots(page, 'notification-choices')
  await expectFitsPhone(page)
  expect(await byMail.isChecked()).toBe(true)
  await byMail.press('Space')
  const choices = async () => (await person.get(`/merchants/${shop.merchantId}/notification-choices`)).body.data.items
  await expect.poll(async () => (await choices())[0]).toEqual({ topic: 'approvals', byMail: false, inPortal: true })
  await expectAccessible(page)
})
