import { expect, test } from 'vitest'
import { openPortal, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test('a filter with few matches continues searching automatically, and shows how far it has searched', async () => {
  const { merchantId } = await trilho.newMerchant()
  await trilho.sql`
    insert into transactions (merchant_id, id, operation, state, amount, editable, charge_fixed, charge_rate, charges,
                              created_at, order_id, idempotency_key)
    select ${merchantId}, (lpad(to_hex(1790000000000 + i), 12, '0') || '70008000000000000000')::uuid, 'pixCashIn',
           'Registered', case when i = 1 then 777000000 else 1000000 end, false, 0, 0, 0,
           to_timestamp(1790000000 + i / 1000.0), 'o' || i, 'order:o' || i
      from generate_series(1, 105000) i`
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['viewer'] },
    { path: `/m/${merchantId}/transactions?leastAmount=500` },
  )
  await page.getByText('Procurado até').waitFor()
  await page.getByText('Nada encontrado').waitFor()
  await shots(page, 'transactions-looked')
  await page.getByRole('button', { name: 'Procurar nas mais antigas' }).click()
  await page.getByRole('row').filter({ hasText: 'R$ 777,00' }).waitFor()
  await page.getByText('Procurado até').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
