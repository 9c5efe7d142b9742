import { expect, test } from 'vitest'
import { runDataRequests } from '../../server/src/operations/personal-data/run-requests.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { expectFitsPhone, openPortal, shots } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const portal = await openPortal({ TRILHO_DATA: await dataFolder() })
const { trilho } = portal
const sink = await openSink()

const workOff = async () => {
  await untilDone(() => runDataRequests(trilho.needs))
}

async function paidShop() {
  const shop = await trilho.newMerchant()
  const id = await shop.createCashIn({ payer: { name: 'Maria Quitéria', cpf: cpf.maria }, webhook: { url: sink.url } })
  await shop.simulate('complete', id)
  await sink.waitForEvents(id, 1)
  return shop
}

test('an owner collects what is stored about a payer and has it erased; an operator does so for the whole platform', async () => {
  const { merchantId } = await paidShop()
  await paidShop()
  const owner = await newPortalPerson(trilho, { merchantId, name: 'Olívia Prado' })
  const { page, complaints } = await portal.openPageOf(owner, { path: `/m/${merchantId}/personal-data` })
  await page.getByText('Nenhum pedido ainda').waitFor()
  await page.getByRole('button', { name: 'Reunir os dados' }).click()
  const access = page.getByRole('dialog', { name: 'Reunir os dados' })
  await access.getByRole('button', { name: 'Reunir os dados' }).click()
  await access.getByText('Informe o documento, o e-mail ou o telefone.').waitFor()
  await access.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await shots(page, 'personal-data-access')
  await access.getByRole('button', { name: 'Reunir os dados' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Acesso aos dados' })
  await row.getByText('***.982.247-**').waitFor()
  await workOff()
  await row.getByText('Concluído').waitFor()
  await row.getByText(/Transações: 1/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Página' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^personal-data-.*\.html$/)
  await shots(page, 'personal-data-merchant')

  await page.getByRole('button', { name: 'Eliminar os dados' }).click()
  const erasure = page.getByRole('dialog', { name: 'Eliminar os dados' })
  await erasure.getByLabel('CPF ou CNPJ').fill(cpf.maria)
  await erasure.getByRole('button', { name: 'Eliminar os dados' }).click()
  const erased = page.getByRole('row').filter({ hasText: 'Eliminação dos dados' })
  await erased.waitFor()
  await workOff()
  await erased.getByText('Identidade removida').waitFor()
  await erased.getByText(/lacrados? por lei/).waitFor()
  await shots(page, 'personal-data-erased')
  await expectFitsPhone(page)
  expect(complaints).toEqual([])

  const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Otto Lima' })
  const desk = await portal.openPageOf(operator, { path: '/operator/personal-data' })
  await desk.page.getByRole('button', { name: 'Reunir os dados' }).click()
  const dialog = desk.page.getByRole('dialog', { name: 'Reunir os dados' })
  await dialog.getByLabel('CPF ou CNPJ').fill(cpf.maria)
  await dialog.getByRole('button', { name: 'Reunir os dados' }).click()
  await desk.page.getByRole('row').filter({ hasText: 'Acesso aos dados' }).waitFor()
  await workOff()
  await desk.page.getByText(/lacrados? por lei/).waitFor()
  await shots(desk.page, 'personal-data-platform')
  await desk.page.getByRole('tab', { name: 'Onde estão os dados' }).click()
  await desk.page.getByText('Lacrado até o fim do prazo').first().waitFor()
  await shots(desk.page, 'personal-data-register')
  await expectFitsPhone(desk.page)
  expect(desk.complaints).toEqual([])
})
