import { expect, test } from 'vitest'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { closeNotices, expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const sink = await openSink()

test('a developer moves the clock and scripts a fault from the banner, which then shows both', async () => {
  const shop = await trilho.newMerchant()
  const path = `/m/${shop.merchantId}`
  const charge = await shop.createCashIn({ webhook: { url: sink.url } })
  const who = { merchantId: shop.merchantId, roles: ['developer' as const] }
  const { page, person, complaints } = await portal.openPageAs(who, { path })
  await page.getByRole('button', { name: 'Tempo e falhas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tempo e falhas' })
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
  await dialog.getByRole('button', { name: 'Retirar: Banco lento' }).click()
  await dialog.getByText('Nada está programado para dar errado.').waitFor()
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await dialog.getByText('mais 3 vezes').waitFor()
  await closeNotices(page)
  await shots(page, 'sandbox-dialog')
  await expectFitsPhone(page)
  await page.keyboard.press('Escape')
  const note = page.getByRole('note').filter({ hasText: 'Ambiente de testes' })
  await note.getByRole('button', { name: '1 falha' }).waitFor()
  await shots(page, 'sandbox-banner')
  await expectFitsPhone(page)

  const phone = await portal.openPageOf(person, { path, window: 'phone', language: 'pt' })
  await phone.page.getByRole('note').getByRole('button', { name: '1 falha' }).click()
  const sheet = phone.page.getByRole('dialog', { name: 'Tempo e falhas' })
  await sheet.getByRole('button', { name: 'Retirar: Banco lento' }).click()
  await sheet.getByText('Nada está programado para dar errado.').waitFor()
  await sheet.getByLabel('O que dá errado').selectOption('Banco lento')
  await sheet.getByRole('button', { name: 'Programar' }).click()
  await sheet.getByRole('button', { name: 'Retirar: Banco lento' }).click()
  await sheet.getByText('Nada está programado para dar errado.').waitFor()
  await sheet.getByRole('button', { name: '+ 1 dia' }).click()
  await sheet.getByText('2 dias adiante da hora verdadeira').waitFor()
  await closeNotices(phone.page)
  await sheet.getByLabel('Até (hora de São Paulo)').fill('2020-01-31T12:00')
  await sheet.getByRole('button', { name: 'Adiantar', exact: true }).click()
  await sheet.locator('[aria-invalid="true"]').waitFor()
  await shots(phone.page, 'sandbox-phone')
  expect((await shop.get('/sandbox/troubles')).body.data.items).toEqual([])
  expect([...complaints, ...phone.complaints].filter(text => !text.includes('400'))).toEqual([])
})

test('a person without the permission sees it read-only', async () => {
  const shop = await trilho.newMerchant()
  await shop.put('/sandbox/clock', { forward: 7200 })
  await shop.post('/sandbox/troubles', { kind: 'webhookDrop' })
  const who = { merchantId: shop.merchantId, roles: ['viewer' as const] }
  const { page } = await portal.openPageAs(who, { path: `/m/${shop.merchantId}`, language: 'en' })
  await page.getByRole('note').getByRole('button', { name: '1 fault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time and faults' })
  await dialog.getByText('2 hours ahead of the real time').waitFor()
  await dialog.getByText('Lost webhook').waitFor()
  expect(await dialog.getByRole('button').count()).toBe(1)
})
