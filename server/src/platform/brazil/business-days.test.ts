import { expect, test } from 'vitest'
import {
  businessDayFar,
  businessDayFrom,
  businessDaysBetween,
  easter,
  isBusinessDay,
  lastPayableDay,
} from './business-days.ts'

test.each([
  [2000, '2000-04-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, day) => {
  expect(easter(year)).toBe(day)
})

test.each([
  ['2026-02-16', 'Carnival'],
  ['2026-02-17', 'Carnival'],
  ['2026-04-03', 'Good Friday'],
  ['2026-06-04', 'Corpus Christi'],
  ['2026-11-20', 'the day of Zumbi, since 2024'],
  ['2026-11-21', 'a Saturday'],
])('%s is no business day: %s', day => {
  expect(isBusinessDay(day)).toBe(false)
})

test('20 November was a business day before it became a holiday', () => {
  expect(isBusinessDay('2023-11-20')).toBe(true)
})

test('a municipality has holidays of its own', () => {
  expect(isBusinessDay('2027-01-25', new Set(['2027-01-25']))).toBe(false)
  expect(businessDayFrom('2027-01-25', new Set(['2027-01-25']))).toBe('2027-01-26')
})

test('business days are counted after the first day, with the last', () => {
  expect(businessDaysBetween('2026-11-18', '2026-11-23')).toBe(2)
  expect(businessDaysBetween('2026-11-23', '2026-11-18')).toBe(0)
})

test('a business day is found so many after a day, and before it', () => {
  expect(businessDayFar('2026-11-19', 3)).toBe('2026-11-25')
  expect(businessDayFar('2026-11-21', 1)).toBe('2026-11-23')
  expect(businessDayFar('2026-11-23', -1)).toBe('2026-11-19')
  expect(businessDayFar('2026-11-25', -3)).toBe('2026-11-19')
})

/** The examples A to G of the central bank's specification. */
test.each([
  ['2020-10-20', 4, '2020-10-26'],
  ['2020-12-25', 0, '2020-12-28'],
  ['2020-12-25', 1, '2020-12-29'],
  ['2020-12-25', 3, '2020-12-31'],
  ['2020-12-25', 4, '2021-01-04'],
  ['2021-08-27', 5, '2021-09-01'],
  ['2021-08-28', 5, '2021-09-06'],
])('due on %s and payable for %i days more, a bill can be paid until %s', (due, days, last) => {
  expect(lastPayableDay(due, days)).toBe(last)
})
