import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, sizes, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const webhook = { url: (await openSink()).url }
const shop = await newPayer(trilho)
const { merchantId } = shop
const charge = (name: string, orderId: string, amount: string) =>
  shop.createCashIn({ amount, payer: { name, cpf: cpf.maria }, transaction: { orderId }, webhook })
const jose = await charge('José da Conceição', 'Pedido-1', '1234.50')
const ana = await charge('Ana Conceição', 'Pedido-2', '77')
await shop.simulate('complete', ana)
await shop.createRequest('60')

test('the global search works with the keyboard alone, reports when nothing is found, and restores the focus', async () => {
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['owner'] },
    { path: `/m/${merchantId}/keys` },
  )
  const opener = page.getByRole('button', { name: 'Buscar' })
  await opener.click()
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await field.waitFor()
  await page.getByRole('option', { name: 'Extrato' }).waitFor()
  await shots(page, 'search-pages')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate(button => button === document.activeElement)).toBe(true)

  await page.keyboard.press('/')
  await field.fill('conceicao')
  const options = page.getByRole('listbox', { name: 'Resultados' }).getByRole('option')
  await options.filter({ hasText: 'José da Conceição' }).waitFor()
  expect(await options.count()).toBe(2)
  await page.getByRole('status').filter({ hasText: '2 resultados' }).waitFor()
  await shots(page, 'search-found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'José' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/transactions/${jose}`)

  await settle(page)
  await page.keyboard.press('Control+K')
  await field.fill('nada disso')
  await page.getByText('Busque pelo começo').waitFor()
  await shots(page, 'search-nothing')
  // Typed and submitted before any response.
  await field.fill('R$ 77')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/transactions/${ana}`)
  await page.setViewportSize(sizes.phone)
  await settle(page)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await field.fill('extr')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/statement')
  await settle(page)
  await page.route('**/search?*', route => route.abort())
  await page.getByRole('button', { name: 'Buscar' }).click()
  await field.fill('jose')
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
  await page.unroute('**/search?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await options.first().waitFor()
  await page.route('**/search?*', async route => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.newestOnly = { count: 5_000, kinds: ['batch', 'link'] }
    await route.fulfill({ response, json: body })
  })
  await field.fill('ana')
  await page.getByText('só os 5.000 mais novos: Lotes, Links de pagamento. O ID acha todos.').waitFor()
  await expectFitsPhone(page)
  await settle(page)
  expect(complaints.filter(text => !text.includes('ERR_FAILED'))).toEqual([])
})

test.each(windows)('periods, totals, and filters that are saved, chosen and deleted on a %s', async window => {
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path: `/m/${merchantId}/transactions`, window },
  )
  const expectFits = () => (window === 'phone' ? expectFitsPhone(page) : settle(page))
  await page.getByRole('button', { name: 'Período' }).click()
  await page.getByRole('button', { name: '7 dias', exact: true }).click()
  await page.waitForURL('**/transactions?*from=*')
  await page.keyboard.press('Escape')
  const totals = page.getByRole('region', { name: 'Totais' })
  await totals.getByText('77,00').waitFor()
  await page.getByRole('textbox', { name: 'Nome, pedido' }).fill('conceicao')
  await page.waitForURL('**/transactions?*q=conceicao*')
  await totals.getByText('2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Dê um nome').waitFor()
  await page.getByLabel('Salvar os filtros atuais como').fill('Conceição da semana')
  await shots(page, 'saved-filters')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Conceição da semana').waitFor({ state: 'detached' })
  await closeNotices(page)
  await page.getByRole('button', { name: 'Limpar filtros' }).last().click()
  await page.waitForURL(url => url.search === '')
  await totals.waitFor({ state: 'detached' })

  await expectFits()
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await page.getByRole('button', { name: 'Conceição da semana', exact: true }).click()
  await page.waitForURL('**/transactions?*from=*')
  await totals.getByText('Recebido').waitFor()
  await expectFits()
  await shots(page, 'totals')
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await page.getByRole('button', { name: 'Apagar Conceição da semana' }).click()
  await page.getByRole('button', { name: 'Conceição da semana', exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Período: ' }).click()
  await page.getByRole('button', { name: 'Mês passado' }).waitFor()
  await expectFits()
  await shots(page, 'periods')
  expect(complaints).toEqual([])
})

test.each(windows)('a note is written and deleted by its author on a %s, and read by others', async window => {
  const path = `/m/${merchantId}/transactions/${ana}`
  const { page } = await portal.openPageAs({ merchantId, roles: ['finance'], name: 'Flávia' }, { path, window })
  await page.getByRole('button', { name: 'Incluir nota' }).click()
  await page.getByText('Escreva a nota').waitFor()
  await page.getByLabel('Nova nota').fill('A cliente ligou:\npediu a nota fiscal.')
  await page.getByRole('button', { name: 'Incluir nota' }).click()
  await page.getByText('Flávia ·').waitFor()
  await shots(page, 'notes')
  const viewer = await portal.openPageAs({ merchantId, roles: ['viewer'] }, { path })
  await viewer.page.getByText('A cliente ligou').waitFor()
  expect(await viewer.page.getByRole('button', { name: /nota/ }).count()).toBe(0)
  if (window === 'phone') await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Apagar nota' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar nota' }).click()
  await page.getByText('A cliente ligou').waitFor({ state: 'detached' })
})
