import { expect, test } from 'vitest'
import { linksOf } from '../../server/test/kit/payment-links.ts'
import { openPayersBrowser } from '../../server/test/kit/payers-browser.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test.each(windows)(
  'a link is created and shared on a %s, paid, and shown as sold out without a reload',
  async window => {
    const shop = await trilho.newMerchant()
    const links = linksOf(trilho, shop)
    const { page, complaints } = await portal.openPageAs(
      { merchantId: shop.merchantId, roles: ['finance'] },
      { path: `/m/${shop.merchantId}/payment-links`, window },
    )
    await page.getByText('Nenhum link ainda').waitFor()
    await page.getByRole('button', { name: 'Novo link' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Novo link' })
    await dialog.getByRole('button', { name: 'Criar link' }).click()
    await dialog.getByText('Diga o que está sendo pago').waitFor()
    await dialog.getByLabel('O que está sendo pago').fill('Rifa da escola')
    await dialog.getByText('O pagador escolhe').click()
    await dialog.getByLabel('Mínimo').fill('5,00')
    await dialog.getByLabel('Quantos pagamentos').fill('1')
    await dialog.getByLabel('Pedir nome e CPF').check()
    await shots(page, 'link-new')
    await dialog.getByRole('button', { name: 'Criar link' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Rifa da escola' }).waitFor()
    const url = await page.getByLabel('Endereço do link').inputValue()
    expect((await shop.get('/payment-links')).body.data.items).toHaveLength(1)
    await closeNotices(page)
    await shots(page, 'link-made')
    if (window === 'phone') await expectFitsPhone(page)

    const payer = await openPayersBrowser(trilho.url)
    const phone = await payer.openPage('phone')
    await phone.page.goto(url)
    await phone.page.getByLabel('Quanto você quer pagar?').fill('4')
    await phone.page.getByLabel('Seu nome').fill('Maria da Silva')
    await phone.page.getByLabel('Seu CPF').fill('529.982.247-25')
    await phone.page.getByRole('button', { name: 'Pagar com Pix' }).click()
    await phone.page.getByText('Confira o valor.').waitFor()
    await shots(phone.page, 'link-page')
    await phone.page.getByLabel('Quanto você quer pagar?').fill('25,50')
    await phone.page.getByRole('button', { name: 'Pagar com Pix' }).click()
    await phone.page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
    const { items } = (await shop.get('/accounts/transactions/pix')).body.data
    expect(items[0]).toMatchObject({ amount: '25.500000', orderDescription: 'Rifa da escola' })
    await links.complete(items[0].id)
    await phone.page.getByRole('heading', { name: 'Pagamento concluído' }).waitFor()

    await page.getByText('Esgotado').first().waitFor()
    await page.getByText('1 de 1').waitFor()
    await page.getByRole('table', { name: 'Pagamentos deste link' }).getByText('Concluída').waitFor()
    await shots(page, 'link-sold-out')
    await phone.page.goto(url)
    await phone.page.getByRole('heading', { name: 'Esgotado' }).waitFor()
    await shots(phone.page, 'link-page-sold-out')
    expect(complaints).toEqual([])
  },
)

test.each(windows)('a fixed QR code for the counter is made on a %s, printed and paid many times', async window => {
  const shop = await trilho.newMerchant()
  const { page } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path: `/m/${shop.merchantId}/payment-links`, window },
  )
  await page.getByRole('button', { name: 'Novo link' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Novo link' })
  await dialog.getByLabel('O que está sendo pago').fill('Balcão')
  await dialog.getByLabel('QR Code fixo para o balcão').check()
  await dialog.getByText('O pagador escolhe').click()
  expect(await dialog.getByLabel('Quantos pagamentos').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  await page.getByRole('img', { name: 'QR Code Pix deste link' }).waitFor()
  await closeNotices(page)
  await shots(page, 'static-made')
  const url = await page.getByLabel('Endereço do link').inputValue()
  const [link] = (await shop.get('/payment-links')).body.data.items
  for (const amount of ['3.50', '12.00'])
    await shop.post(`/sandbox/static-qrs/${link.id}/pay`, {
      amount,
      name: 'Maria da Silva',
      taxNumber: '52998224725',
    })
  await page.getByText('R$ 15,50').waitFor()

  const printUrl = await page.getByRole('link', { name: 'Imprimir' }).getAttribute('href')
  expect(printUrl).toBe(`${url}?lang=pt#print`)

  const payer = await openPayersBrowser(trilho.url)
  const phone = await payer.openPage('phone', { permissions: ['clipboard-read', 'clipboard-write'] })
  await phone.page.goto(url)
  await phone.page.getByRole('img', { name: 'QR Code do Pix' }).waitFor()
  await phone.page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await phone.page.getByRole('button', { name: 'Código copiado' }).waitFor()
  expect(await phone.page.evaluate(() => navigator.clipboard.readText())).toBe(link.qrCode)
  await shots(phone.page, 'static-page')
  await phone.page.addInitScript('window.print = () => { window.wasPrinted = true }')
  await phone.page.goto(`${printUrl}`)
  await expect.poll(() => phone.page.evaluate('window.wasPrinted')).toBe(true)
  await phone.page.emulateMedia({ media: 'print', colorScheme: 'light' })
  for (const unseen of [phone.page.getByLabel('Pix Copia e Cola'), phone.page.getByRole('button')])
    expect(await unseen.isVisible()).toBe(false)
  expect(phone.complaints).toEqual([])
})

test.each(windows)('a link is changed, closed and reopened on a %s; who only looks cannot', async window => {
  const shop = await trilho.newMerchant()
  const link = await linksOf(trilho, shop).make({ stock: 3 })
  const path = `/m/${shop.merchantId}/payment-links/${link.id}`
  const viewer = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['viewer'] }, { path })
  await settle(viewer.page)
  expect(await viewer.page.getByRole('button', { name: 'Fechar link' }).count()).toBe(0)

  const { page, person } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path, language: 'en', window },
  )
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the link' })
  await dialog.getByLabel('What is paid for').fill('Lemon cake')
  await dialog.getByLabel('How many payments').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lemon cake' }).waitFor()
  await closeNotices(page)
  await page.getByRole('button', { name: 'Close the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the link' }).click()
  await page.getByText('Link closed').waitFor()
  await closeNotices(page)
  const api = `**/portal/api/**/payment-links/${link.id}`
  await page.route(api, route => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Reopen the link' }).click()
  await page.getByText('The server did not respond.').waitFor()
  await page.unroute(api)
  await closeNotices(page)
  await page.getByRole('button', { name: 'Reopen the link' }).click()
  await page.getByText('Link reopened').waitFor()
  expect(await linksOf(trilho, shop).read(link.id)).toMatchObject({ state: 'Active', title: 'Lemon cake', stock: null })
  const { items } = (await person.get(`/merchants/${shop.merchantId}/audit-log`)).body.data
  const changes = items.map(({ act }: { act: string }) => act).filter((act: string) => act.startsWith('link.'))
  expect(changes).toEqual(['link.reopen', 'link.close', 'link.change'])
})
