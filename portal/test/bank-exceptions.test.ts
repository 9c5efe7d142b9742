import { ExternalFault } from '../../server/src/platform/lib/within-time.ts'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { mostSteps } from '../../server/src/money/bank-orders/schedule.ts'
import { auditBooks } from '../../server/src/operations/books-audit/audit-books.ts'
import { startSession } from '../../server/src/tenancy/people/sessions.ts'
import { requireRail } from '../../server/src/money/rails/rails-of.ts'
import { expireCharges } from '../../server/src/money/transactions/expire-charges.ts'
import { goodPassword, newPersonWithPassword } from '../../server/test/kit/portal-client.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const { bankOrders, railsOf } = trilho.needs
const endToEndId = `E${'9'.repeat(31)}`

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** An operator whose last confirmation is too old to resolve an exception without a new one. */
async function openAsOperator(path: string) {
  const person = await newPersonWithPassword(trilho, { isOperator: true, name: 'Olga Lima' })
  const session = { personId: person.id, secondFactor: true, address: '127.0.0.1', agent: 'test' }
  const { token } = await startSession(trilho.needs, session)
  await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${person.id}`
  return portal.openPageOf({ token }, { path })
}

/** A charge of R$ 10 that was paid with R$ 7, which the bank refuses to return. */
async function newUnmatched() {
  const shop = await trilho.newMerchant()
  const charge = await shop.createCashIn({ amount: '10', payer: null })
  await shop.simulate('complete', charge, { amount: '7', name: 'João', taxNumber: cpf.joao })
  const { returns } = await railsOf(null)
  for (const call of ['sendReturn', 'readReturn'] as const)
    vi.spyOn(requireRail(returns), call).mockResolvedValueOnce({ state: 'refused', cause: 'AccountClosed' })
  await bankOrders.stepAndWait()
  return { path: `/m/${shop.merchantId}/transactions/${charge}`, merchantId: shop.merchantId }
}

/** An expired charge whose bank never reports whether it was paid. */
async function newUncancelled() {
  const shop = await trilho.newMerchant()
  const charges = requireRail((await railsOf(null)).charges)
  charges.cancelCharge = () => Promise.reject(new ExternalFault('no answer'))
  const charge = await shop.createCashIn({ amount: '80', expiresIn: 1 })
  await expireCharges({ ...trilho.needs, clock: () => new Date(Date.now() + 2_000) })
  // The first attempt starts as soon as the order is placed. The last attempt can only be made after it.
  const tryLast = async () => {
    await trilho.sql`
      update bank_orders set step = ${mostSteps - 1}, next_step_at = now()
       where transaction_id = ${charge} and state = 'Waiting'`
    await bankOrders.stepAndWait()
    return (await trilho.sql`select state from bank_orders where transaction_id = ${charge}`)[0]?.state
  }
  await expect.poll(tryLast).toBe('Exception')
  charges.cancelCharge = null
  return charge
}

test('an operator finds an unmatched payment whose return was refused, orders the return again, and the merchant sees it returned', async () => {
  const unmatched = await newUnmatched()
  const { page, complaints } = await openAsOperator('/operator')
  await page.getByText('1 aberta precisa de uma pessoa').waitFor()
  await page.getByText('Pagamentos não identificados', { exact: true }).waitFor()
  await shots(page, 'operator-home-exceptions')
  await page.getByRole('link', { name: 'Exceções do banco' }).click()
  await heading(page, 'Exceções do banco')
  await row(page, 'Trilho, pagamento não identificado').getByText('Recusado: AccountClosed').waitFor()
  await shots(page, 'exceptions')
  await row(page, 'Trilho').getByRole('link').click()

  await heading(page, 'Devolução ao pagador')
  for (const text of ['A devolução do pagamento ao pagador', 'Recusado: AccountClosed', 'R$ 7,00'])
    await page.getByText(text).first().waitFor()
  expect(await page.getByRole('link', { name: 'Abrir a transação' }).count()).toBe(0)
  await page.getByText('Era para').waitFor()
  await page.getByRole('link', { name: 'Abrir a cobrança' }).waitFor()
  await shots(page, 'exception-open')
  await page.getByRole('button', { name: 'Devolver com nova ordem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver com nova ordem' })
  await dialog.getByRole('button', { name: 'Encerrar exceção' }).click()
  await dialog.getByText('Informe em pelo menos 3 caracteres').waitFor()
  await shots(page, 'exception-end')
  await dialog.getByLabel('O que você achou no banco').fill('A conta antiga fechou; o pagador deu outra.')
  await dialog.getByRole('button', { name: 'Encerrar exceção' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirme que é você' })
  await confirm.getByLabel('Senha', { exact: true }).fill(goodPassword)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()

  await page.getByText('“A conta antiga fechou; o pagador deu outra.”').waitFor()
  await page.getByText('Olga Lima').first().waitFor()
  expect(await page.getByRole('button', { name: 'Devolver com nova ordem' }).count()).toBe(0)
  await shots(page, 'exception-ended')
  await expectFitsPhone(page)

  await page.goto(`${portal.url}/portal/operator/exceptions`)
  await page.getByText('Nenhuma exceção aberta').waitFor()
  await shots(page, 'exceptions-none')
  await page.getByRole('tab', { name: 'Encerradas' }).click()
  await row(page, 'Devolver com nova ordem').getByText('Olga Lima').waitFor()
  await shots(page, 'exceptions-ended')
  await expectFitsPhone(page)

  await page.goto(`${portal.url}/portal/operator/audit-log`)
  await row(page, 'Mandou devolver um pagamento').getByText('A conta antiga fechou').first().waitFor()
  await row(page, 'Mandou devolver um pagamento').getByText('Aberta → Encerrada').first().waitFor()
  await page.getByRole('link', { name: 'Mandou devolver um pagamento' }).first().click()
  await heading(page, 'Devolução ao pagador')

  const owner = { merchantId: unmatched.merchantId, roles: ['owner' as const] }
  const seen = await portal.openPageAs(owner, { path: unmatched.path })
  await seen.page.getByText('Foram pagos R$ 7,00 em vez de R$ 10,00; ainda não devolvidos.').waitFor()
  await bankOrders.stepAndWait()
  await seen.page.reload()
  await seen.page.getByText('Foram pagos R$ 7,00 em vez de R$ 10,00; devolvidos em').waitFor()
  await seen.page.getByText('O pagamento não identificado de R$ 7,00 foi devolvido ao pagador').waitFor()
  await shots(seen.page, 'transaction-unmatched')
  expect(await auditBooks(trilho.needs)).toEqual([])
  expect(complaints.filter(text => !/status of 403/.test(text))).toEqual([])
})

test('a charge that its bank never cancelled is settled with the id and amount from the bank, also on a phone in English', async () => {
  const charge = await newUncancelled()
  const { page } = await portal.openPageAs(
    { isOperator: true, name: 'Olga Lima' },
    { path: '/operator/exceptions', language: 'en', window: 'phone' },
  )
  await row(page, 'Cancellation of a charge').getByRole('link').click()
  await heading(page, 'Cancellation of a charge')
  await expectFitsPhone(page)
  expect(await page.getByRole('listitem').getByRole('button').allTextContents()).toEqual([
    'It was paid at the bank',
    'Nothing was paid',
    'Cancel again',
  ])
  await page.getByRole('button', { name: 'It was paid at the bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'It was paid at the bank' })
  await dialog.getByLabel('What you found at the bank').fill('Paid a minute later')
  await dialog.getByRole('button', { name: 'Close exception' }).click()
  await dialog.getByText('It has 32 letters and digits').waitFor()
  await shots(page, 'exception-end-en')
  await dialog.getByLabel('Pix ID (E2E)').fill(endToEndId)
  await dialog.getByLabel('Amount the bank received').fill('80')
  await dialog.getByRole('button', { name: 'Close exception' }).click()
  await page.getByText('“Paid a minute later”').waitFor()
  await page.getByRole('link', { name: 'Open the transaction' }).click()
  await page.getByText('Completed').first().waitFor()
  expect(page.url()).toContain(charge)
  await expectFitsPhone(page)
})

/** A refund of R$ 4 of which the bank never reports an outcome. */
async function newUnknownRefund() {
  const shop = await trilho.newMerchant()
  const charge = await shop.createCashIn({ amount: '10' })
  await shop.simulate('complete', charge)
  const returns = requireRail((await railsOf(null)).returns)
  const mocks = [vi.spyOn(returns, 'sendReturn'), vi.spyOn(returns, 'readReturn')]
  for (const mock of mocks) mock.mockRejectedValue(new ExternalFault('no answer'))
  await shop.refund(charge, { amount: '4' })
  await trilho.sql`
    update bank_orders set step = ${mostSteps - 1}, next_step_at = now() - interval '1 second', state = 'Waiting'
     where transaction_id = ${charge}`
  await bankOrders.stepAndWait()
  for (const mock of mocks) mock.mockRestore()
  const reports = (report: Awaited<ReturnType<typeof returns.readReturn>>) =>
    vi.spyOn(returns, 'readReturn').mockResolvedValueOnce(report)
  return { reports }
}

test('a new return of a refund of unknown outcome is offered only once the bank, when asked, does not know the first', async () => {
  const { reports } = await newUnknownRefund()
  const { page, complaints } = await portal.openPageAs({ isOperator: true }, { path: '/operator/exceptions' })
  await row(page, 'Devolução ao pagador').getByRole('link').click()
  await heading(page, 'Devolução ao pagador')
  const actions = () => page.getByRole('listitem').getByRole('button').allTextContents()
  await page.getByText('Só depois de consultar o banco: Devolver com nova ordem.').waitFor()
  expect(await actions()).toEqual(['O pagador recebeu', 'O lojista fica com o valor', 'Perguntar de novo'])
  reports({ state: 'accepted' })
  await page.getByRole('button', { name: 'Consultar o banco' }).click()
  const others = 'O pagador recebeu, O lojista fica com o valor, Devolver com nova ordem'
  await page.getByText(`Não enquanto o banco responde assim: ${others}.`).waitFor()
  await page.getByText('Em processamento').waitFor()
  expect(await actions()).toEqual(['Perguntar de novo'])
  await shots(page, 'exception-asked')
  reports(null)
  await page.getByRole('button', { name: 'Consultar o banco' }).click()
  await page.getByText('O banco não conhece a ordem').waitFor()
  expect(await actions()).toContain('Devolver com nova ordem')
  await expectFitsPhone(page)
  expect(complaints).toEqual([])
})

test('a platform without a bank says so, and that payments are refused', async () => {
  const bare = await openPortal({}, { isConnected: false })
  const { page, complaints } = await bare.openPageAs({ isOperator: true }, { path: '/operator' })
  await page.getByText('Nenhum banco está conectado: pagamentos são recusados.').waitFor()
  await shots(page, 'operator-home-no-bank')
  const english = await bare.openPageAs({ isOperator: true }, { path: '/operator', language: 'en' })
  await english.page.getByText('No bank is connected: payments are refused.').waitFor()
  await settle(english.page)
  expect([...complaints, ...english.complaints]).toEqual([])
})
