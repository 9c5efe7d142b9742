import { expect, test } from 'vitest'
import { registerReceiver } from '../../server/src/products/company-payments/receivers/register-receiver.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { readSpreadsheet } from '../../server/test/kit/spreadsheet.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'
import { readFile } from 'node:fs/promises'

const portal = await openPortal()
const { trilho } = portal
const webhook = { url: (await openSink()).url }

/** A shop with three weeks of transactions and no balance before them: postings are in order of time. */
async function newShop() {
  const shop = await newPayer(trilho, { balance: '0', chargeFixed: '0.10' })
  const amounts = [
    120, 80.5, 310, 45.9, 230, 510.25, 95, 150, 410, 60, 275.3, 130, 640, 88, 199.9, 320, 75, 260, 150, 430,
  ]
  for (const [i, amount] of amounts.entries()) {
    trilho.clock.aheadMs = -(amounts.length - i) * 26 * 3_600_000
    const id = await shop.createCashIn({
      amount: amount.toFixed(2),
      transaction: { orderId: `pedido-${i + 1}` },
      webhook,
    })
    await shop.simulate('complete', id)
    if (i % 4 === 3) await shop.simulate('complete', await shop.createCashOut({ amount: '150', webhook }))
  }
  trilho.clock.aheadMs = 0
  await shop.simulate('complete', await shop.createCashIn({ amount: '250', transaction: { orderId: 'hoje' }, webhook }))
  await shop.createCashOut({ amount: '40', webhook })
  return shop
}
const shop = await newShop()
const at = `/m/${shop.merchantId}`

test('home shows the money, the chart as image and as table, and open tasks by role', async () => {
  await shop.createRequest('10')
  await registerReceiver(trilho.needs, {
    merchantId: shop.merchantId,
    fantasyName: 'Serra Azul',
    cnpj: '45997418000153',
  })
  await shop.simulate('complete', await shop.createCashIn({ amount: '1' })) // nobody listens there
  const owner = { merchantId: shop.merchantId, roles: ['owner' as const], name: 'Ana Souza' }
  const { page, complaints } = await portal.openPageAs(owner, { path: at })
  const { available } = await shop.balance()
  const shown = Number(available).toLocaleString('pt-BR', { minimumFractionDigits: 2 })
  await page.getByText(`R$ ${shown}`).first().waitFor()
  await page.getByText('R$ 40,10').first().waitFor()
  await page.getByRole('img', { name: /Hoje: entrou R\$ 251,00, saiu R\$ 0,00/ }).waitFor()
  await shots(page, 'home')

  await page.getByText('30 dias').click()
  await page.getByRole('img', { name: /30 dias: entrou R\$ / }).waitFor()
  expect(new URL(page.url()).searchParams.get('period')).toBe('month')
  await settle(page)
  await shots(page, 'home-month')
  await page.getByRole('button', { name: 'Ver como tabela' }).click()
  await page.getByRole('table', { name: 'Entradas e saídas' }).getByText('R$ 251,00').waitFor()
  await shots(page, 'home-table')
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  for (const [words, path] of [
    ['1 solicitação de pagamento aguarda sua decisão', 'requests'],
    ['1 evento de webhook não foi entregue', 'webhooks?state=Failed'],
    ['1 favorecido em análise', 'receivers?status=Pending'],
  ] as const) {
    await page.getByRole('link', { name: words }).click()
    await page.waitForURL(`${portal.url}/portal${at}/${path}`)
    await page.goBack()
  }
  await page.getByRole('link', { name: /R\$ 250,00/ }).click()
  await page.getByRole('heading', { level: 1, name: 'R$ 250,00' }).waitFor()
  expect(complaints).toEqual([])
})

test('a merchant without transactions is guided to a first charge without the API', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { page, complaints } = await portal.openPageAs({ merchantId, roles: ['finance'] }, { path: `/m/${merchantId}` })
  const first = page.getByRole('listitem').filter({ hasText: 'Solicite o primeiro pagamento' })
  await first.getByRole('link', { name: 'Ou crie um link para muitos pagamentos' }).waitFor()
  await page.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()
  await shots(page, 'home-empty')
  await expectFitsPhone(page)
  await first.getByRole('button', { name: 'Nova cobrança' }).click()
  await page.getByLabel('Valor').fill('10,00')
  await page.getByRole('button', { name: 'Criar cobrança' }).click()
  await page.getByRole('heading', { level: 1, name: 'R$ 10,00' }).waitFor()
  expect(complaints).toEqual([])
})

test('a developer without transactions sees key, webhook and guide, and cannot create a charge', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { page } = await portal.openPageAs(
    { merchantId, roles: ['developer'] },
    { path: `/m/${merchantId}`, language: 'en' },
  )
  await page.getByText('Create an access keyDone').waitFor()
  await page.getByText('All done').waitFor()
  expect(await page.getByRole('button', { name: 'New charge' }).count()).toBe(0)
  await settle(page)
  expect(await page.getByRole('link', { name: /guide to the first payment/ }).getAttribute('href')).toBe(
    '/docs/first-payment',
  )
  await page.getByRole('link', { name: 'Set the webhook address' }).click()
  await page.waitForURL(`${portal.url}/portal/m/${merchantId}/webhooks`)
  await trilho.sql`delete from access_keys where merchant_id = ${merchantId}`
  await page.goto(`${portal.url}/portal/m/${merchantId}/keys`)
  await page.getByText('Create the first key to begin the integration').waitFor()
  await shots(page, 'keys-first-en')
})

test('the statement has the running balance by day, has its period in the URL, and is exported', async () => {
  const viewer = { merchantId: shop.merchantId, roles: ['viewer' as const] }
  const { page, complaints } = await portal.openPageAs(viewer, { path: `${at}/statement` })
  const { available } = await shop.balance()
  const balance = `R$ ${Number(available).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`
  await page.getByText('Saldo agora').waitFor()
  const [, day, first] = await page.getByRole('row').allTextContents()
  expect(day).toContain(`Saldo do dia ${balance}`)
  expect(first).toContain(balance)
  await shots(page, 'statement')
  await page.getByRole('button', { name: 'Carregar mais' }).waitFor({ state: 'detached' })

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  await page.goto(`${portal.url}/portal${at}/statement?from=${today}&to=${today}`)
  await page.getByText('Saldo no início').waitFor()
  await page.getByText('Saldo no fim').waitFor()
  await settle(page)
  await shots(page, 'statement-day')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar CSV' }).click()
  const rows = readSpreadsheet(await readFile(await (await download).path(), 'utf8'))
  expect(rows.at(-1)?.['Saldo disponível']).toBe(balance.replace(/R\$ |\./g, ''))
  expect(rows.map(row => row.Pedido)).toContain('hoje')
  expect(rows.length).toBe((await page.getByRole('row').count()) - 2)

  await page.getByRole('link', { name: 'Reserva para pagamento' }).first().click()
  await page.getByRole('heading', { level: 1, name: /-R\$ / }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.getByText('Saldo agora').waitFor()
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'O que é Reservado?' }).last().click()
  await page.getByText('Separado para envios e devoluções em andamento').waitFor()
  await page.goto(`${portal.url}/portal${at}/statement?to=2020-01-01`)
  await page.getByText('Nenhum lançamento neste período').waitFor()
  await settle(page)
  expect(complaints).toEqual([])
})
