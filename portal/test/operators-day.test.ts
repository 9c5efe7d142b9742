import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setLimits } from '../../server/src/tenancy/merchants/set-terms.ts'
import { volumeSummer } from '../../server/src/operations/volumes/sum-up-volumes.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, sizes, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const api = await trilho.newMerchant({ balance: '100', chargeFixed: '0.50', chargeRate: 990_000n })
const { merchantId } = api
const paid = await api.createCashIn({ amount: '100', transaction: { orderId: 'pedido-77' } })
await api.simulate('complete', paid)
await volumeSummer(trilho.needs)()
await setLimits(trilho.needs, {
  merchantId,
  cashOutLimit: 40_000_000n,
  cashOutDailyLimit: 80_000_000n,
  companyPaymentLimit: null,
  companyPaymentDailyLimit: 500_000_000n,
})
await api.createCashOut({ amount: '20' })

/** The text of one limit on the company's own screen. */
const limitsOf = async (page: Page, title: string) => {
  const section = page.getByRole('heading', { name: 'Limites de envio' }).locator('xpath=ancestor::section[1]')
  const texts = await section.getByText(title, { exact: true }).locator('..').getByRole('definition').allTextContents()
  return texts.map(text => text.replaceAll('\u00a0', ' '))
}

async function suspendAndResumeOnPhone(page: Page) {
  await expectFitsPhone(page)
  await closeNotices(page)
  await page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspender Padaria São João Ltda?' })
  await dialog.getByLabel('Motivo').fill('De novo')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await page.getByRole('button', { name: 'Retomar' }).click()
  await page.getByRole('dialog', { name: 'Retomar' }).getByRole('button', { name: 'Retomar' }).click()
  await page.getByText('Lojista retomado').waitFor()
  await page.setViewportSize(sizes.desktop)
}

test('an operator suspends a merchant with a reason; its people see why and can still read; then it is resumed, and the log has all of it', async () => {
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true, name: 'Olga Lima' },
    { path: `/operator/merchants/${merchantId}` },
  )
  await page.getByRole('button', { name: 'Alterar: Plano de cobrança' }).click()
  const plan = page.getByRole('dialog', { name: 'Plano de cobrança' })
  await plan.getByLabel('Tarifa fixa').fill('0,75')
  await plan.getByRole('button', { name: 'Salvar' }).click()
  await plan.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspender Padaria São João Ltda?' })
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await dialog.getByText('Informe o motivo').waitFor()
  await dialog.getByLabel('Motivo').fill('Documentos da empresa vencidos')
  await shots(page, 'operator-suspend')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await page.getByRole('alert').filter({ hasText: 'Lojista suspenso' }).first().waitFor()
  await page.getByText('Por Olga Lima,').waitFor()
  await settle(page)

  const owner = await portal.openPageAs(
    { merchantId, roles: ['owner'] },
    { path: `/m/${merchantId}/company`, window: 'phone' },
  )
  await owner.page.getByText('Esta conta está suspensa').waitFor()
  await owner.page.getByText('Documentos da empresa vencidos').waitFor()
  await owner.page.getByText('Um pagamento de R$ 100,00 custa R$ 1,74, e R$ 98,26 ficam com você.').waitFor()
  await owner.page.getByText('11.222.333/0001-81').waitFor()
  for (const window of windows) {
    await owner.page.setViewportSize(sizes[window])
    for (const [title, ...limits] of [
      ['Envios Pix', 'R$ 40,00', 'R$ 80,00', 'R$ 20,00 de R$ 80,00'],
      ['Pagamentos a empresas', 'Sem limite além do saldo', 'R$ 500,00', 'R$ 0,00 de R$ 500,00'],
    ])
      expect(await limitsOf(owner.page, title ?? '')).toEqual(limits)
  }
  await expectFitsPhone(owner.page)
  await shots(owner.page, 'company-phone')

  await page.goto(`${portal.url}/portal/m/${merchantId}/company`)
  await page.getByText('**.***.333/0001-**').waitFor()
  expect(await page.getByText('11.222.333/0001-81').count()).toBe(0)
  await shots(page, 'company-of-operator')

  await page.goto(`${portal.url}/portal/operator`)
  await settle(page)
  await page.getByText('O e-mail não está configurado').waitFor()
  await shots(page, 'operator-health')
  await page.getByRole('link', { name: 'Padaria São João Ltda' }).first().click()
  await page.getByRole('button', { name: 'Retomar' }).click()
  await page.getByRole('dialog', { name: 'Retomar' }).getByRole('button', { name: 'Retomar' }).click()
  await page.getByText('Lojista retomado').waitFor()
  await suspendAndResumeOnPhone(page)

  await owner.page.goto(`${portal.url}/portal/m/${merchantId}/audit-log`)
  await settle(owner.page)
  expect(await owner.page.getByText('Esta conta está suspensa').count()).toBe(0)
  const log = owner.page.getByRole('table')
  await log.getByText('Suspendeu um lojista').first().waitFor()
  await log
    .getByRole('definition')
    .filter({ hasText: /R\$\s0,50 → R\$\s0,75/ })
    .waitFor()
  await log.getByRole('definition').filter({ hasText: 'Suspenso → Ativo' }).first().waitFor()
  await log.getByRole('definition').filter({ hasText: 'Documentos da empresa vencidos → nada' }).waitFor()
  await expectFitsPhone(owner.page)
  await shots(owner.page, 'audit-log-changes-phone')
  expect([complaints, owner.complaints]).toEqual([[], []])
})

test('an operator sees volumes and fees by day and merchant, on desktop and phone, and finds any merchant and its payments', async () => {
  const { page, person, complaints } = await portal.openPageAs({ isOperator: true }, { path: '/operator/volumes' })
  await page.getByRole('cell', { name: 'Padaria São João Ltda' }).waitFor()
  await page.getByRole('img', { name: /entraram R\$ 100,00/ }).waitFor()
  await shots(page, 'operator-volumes')
  const phone = await portal.openPageOf(person, { path: '/operator/volumes', window: 'phone' })
  await phone.page.getByText('R$ 1,49').first().waitFor()
  await expectFitsPhone(phone.page)
  await shots(phone.page, 'operator-volumes-phone')
  await phone.page.getByRole('button', { name: 'Buscar' }).click()
  await phone.page.getByRole('combobox', { name: 'Buscar' }).fill('pedido-77')
  await phone.page.keyboard.press('Enter')
  await phone.page.waitForURL(`**/m/${merchantId}/transactions/${paid}`)

  await page.getByRole('button', { name: 'Período: 30 dias' }).click()
  await page.getByRole('button', { name: '7 dias', exact: true }).click()
  await page.waitForURL('**/volumes?from=*')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await field.fill('sao joao')
  await page.getByRole('group', { name: 'Lojistas' }).getByRole('option', { name: 'Padaria São João Ltda' }).waitFor()
  await shots(page, 'operator-search')
  await field.fill('pedido-77')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/m/${merchantId}/transactions/${paid}`)

  await page.goto(`${portal.url}/portal/operator/merchants`)
  await settle(page)
  await page.getByPlaceholder('Lojista, CNPJ, id, pedido ou id ponta a ponta').fill('pedido-7')
  await page.getByRole('link', { name: 'pedido-77' }).waitFor()
  await shots(page, 'operator-found')
  await page.getByRole('link', { name: 'pedido-77' }).click()
  await page.waitForURL(`**/m/${merchantId}/transactions/${paid}`)
  expect([complaints, phone.complaints]).toEqual([[], []])
})
