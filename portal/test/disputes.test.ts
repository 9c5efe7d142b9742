import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { volumeSummer } from '../../server/src/operations/volumes/sum-up-volumes.ts'
import { sendNotifications } from '../../server/src/tenancy/notifications/send-notifications.ts'
import { invoices } from '../../server/test/kit/invoices.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { closeNotices, expectFitsPhone, openPortal, shots, windows } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const portal = await openPortal({ TRILHO_DATA: await dataFolder() })
const { trilho } = portal

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** A merchant that received R$ 80 and paid out R$ 30. */
async function paidShop() {
  const shop = await trilho.newMerchant()
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  await shop.createCashOut({ amount: '30' })
  return { shop, transactionId, path: `/m/${shop.merchantId}` }
}

test.each(windows)(
  'on a %s a dispute is shown with its deadline, defended with a file, returned, and its people are notified',
  async window => {
    const other = window === 'phone' ? 'desktop' : 'phone'
    const { shop, transactionId, path } = await paidShop()
    await shop.post('/sandbox/disputes', { transactionId, details: 'O pagador não reconhece o pagamento' })
    const { page, complaints } = await portal.openPageAs(
      { merchantId: shop.merchantId, roles: ['finance'] },
      { path, window },
    )
    await sendNotifications(trilho.needs)
    await page.reload()
    await page.getByRole('link', { name: 'Notificações: 1 não lida' }).waitFor()
    await page.getByText('R$ 50,00').first().waitFor()
    await page.getByRole('button', { name: 'O que é Bloqueado?' }).click()
    await page.getByText('Um banco contestou um pagamento recebido').waitFor()
    await shots(page, 'dispute-home')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /1 contestação aguarda sua defesa/ }).click()
    await heading(page, 'Contestações')
    const row = page.getByRole('row').filter({ hasText: 'Suspeita de fraude' })
    await row.getByText(/Restam [67] dias/).waitFor()
    await shots(page, 'dispute-inbox')
    if (window === 'phone') await expectFitsPhone(page)
    await row.getByRole('link').first().click()

    await heading(page, 'Contestação de R$ 80,00')
    await page.getByText('e R$ 50,00 estão bloqueados').waitFor()
    await page.getByRole('button', { name: 'Enviar defesa' }).click()
    await page.getByText('Escreva a sua resposta.').waitFor()
    await page.getByLabel('Por que o dinheiro é seu').fill('Entregue na segunda, com assinatura.')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'entrega.pdf', mimeType: 'application/pdf', buffer: invoices.pdf })
    await page.getByText('entrega.pdf').waitFor()
    await shots(page, 'dispute-open')
    await page.getByRole('button', { name: 'Enviar defesa' }).click()
    await page.getByText('A defesa foi enviada.').waitFor()
    await sendNotifications(trilho.needs)
    await page.getByRole('link', { name: 'Baixar entrega.pdf' }).waitFor()
    await closeNotices(page)
    await shots(page, 'dispute-defended')
    if (window === 'phone') await expectFitsPhone(page)

    const operator = await portal.openPageAs({ isOperator: true }, { path: '/operator/disputes', window: other })
    await operator.page.getByRole('row').filter({ hasText: 'Defesa enviada' }).getByRole('link').first().click()
    await operator.page.getByRole('button', { name: 'Devolver ao pagador' }).click()
    const dialog = operator.page.getByRole('dialog', { name: 'Devolver ao pagador' })
    await dialog.getByLabel('O que foi apurado').fill('O pagador foi vítima de golpe')
    await shots(operator.page, 'dispute-decide')
    await dialog.getByRole('button', { name: 'Devolver ao pagador' }).click()
    await operator.page.getByText('R$ 50,00 foram devolvidos ao pagador').waitFor()
    expect(await shop.balance()).toMatchObject({ blocked: '0.000000', held: '30.000000' })

    await page.goto(`${trilho.url}/portal${path}/transactions/${transactionId}`)
    // It has a response: the notification of its opening is resolved.
    await page.getByRole('link', { name: 'Notificações', exact: true }).waitFor()
    await page.getByRole('table', { name: 'Contestações desta transação' }).getByText('Devolvida').waitFor()
    await shots(page, 'dispute-transaction')
    expect([complaints, operator.complaints]).toEqual([[], []])
  },
)

test.each(windows)('an operator enters a case on a %s, in English, sees its clock, and releases it', async window => {
  const { shop, transactionId } = await paidShop()
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true },
    { path: '/operator/disputes', language: 'en', window },
  )
  await page.getByRole('button', { name: 'Enter a dispute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a dispute' })
  await dialog.getByLabel('Merchant ID').fill(shop.merchantId)
  await dialog.getByLabel('Transaction ID').fill(transactionId)
  await dialog.getByLabel("The bank's reference").fill('LETTER-7')
  await dialog.getByLabel('Amount requested').fill('20.00')
  await shots(page, 'dispute-enter')
  await dialog.getByRole('button', { name: 'Enter a dispute' }).click()
  await heading(page, 'Dispute over R$ 20.00')
  expect((await shop.balance()).blocked).toBe('20.000000')
  // The merchant's clock decides, also if it was moved.
  await shop.put('/sandbox/clock', { forward: 5 * 86_400 })
  await page.reload()
  await page.getByText(/^1 day and 23 h left$/).waitFor()
  const dispute = page.url()
  await page.goto(`${trilho.url}/portal/operator`)
  await page.getByText('1 waits for a defence or a decision.').waitFor()
  await page.getByRole('link', { name: /^Open · / }).click()
  await page.waitForURL(dispute)
  await page.getByRole('button', { name: 'Release to the merchant' }).click()
  const release = page.getByRole('dialog', { name: 'Release to the merchant' })
  await release.getByLabel('What was found').fill('The goods were delivered')
  await release.getByRole('button', { name: 'Release to the merchant' }).click()
  await page.getByText('the money is yours, and available again').waitFor()
  expect(await shop.balance()).toMatchObject({ blocked: '0.000000', available: '50.000000' })
  const entries =
    await trilho.sql`select act from audit_entries where merchant_id = ${shop.merchantId} order by sequence`
  expect(entries.map(({ act }) => act)).toEqual(['dispute.open', 'dispute.release'])
  expect(complaints).toEqual([])
})

test.each(windows)(
  'on a %s a return is contested with a file, and an operator enters how the bank answered',
  async window => {
    const other = window === 'phone' ? 'desktop' : 'phone'
    const { shop, transactionId, path } = await paidShop()
    const { id } = (await shop.post('/sandbox/disputes', { transactionId })).body.data
    await shop.put(`/sandbox/disputes/${id}/return`)
    const { page, complaints } = await portal.openPageAs(
      { merchantId: shop.merchantId, roles: ['finance'] },
      { path: `${path}/disputes/${id}`, window },
    )
    await page.getByRole('heading', { name: 'Contestar a devolução' }).waitFor()
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Diga por que a devolução foi indevida.').waitFor()
    await page.getByLabel('Por que a devolução foi indevida').fill('Entregue na segunda, com assinatura.')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'entrega.pdf', mimeType: 'application/pdf', buffer: invoices.pdf })
    await shots(page, 'contest-open')
    if (window === 'phone') await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('A operação do Trilho encaminha ao banco e registra').waitFor()
    await page.getByRole('link', { name: 'Baixar entrega.pdf' }).waitFor()

    const operator = await portal.openPageAs(
      { isOperator: true },
      { path: '/operator/disputes?state=Contested', window: other },
    )
    await operator.page.getByRole('row').filter({ hasText: 'Devolvida' }).getByRole('link').first().click()
    await operator.page.getByText('O banco não recebe isto por API.').waitFor()
    await shots(operator.page, 'contest-operator')
    await operator.page.getByRole('button', { name: 'Registrar resposta' }).click()
    const dialog = operator.page.getByRole('dialog', { name: 'Registrar resposta' })
    await dialog.getByLabel('O banco recusou').check()
    await dialog.getByLabel('O que o banco disse').fill('A fraude foi confirmada')
    await shots(operator.page, 'contest-outcome')
    await dialog.getByRole('button', { name: 'Registrar resposta' }).click()
    await operator.page.getByText('A fraude foi confirmada').waitFor()
    await page.reload()
    await page.getByText('O banco recusou').waitFor()
    await closeNotices(page)
    await shots(page, 'contest-answered')
    // How much of what the merchant received is disputed is on its page.
    const sumUp = volumeSummer(trilho.needs)
    await untilDone(() => sumUp())
    await operator.page.goto(`${trilho.url}/portal/operator/merchants/${shop.merchantId}`)
    const months = operator.page.getByRole('table', { name: 'Contestações por mês' })
    await months.getByText('1 (100,00%)').waitFor()
    await shots(operator.page, 'dispute-statistics')
    expect([...complaints, ...operator.complaints]).toEqual([])
  },
)
