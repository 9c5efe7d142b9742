import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { topicsFor } from '../../server/src/tenancy/notifications/kinds.ts'
import { sendNotifications } from '../../server/src/tenancy/notifications/send-notifications.ts'
import { topicHints, topicWords } from '../../server/src/tenancy/notifications/words.ts'
import { operatorRoles, permissionsOf } from '../../server/src/tenancy/people/permissions.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const portal = await openPortal()
const { trilho } = portal

const notify = async () => {
  await untilDone(() => sendNotifications(trilho.needs))
}

const topicsOn = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('td:first-child').allTextContents()

test.each(windows)('on a %s the bell counts what is new; what is opened or marked is read', async window => {
  const shop = await newPayer(trilho)
  const at = `/m/${shop.merchantId}`
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path: at, window },
  )
  await page.getByRole('link', { name: 'Notificações', exact: true }).click()
  await page.getByText('Nenhuma notificação').waitFor()
  for (const amount of ['150', '1234.56', '7']) await shop.createRequest(amount)
  await notify()
  await page.reload()
  await page.getByRole('link', { name: 'Notificações: 3 não lidas' }).waitFor()
  await shots(page, 'notifications')
  if (window === 'phone') await expectFitsPhone(page)

  await page.getByRole('button', { name: /^Marcar como lido: R\$ 7,00/ }).click()
  await page.getByRole('link', { name: 'Notificações: 2 não lidas' }).waitFor()
  await page.getByRole('link', { name: /R\$ 1\.234,56 para Moinho Estrela aguarda sua aprovação/ }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Moinho Estrela' }).waitFor()
  await page.getByRole('link', { name: 'Notificações: 1 não lida' }).click()
  await page.getByRole('button', { name: 'Marcar todos como lidos' }).click()
  await page.getByRole('link', { name: 'Notificações', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test.each(windows)('notifications are chosen on a %s, for every topic', async window => {
  const shop = await newPayer(trilho)
  const who = { merchantId: shop.merchantId, roles: ['owner' as const] }
  await shop.createRequest('150')
  const { page, person } = await portal.openPageAs(who, {
    path: `/m/${shop.merchantId}`,
    window,
    language: 'en',
  })
  await settle(page)
  await notify()
  // Focusing the window reloads.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByRole('link', { name: 'Notifications: 1 unread' }).click()
  await page.getByText('R$ 150.00 to Moinho Estrela waits for your approval').waitFor()
  await settle(page)

  await page.getByRole('link', { name: 'Choose notifications' }).click()
  const byMail = page.getByRole('switch', { name: 'Approvals: by e-mail' })
  await byMail.waitFor()
  await page.getByText('Approvals', { exact: true }).scrollIntoViewIfNeeded()
  await shots(page, 'notification-choices')
  if (window === 'phone') await expectFitsPhone(page)
  const topics = topicsFor('merchant', permissionsOf(['owner']))
  expect(await topicsOn(page, 'Notifications')).toEqual(
    topics.map(topic => topicWords[topic][1] + topicHints[topic][1]),
  )
  expect(await byMail.isChecked()).toBe(true)
  await byMail.press('Space')
  const choices = async () => (await person.get(`/merchants/${shop.merchantId}/notification-choices`)).body.data.items
  await expect.poll(async () => (await choices())[0]).toEqual({ topic: 'approvals', byMail: false, inPortal: true })
})

test('an operator chooses among every topic of the platform', async () => {
  const { page } = await portal.openPageAs({ isOperator: true }, { path: '/profile', window: 'phone' })
  await page.getByRole('table', { name: 'Notificações' }).waitFor()
  const topics = topicsFor('platform', permissionsOf(operatorRoles))
  expect(await topicsOn(page, 'Notificações')).toEqual(topics.map(topic => topicWords[topic][0] + topicHints[topic][0]))
})
