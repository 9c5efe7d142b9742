import { expect, test } from 'vitest'
import { parseAmount } from '../../platform/brazil/money.ts'
import type { DueTerms } from '../../money/rails/due-terms.ts'
import { amountDue } from './amount-due.ts'

type BillTerms = Omit<DueTerms, 'payableDaysAfterDue'>

const reais = parseAmount
const percent = (text: string) => parseAmount(text)
const plain: BillTerms = {
  amount: reais('100'),
  // A Friday, and the next Monday is no holiday.
  dueDate: '2026-12-11',
  fine: null,
  interest: null,
  rebate: null,
  discount: null,
}

test('late by two days, with a fine of 3 % and interest of 1 % a day, 100.00 are 105.00: the example of the specification', () => {
  const terms: BillTerms = {
    ...plain,
    fine: { kind: 'Percent', rate: percent('3') },
    interest: { kind: 'PercentPerDay', rate: percent('1') },
  }
  expect(amountDue(terms, '2026-12-13')).toEqual({
    original: reais('100'),
    fine: reais('3'),
    interest: reais('2'),
    rebate: 0n,
    discount: 0n,
    total: reais('105'),
  })
})

test.each<[NonNullable<BillTerms['interest']>, string, string]>([
  [{ kind: 'AmountPerDay', amount: reais('0.10') }, '2026-12-14', '0.3'],
  [{ kind: 'AmountPerBusinessDay', amount: reais('0.10') }, '2026-12-14', '0.1'],
  [{ kind: 'PercentPerDay', rate: percent('0.033') }, '2026-12-21', '0.33'],
  [{ kind: 'PercentPerMonth', rate: percent('1') }, '2026-12-21', '0.33'],
  [{ kind: 'PercentPerMonth', rate: percent('1') }, '2027-01-10', '1'],
  [{ kind: 'PercentPerYear', rate: percent('12') }, '2027-01-10', '1'],
  [{ kind: 'PercentPerDayInBusinessDays', rate: percent('1') }, '2026-12-15', '2'],
  [{ kind: 'PercentPerMonthInBusinessDays', rate: percent('2.1') }, '2026-12-15', '0.2'],
  [{ kind: 'PercentPerYearInBusinessDays', rate: percent('25.2') }, '2026-12-15', '0.2'],
])('interest of %o on %s is %s', (interest, day, amount) => {
  expect(amountDue({ ...plain, interest }, day).interest).toBe(reais(amount))
})

test('due on a Saturday, a bill is not late on Monday, and from Tuesday on it is late by the days since Monday', () => {
  const terms: BillTerms = { ...plain, dueDate: '2026-12-12', interest: { kind: 'AmountPerDay', amount: reais('1') } }
  expect(amountDue(terms, '2026-12-14').total).toBe(reais('100'))
  expect(amountDue(terms, '2026-12-15').interest).toBe(reais('1'))
})

test.each<[NonNullable<BillTerms['discount']>, string, string | null]>([
  [
    {
      kind: 'Fixed',
      until: [
        { day: '2026-12-10', amount: reais('1') },
        { day: '2026-12-01', amount: reais('5') },
      ],
    },
    '2026-12-01',
    '5',
  ],
  [
    {
      kind: 'Fixed',
      until: [
        { day: '2026-12-10', amount: reais('1') },
        { day: '2026-12-01', amount: reais('5') },
      ],
    },
    '2026-12-02',
    '1',
  ],
  [{ kind: 'Fixed', until: [{ day: '2026-12-10', amount: reais('1') }] }, '2026-12-11', null],
  [{ kind: 'Percent', until: [{ day: '2026-12-10', rate: percent('2.5') }] }, '2026-12-10', '2.5'],
  [{ kind: 'AmountPerDay', amount: reais('0.5') }, '2026-12-06', '2.5'],
  [{ kind: 'AmountPerBusinessDay', amount: reais('0.5') }, '2026-12-06', '2.5'],
  [{ kind: 'PercentPerDay', rate: percent('0.1') }, '2026-12-06', '0.5'],
  [{ kind: 'PercentPerBusinessDay', rate: percent('0.1') }, '2026-12-04', '0.5'],
  [{ kind: 'PercentPerDay', rate: percent('1') }, '2026-12-12', null],
])('a discount of %o on %s is %s', (discount, day, amount) => {
  expect(amountDue({ ...plain, discount }, day).discount).toBe(amount === null ? 0n : reais(amount))
})

test('a rebate counts whenever it is paid', () => {
  const terms: BillTerms = { ...plain, rebate: { kind: 'Percent', rate: percent('10') } }
  expect(amountDue(terms, '2026-12-01').total).toBe(reais('90'))
  expect(amountDue(terms, '2026-12-20').total).toBe(reais('90'))
})
