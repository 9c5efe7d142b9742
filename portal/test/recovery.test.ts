import { expect, test } from 'vitest'
import { expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test('after a restore an operator sees that money is held, what the banks reported, and releases it with a note', async () => {
  const banks = [
    {
      connectionId: '',
      bank: 'Efí',
      at: '2026-11-16T15:00:00Z',
      fault: null,
      received: 3,
      sent: 2,
      mended: 1,
      differences: 1,
    },
    {
      connectionId: crypto.randomUUID(),
      bank: 'Sicoob',
      at: '2026-11-16T15:00:00Z',
      fault: null,
      received: 0,
      sent: null,
      mended: 0,
      differences: 0,
      listsNoPayouts: true,
    },
  ]
  await trilho.sql`
    insert into recoveries (id, cause, role, lost_from, at, prepared_at, banks)
    values (${crypto.randomUUID()}, 'backup', 'replacement', now() - interval '1 hour', now(), now(), '[]')`
  const { page, complaints } = await portal.openPageAs({ isOperator: true }, { path: '/operator' })
  await page.getByRole('note').getByText('Envios e devoluções estão parados').waitFor()
  await page.getByRole('link', { name: 'Ver o que falta' }).click()
  await page.getByText('Os bancos estão sendo comparados').waitFor()
  expect(await page.getByRole('button', { name: 'Liberar envios e devoluções' }).isDisabled()).toBe(true)

  await trilho.sql`update recoveries set banks = ${JSON.stringify(banks)}::text::jsonb, compared_at = now()`
  await page.reload()
  await page.getByRole('row').filter({ hasText: 'Sicoob' }).getByText('O banco não informa').waitFor()
  await shots(page, 'recovery')
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Liberar envios e devoluções' }).click()
  await page.getByRole('dialog').getByLabel('O que foi conferido').fill('Comparado com os dois bancos')
  await page.getByRole('dialog').getByRole('button', { name: 'Liberar envios e devoluções' }).click()
  await page.getByText('Compare o extrato de cada um destes bancos e marque.').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('group', { name: 'Deixar estes bancos parados' })
    .getByLabel('Sicoob')
    .check()
  await page.getByRole('dialog').getByRole('button', { name: 'Liberar envios e devoluções' }).click()

  // Left out, it is released when its statement was compared.
  await page.getByRole('note').getByText('Envios e devoluções de alguns bancos estão parados').waitFor()
  await page.getByRole('cell', { name: 'Sicoob (parado até ser liberado)' }).waitFor()
  await page.getByRole('button', { name: 'Liberar envios e devoluções' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Sicoob' }).check()
  await page.getByRole('dialog').getByLabel('O que foi conferido').fill('Extrato do Sicoob')
  await page.getByRole('dialog').getByRole('button', { name: 'Liberar envios e devoluções' }).click()
  await page.getByText('Escreva o total, como 12.34').waitFor()
  await page.getByRole('dialog').getByLabel('Sicoob: Total enviado por Pix').fill('0')
  await page.getByRole('dialog').getByRole('button', { name: 'Liberar envios e devoluções' }).click()
  await page.getByText('Nada está parado').waitFor()
  expect(await trilho.sql`select note from recoveries where released_at is not null`).toEqual([
    { note: 'Comparado com os dois bancos' },
  ])
  expect(complaints).toEqual([])
})
