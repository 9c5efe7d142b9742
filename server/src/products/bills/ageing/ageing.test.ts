import { expect, test } from 'vitest'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { businessDayFrom, lastPayableDay } from '../../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'

const trilho = await openTrilho()
const payer = { name: 'Maria da Silva', cpf: cpf.maria }
const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 5))

test('what is open is summed up by how late it is and exported; what was paid is gone, what expired unpaid stands apart', async () => {
  const shop = await trilho.newMerchant()
  const other = await trilho.newMerchant()
  const make = async (amount: string, dueDate: string, more: object = {}): Promise<string> =>
    (await shop.post('/bills', { payer, amount, dueDate, payableDaysAfterDue: 60, ...more })).body.data.id
  const move = (day: string) => shop.put('/sandbox/clock', { to: `${day}T15:00:00Z` })
  const read = async (api = shop) => (await api.get('/bills/ageing')).body.data
  const sums = async () => {
    const { buckets, expired } = await read()
    const named = buckets.map(({ name, count, amount, share }: Record<string, unknown>) => [name, count, amount, share])
    return [...named.filter(([, count]: unknown[]) => count !== 0), ['expired', expired.count, expired.amount]]
  }
  await make('100.00', due, { fine: { kind: 'Percent', rate: '2' }, orderId: 'o-1' })
  const short = lastPayableDay(due, 5)
  await make('40.00', due, { payableDaysAfterDue: 5 })
  const paid = await make('7.00', due)
  await shop.post(`/bills/${await make('9.00', due)}/cancel`, {})
  await make('300.00', addDays(due, 90))
  expect(await sums()).toEqual([
    ['NotDue', 4, '447.000000', 100],
    ['expired', 0, '0.000000'],
  ])
  await shop.simulate('complete', paid)
  await move(addDays(due, 4))
  expect(await sums()).toEqual([
    ['NotDue', 1, '300.000000', 68],
    ['To30', 2, '140.000000', 32],
    ['expired', 0, '0.000000'],
  ])
  await move(addDays(short, 1))
  const expired = ['expired', 1, '40.000000']
  expect(await sums()).toEqual([['NotDue', 1, '300.000000', 75], ['To30', 1, '100.000000', 25], expired])
  await move(addDays(due, 40))
  expect(await sums()).toEqual([['NotDue', 1, '300.000000', 75], ['To60', 1, '100.000000', 25], expired])
  expect(await read()).toMatchObject({
    today: addDays(due, 40),
    expired: { since: addDays(due, 40 - 365) },
    isExact: true,
  })
  const { text, headers } = await shop.get('/bills/ageing/export')
  expect(headers.get('content-disposition')).toMatch(/open-bills.*\.csv/)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`31 to 60 days;40;${due};Maria da Silva;;o-1;100,00;102,00;`)
  expect((await shop.get('/bills/ageing/export?language=pt')).text).toContain('31 a 60 dias;40;')
  expect(await read(other)).toMatchObject({ expired: { count: 0 }, buckets: [{ count: 0 }, {}, {}, {}, {}] })
  expect((await other.get('/bills/ageing/export')).text.trim().split('\r\n')).toHaveLength(1)
})

test('a key without the scope reads no ageing', async () => {
  const narrow = await trilho.newMerchant({ scopes: ['company-payments'] })
  for (const path of ['/bills/ageing', '/bills/ageing/export']) expect((await narrow.get(path)).status).toBe(403)
})
