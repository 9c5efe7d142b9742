import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { platformId } from '../../server/src/platform/lib/platform-id.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test('an operator sees how the days of a bank compare with the books, the differences, and exports the figures', async () => {
  const [bank] = await trilho.sql<{ id: string; name: string }[]>`select id, name from bank_connections`
  const transaction = { merchantId: (await trilho.newMerchant()).merchantId, id: crypto.randomUUID() }
  const endToEndId = `E${'7'.repeat(31)}`
  const about = { kind: 'paymentAmount', endToEndId, transaction }
  const details = JSON.stringify([
    {
      ...about,
      expected: { code: 'amountReceived', value: '10.51' },
      said: { code: 'amountReceived', value: '10.50' },
    },
  ])
  await trilho.sql`
    insert into reconciliations (connection_id, day, at, received_count, received_amount, sent_count, sent_amount,
                                 differences, mended, details, state)
    values (${bank?.id ?? ''}, '2026-11-14', now(), 2, 15500000, null, null, 1, 1, ${details}::text::jsonb, 'Different'),
           (${bank?.id ?? ''}, '2026-11-13', now(), 1, 7000000, 1, 3000000, 0, 0, '[]', 'Clean')`

  const { page, complaints } = await portal.openPageAs({ isOperator: true }, { path: '/operator' })
  await page.getByRole('link', { name: 'Conciliação' }).click()
  const row = page.getByRole('row').filter({ hasText: '14 nov 2026' })
  for (const text of ['Difere', 'R$ 15,50', '2 pagamentos', 'O banco não informa'])
    await row.getByText(text, { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: '13 nov 2026' }).getByText('Confere').waitFor()
  await shots(page, 'reconciliations')

  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')[1]).toMatch(new RegExp(`^14/11/2026;${bank?.name};Difere;2;15,50;0;0,00;;;1;1;`))

  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: `${bank?.name}, 14 nov 2026` }).waitFor()
  for (const text of ['Valor recebido difere', 'R$ 10,51 recebidos', 'R$ 10,50 recebidos', endToEndId])
    await page.getByText(text).first().waitFor()
  await shots(page, 'reconciliation')
  await expectFitsPhone(page)

  await trilho.sql`
    insert into bank_exceptions (merchant_id, id, connection_id, end_to_end_id, amount, kind, subject, expected, said, state, created_at)
    values (${platformId}, ${crypto.randomUUID()}, ${bank?.id ?? ''}, ${endToEndId}, 30000000, 'payout', 'reconciliation payoutNotBooked',
            '{"code": "nothingSent", "value": null}', '{"code": "amountSent", "value": "30.00"}', 'Open', now())`
  await page.goto(`${portal.url}/portal/operator/exceptions`)
  await page.getByRole('row').filter({ hasText: 'R$ 30,00 enviados' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Enviado pelo banco, não está nos livros' }).waitFor()
  for (const text of ['Nada enviado', 'De nenhum lojista', endToEndId]) await page.getByText(text).first().waitFor()
  expect(await page.getByRole('listitem').getByRole('button').allTextContents()).toEqual([
    'Ajustar os livros',
    'Foi uma retirada da plataforma',
    'Esclarecida',
  ])
  await shots(page, 'exception-without-transaction')
  await expectFitsPhone(page)

  const path = `/operator/reconciliations/${bank?.id}/2026-11-13`
  const english = await portal.openPageAs({ isOperator: true }, { path, language: 'en' })
  await english.page.getByText('No differences').waitFor()
  await settle(english.page)
  expect([...complaints, ...english.complaints]).toEqual([])
})
