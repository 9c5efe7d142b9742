import { expect, test } from 'vitest'
import { openPayersBrowser } from '../../server/test/kit/payers-browser.ts'
import { expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test.each(windows)('a charge is made and shared on a %s, paid on its page, and has its receipt', async window => {
  const shop = await trilho.newMerchant()
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['finance'] },
    { path: `/m/${shop.merchantId}/transactions`, window },
  )
  await page.getByRole('button', { name: 'Nova cobrança' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança' })
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await dialog.getByText('Use um valor como 10,50').waitFor()
  await dialog.getByLabel('Valor').fill('1.234,50')
  await dialog.getByLabel('Descrição').fill('Bolo de aniversário')
  await dialog.getByLabel('Nome').fill('Maria da Silva')
  await dialog.getByLabel('CPF').fill('529.982.247-25')
  await dialog.getByLabel('Número do pedido').fill('mesa-7')
  await shots(page, 'charge-new')
  await dialog.getByRole('button', { name: 'Criar cobrança' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'R$ 1.234,50' }).waitFor()
  const share = page.getByRole('group', { name: 'Compartilhar' })
  await share.waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await shop.get('/accounts/transactions/pix')).body.data.total).toBe(1)
  await shots(page, 'charge-made')

  const hrefOf = async (name: string) => (await share.getByRole('link', { name }).getAttribute('href')) ?? ''
  const message = new URL(await hrefOf('WhatsApp')).searchParams.get('text') ?? ''
  const payerUrl = /http\S+\/pay\/\S+$/.exec(message)?.[0] ?? ''
  expect(message).toBe(
    `Olá! Esta é a cobrança de R$ 1.234,50 de Padaria São João Ltda: Bolo de aniversário. Pague com Pix por aqui: ${payerUrl}`,
  )
  expect(await hrefOf('E-mail')).toContain(encodeURIComponent(message))
  expect(await hrefOf('Imprimir')).toBe(`${payerUrl}?lang=pt#print`)
  const picture = await fetch(trilho.url + (await hrefOf('QR Code')))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  if (window === 'phone') await expectFitsPhone(page)

  const payer = await openPayersBrowser(trilho.url)
  const paying = await payer.openPage(window)
  await paying.page.goto(payerUrl)
  await paying.page.getByText('Bolo de aniversário').waitFor()
  await shop.simulate('complete', id)
  await paying.page.getByRole('heading', { name: 'Pagamento concluído' }).waitFor()
  await paying.page.getByRole('link', { name: 'Ver comprovante' }).click()
  await paying.page.getByRole('heading', { name: 'Comprovante de pagamento' }).waitFor()
  await share.waitFor({ state: 'detached' })
  await page.getByText('Concluída').first().waitFor()
  expect([...complaints, ...paying.complaints]).toEqual([])

  await page.goBack()
  await page.getByRole('button', { name: 'Nova cobrança' }).click()
  await dialog.getByLabel('Valor').fill('1.234,50')
  await dialog.getByLabel('Descrição').fill('Bolo de aniversário')
  await dialog.getByLabel('Nome').fill('Maria da Silva')
  await dialog.getByLabel('CPF').fill('529.982.247-25')
  await dialog.getByLabel('Número do pedido').fill('mesa-7')
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await dialog.getByText('Já existe uma cobrança com este pedido.').waitFor()
  await shots(page, 'charge-order-used')
  expect(complaints.filter(text => !text.includes('status of 409'))).toEqual([])
})

test.each(windows)('an open charge is cancelled on a %s after a question; who only looks cannot', async window => {
  const shop = await trilho.newMerchant()
  const id = await shop.createCashIn({ amount: '20' })
  const path = `/m/${shop.merchantId}/transactions/${id}`
  const viewer = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['viewer'] }, { path, window })
  await settle(viewer.page)
  expect(await viewer.page.getByRole('button', { name: 'Cancelar cobrança' }).count()).toBe(0)

  const { page } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path, language: 'en', window },
  )
  await page.getByRole('button', { name: 'Cancel charge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this charge?' })
  await shots(page, 'charge-cancel')
  await dialog.getByRole('button', { name: 'Cancel charge' }).click()
  await page.getByText('Charge cancelled').waitFor()
  await page.getByRole('group', { name: 'Share' }).waitFor({ state: 'detached' })
  expect(await shop.stateOf(id)).toBe('Canceled')
})

test.each(windows)('the balance is withdrawn: asked for on a %s, approved by another, then held', async asking => {
  const other = asking === 'phone' ? 'desktop' : 'phone'
  const shop = await trilho.newMerchant({ balance: '100' })
  const at = `/m/${shop.merchantId}`
  const of = (name: string, role: 'finance' | 'approver') => ({ merchantId: shop.merchantId, roles: [role], name })
  const { page, complaints } = await portal.openPageAs(of('Fábio Lima', 'finance'), { path: at, window: asking })
  await page.getByRole('button', { name: 'Sacar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sacar o saldo' })
  await dialog.getByLabel('Todo o saldo disponível').check()
  await dialog.getByRole('textbox', { name: 'Chave Pix da sua empresa' }).fill('11.222.333/0001-81')
  await shots(page, 'withdraw')
  await dialog.getByRole('button', { name: 'Solicitar saque' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Saque de R$ 100,00' }).waitFor()
  await page.getByText('Você solicitou este pagamento: outra pessoa precisa aprovar.').waitFor()
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })

  const approving = await portal.openPageAs(of('Bruna Reis', 'approver'), { path: `${at}/requests`, window: other })
  await approving.page.getByRole('link', { name: /Saque/ }).first().click()
  await approving.page.getByText('11.222.333/0001-81').waitFor()
  await shots(approving.page, 'withdrawal-to-approve')
  await approving.page.getByRole('button', { name: 'Aprovar' }).click()
  await approving.page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await approving.page.getByText('Aprovação registrada').waitFor()
  expect(await shop.balance()).toMatchObject({ available: '0.000000', held: '100.000000' })
  expect([...complaints, ...approving.complaints]).toEqual([])
})
