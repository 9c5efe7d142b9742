import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { END_TO_END_ID_PATTERN, endToEndId } from './end-to-end-id.ts'

test('an end-to-end id names the bank and the minute, in UTC', () => {
  const id = endToEndId({ ispb: '12345678', at: new Date('2026-01-02T23:04:59-03:00') })
  expect(id).toMatch(/^E12345678202601030204[0-9A-Za-z]{11}$/)
  expect(id).toHaveLength(32)
})

test('every bank and every minute make an id of the right form', () => {
  const at = fc.date({ min: new Date('2020-11-16'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{8}$/), at, (ispb, at) => {
      expect(endToEndId({ ispb, at })).toMatch(new RegExp(END_TO_END_ID_PATTERN))
    }),
  )
})

test('ids of one bank and one minute differ', () => {
  const at = new Date()
  const ids = Array.from({ length: 10_000 }, () => endToEndId({ ispb: '00000000', at }))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(['', '1234567', '123456789', '1234567a', '1234567 '])('%j is no ISPB', ispb => {
  expect(() => endToEndId({ ispb, at: new Date() })).toThrow(RangeError)
})

test('an impossible date is refused', () => {
  expect(() => endToEndId({ ispb: '12345678', at: new Date(Number.NaN) })).toThrow(RangeError)
})
