import { expect, test } from 'vitest'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test('an owner restricts payouts by API and a key to networks; a larger payout waits, and an approver sees to whom', async () => {
  const shop = await trilho.newMerchant({ balance: '1000' })
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId, name: 'Rita Alves' })
  const { page, complaints } = await portal.openPageOf(owner, { path: `/m/${merchantId}/keys` })
  await page.getByText('Nenhum envio espera aprovação').waitFor()
  await page.getByRole('button', { name: 'Mudar regras' }).click()
  const rules = page.getByRole('dialog', { name: 'Envios por API' })
  await rules.getByLabel('Aprovação acima de').fill('100')
  await rules.getByLabel('Chave nova paga até').fill('500,00')
  await rules.getByLabel('Só destinatários aprovados').check()
  await shots(page, 'payout-rules-dialog')
  await rules.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Ninguém aprovado ainda').waitFor()

  await page.getByRole('button', { name: 'Aprovar destinatário' }).first().click()
  const recipient = page.getByRole('dialog', { name: 'Aprovar destinatário' })
  await recipient.getByLabel('Nome').fill('Maria Silva')
  await recipient.getByRole('textbox', { name: 'CPF ou CNPJ', exact: true }).fill('529.982.247-25')
  await recipient.getByLabel('Chave Pix', { exact: true }).fill('529.982.247-25')
  await shots(page, 'payout-recipient-dialog')
  await recipient.getByRole('button', { name: 'Aprovar destinatário' }).click()
  await page.getByRole('row').filter({ hasText: 'Maria Silva' }).getByText('Rita Alves').waitFor()

  await page.getByRole('button', { name: /Ações da chave/ }).click()
  await page.getByRole('menuitem', { name: 'Redes' }).click()
  const networks = page.getByRole('dialog', { name: /Redes da chave/ })
  await networks.getByLabel('Redes').fill('127.0.0.0/8\nnowhere')
  await networks.getByRole('button', { name: 'Salvar' }).click()
  await networks.getByText('Valor inválido').waitFor()
  await networks.getByLabel('Redes').fill('127.0.0.0/8\n2001:db8::/32')
  await shots(page, 'key-networks')
  await networks.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Só de 127.0.0.0/8, 2001:db8::/32').waitFor()
  await shots(page, 'payout-rules')
  await expectFitsPhone(page)

  const maria = {
    recipient: { name: 'Maria Silva', cpf: '52998224725' },
    key: { type: 'CPF', value: '52998224725' },
    transaction: { orderDescription: 'Comissão de novembro' },
  }
  trilho.needs.readMerchant.invalidate(merchantId)
  expect((await shop.requestCashOut({ amount: '150', ...maria })).body.data.transaction.waitsForApproval).toBe(true)
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'], name: 'Bruno Reis' })
  const seen = await portal.openPageOf(approver, { path: `/m/${merchantId}/requests` })
  await seen.page
    .getByRole('link', { name: /Maria Silva/ })
    .first()
    .click()
  await seen.page.getByRole('heading', { level: 1, name: /R\$ 150,00.*Maria Silva/ }).waitFor()
  await shots(seen.page, 'payout-request')
  expect([...complaints.filter(text => !/status of 400/.test(text)), ...seen.complaints]).toEqual([])
})
