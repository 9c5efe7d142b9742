import { expect, test } from 'vitest'
import { startRealBank } from '../../server/test/kit/real-bank.ts'
import { expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }

test('an operator compares the balance of a bank with the books, and books its tariff from the statement', async () => {
  const portal = await openPortal(production, { isConnected: false })
  const bank = await startRealBank()
  const id = await bank.connect(portal.trilho.needs, 'efi', true)
  await portal.trilho.sql`
    insert into balance_proofs (connection_id, day, at, state, bank_amount, books_amount, in_flight, gap)
    select ${id}::uuid, '2026-11-01'::date + n, now(), 'Equal', 90000000000 + n * n * 100000000::bigint,
           90000000000 + n * n * 100000000::bigint, 0, 0
      from generate_series(0, 9) n`
  const as = { isOperator: true, name: 'Olga Lima' }
  const { page, complaints } = await portal.openPageAs(as, { path: '/operator/banks' })
  await page.getByRole('link', { name: 'Comparar com o banco' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saldo de efi' }).waitFor()
  await page.getByRole('button', { name: 'Comparar agora' }).click()
  await page.getByText('Nenhum ajuste').waitFor()
  const row = page.getByRole('row').filter({ hasText: '100.000,00' }).first()
  await row.getByText('+R$ 100.000,00').waitFor()
  await shots(page, 'bank-balance')

  await page.getByRole('button', { name: 'Lançar da plataforma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lançar da plataforma' })
  await dialog.getByLabel('O quê').selectOption('Dinheiro próprio da plataforma')
  await dialog.getByLabel('Valor').fill('100000')
  await dialog.getByLabel('Motivo').fill('Já estava na conta')
  await dialog.getByRole('button', { name: 'Lançar da plataforma' }).click()
  await dialog.getByText('Use pelo menos 3 caracteres').waitFor()
  await dialog.getByLabel('Comprovação').fill('Extrato de abertura')
  await shots(page, 'bank-balance-post')
  await dialog.getByRole('button', { name: 'Lançar da plataforma' }).click()
  await page.getByRole('cell', { name: 'Já estava na conta' }).waitFor()
  await page.getByRole('button', { name: 'Comparar agora' }).click()
  await expect.poll(() => page.getByRole('cell', { name: 'Nenhuma' }).count()).toBe(11)
  await shots(page, 'bank-balance-equal')
  await expectFitsPhone(page)
  expect(complaints).toEqual([])
})
