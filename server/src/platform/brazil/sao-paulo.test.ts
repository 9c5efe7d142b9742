import { expect, test } from 'vitest'
import { addDays, dayOf, formatForSpreadsheet, hourOf, startOfDay } from './sao-paulo.ts'

test.each([
  ['2026-11-15T02:59:59.999Z', '2026-11-14', 23],
  ['2026-11-15T03:00:00.000Z', '2026-11-15', 0],
  ['2026-11-15T12:30:00.000Z', '2026-11-15', 9],
  ['2026-01-01T02:00:00.000Z', '2025-12-31', 23],
])('at %s it is %s in São Paulo, in hour %i', (at, day, hour) => {
  expect(dayOf(new Date(at))).toBe(day)
  expect(hourOf(new Date(at))).toBe(hour)
})

test.each([
  ['2026-11-15', '2026-11-15T03:00:00.000Z'],
  ['2026-01-01', '2026-01-01T03:00:00.000Z'],
  // Summer time: the first of these days began at one o'clock, the second was in the middle of it.
  ['2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['2018-12-24', '2018-12-24T02:00:00.000Z'],
])('the day %s begins at %s', (day, start) => {
  expect(startOfDay(day).toISOString()).toBe(start)
  expect(dayOf(new Date(startOfDay(day).getTime() - 1))).toBe(addDays(day, -1))
})

test('days are added over months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('a spreadsheet in Brazil gets day, month and year in its order, and the time of São Paulo', () => {
  expect(formatForSpreadsheet(new Date('2026-11-05T02:03:04Z'))).toBe('04/11/2026 23:03:04')
})
