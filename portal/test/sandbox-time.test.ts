import { expect, test } from 'vitest'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { closeNotices, expectAccessible, expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const sink = await openSink()

test('a developer moves the clock and scripts a trouble from the banner, which then tells of both', async () => {
  const shop = await trilho.newMerchant()
  const path = `/m/${shop.merchantId}`
  const charge = await shop.createCashIn({ webhook: { url: sink.url } })
  const who = { merchantId: shop.merchantId, roles: ['developer' as const] }
  const { page, person, complaints } = await portal.openPageAs(who, { path })
  await page.getByRole('button', { name: 'Tempo e problemas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tempo e problemas' })
  await dialog.getByText('A hora verdadeira.').waitFor()
  await dialog.getByRole('button', { name: '+ 1 dia' }).click()
  await dialog.getByText('1 dia adiante da hora verdadeira').waitFor()
  expect(await shop.stateOf(charge)).toBe('Canceled')

  await dialog.getByLabel('O que dá errado').selectOption('Banco lento')
  await dialog.getByLabel('Segundos').fill('16')
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await dialog.getByText('De 1 a 15').waitFor()
  await dialog.getByLabel('Segundos').fill('2')
  await dialog.getByLabel('Quantas vezes').fill('3')
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await dialog.getByText('mais 3 vezes').waitFor()
  await closeNotices(page)
  await expectAccessible(page)
  await shots(page, 'sandbox-dialog')
  await expectFitsPhone(page)
  await page.keyboard.press('Escape')
  const note = page.getByRole('note').filter({ hasText: 'Ambiente de testes' })
  await note.getByRole('button', { name: '1 problema' }).waitFor()
  await shots(page, 'sandbox-banner')
  await expectFitsPhone(page)

  const phone = await portal.openPageOf(person, { path, window: 'phone', language: 'pt' })
  await phone.page.getByRole('note').getByRole('button', { name: '1 problema' }).click()
  const sheet = phone.page.getByRole('dialog', { name: 'Tempo e problemas' })
  await sheet.getByRole('button', { name: 'Retirar: Banco lento' }).click()
  await sheet.getByText('Nada está programado para dar errado.').waitFor()
  await sheet.getByLabel('Até (hora de São Paulo)').fill('2020-01-31T12:00')
  await sheet.getByRole('button', { name: 'Adiantar', exact: true }).click()
  await sheet.locator('[aria-invalid="true"]').waitFor()
  await expectAccessible(phone.page)
  await shots(phone.page, 'sandbox-phone')
  expect((await shop.get('/sandbox/troubles')).body.data.items).toEqual([])
  expect([...complaints, ...phone.complaints].filter(text => !text.includes('400'))).toEqual([])
})

test('who may not change it sees it', async () => {
  const shop = await trilho.newMerchant()
  await shop.put('/sandbox/clock', { forward: 7200 })
  await shop.post('/sandbox/troubles', { kind: 'webhookDrop' })
  const who = { merchantId: shop.merchantId, roles: ['viewer' as const] }
  const { page } = await portal.openPageAs(who, { path: `/m/${shop.merchantId}`, language: 'en' })
  await page.getByRole('note').getByRole('button', { name: '1 trouble' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time and trouble' })
  await dialog.getByText('2 hours ahead of the true time').waitFor()
  await dialog.getByText('Lost webhook').waitFor()
  expect(await dialog.getByRole('button').count()).toBe(1)
})
