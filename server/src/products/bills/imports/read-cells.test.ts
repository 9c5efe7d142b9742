import { expect, test } from 'vitest'
import { readDay, readDiscount, readInterest, readShare } from './read-cells.ts'

test.each([
  ['2%', { kind: 'Percent', rate: '2' }],
  ['0,33 %', { kind: 'Percent', rate: '0.33' }],
  ['R$ 1.250,00', { kind: 'Fixed', amount: '1250.00' }],
  ['10,5', { kind: 'Fixed', amount: '10.50' }],
  ['0,333%', null],
  ['dez', null],
])('a fine written as %j is %j', (cell, share) => {
  expect(readShare(cell)).toEqual(share)
})

test.each([
  ['1% ao mês', { kind: 'PercentPerMonth', rate: '1' }],
  ['1% a.m.', { kind: 'PercentPerMonth', rate: '1' }],
  ['12% per year', { kind: 'PercentPerYear', rate: '12' }],
  ['0,03% ao dia', { kind: 'PercentPerDay', rate: '0.03' }],
  ['0,03% ao dia útil', { kind: 'PercentPerDayInBusinessDays', rate: '0.03' }],
  ['1% ao mês, em dias úteis', { kind: 'PercentPerMonthInBusinessDays', rate: '1' }],
  ['R$ 0,50 por dia', { kind: 'AmountPerDay', amount: '0.50' }],
  ['0.50 per business day', { kind: 'AmountPerBusinessDay', amount: '0.50' }],
  ['1%', null],
  ['5,00 ao mês', null],
  ['1% ao mês ou ao dia', null],
])('interest written as %j is %j', (cell, interest) => {
  expect(readInterest(cell)).toEqual(interest)
})

const due = '2026-12-10'
test.each([
  ['5%', { kind: 'Percent', until: [{ date: due, rate: '5' }] }],
  ['10,00 até 01/12/2026', { kind: 'Fixed', until: [{ date: '2026-12-01', amount: '10.00' }] }],
  [
    '10% até 01/12/2026; 5% until 2026-12-05; 2%',
    {
      kind: 'Percent',
      until: [
        { date: '2026-12-01', rate: '10' },
        { date: '2026-12-05', rate: '5' },
        { date: due, rate: '2' },
      ],
    },
  ],
  ['0,10 ao dia', { kind: 'AmountPerDay', amount: '0.10' }],
  ['1% por dia útil', { kind: 'PercentPerBusinessDay', rate: '1' }],
  ['5% até 01/12/2026; 2,00', null],
  ['5% ao mês', null],
  ['5% até amanhã', null],
  ['', null],
])('a discount written as %j is %j', (cell, discount) => {
  expect(readDiscount(cell, due)).toEqual(discount)
})

test.each([
  ['1/2/2027', '2027-02-01'],
  ['2027-02-01', '2027-02-01'],
  ['31/02/2027', null],
  ['01/02/27', null],
  ['01/02/2027 10:00:00', null],
])('the day %j is %j', (cell, day) => {
  expect(readDay(cell)).toBe(day)
})
