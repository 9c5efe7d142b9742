import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AMOUNT_PATTERN, formatAmount, formatAmountShort, formatReais, parseAmount, percentOf } from './money.ts'

const anyAmount = fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n })

test('10, 10.5 and 10.500000 are the same amount', () => {
  expect(['10.5', '10.50', '10.500000', '0010.5'].map(parseAmount)).toEqual(Array(4).fill(10_500_000n))
  expect(parseAmount('10')).toBe(parseAmount('10.000000'))
  expect(parseAmount('0.000001')).toBe(1n)
  expect(parseAmount('9999999999.999999')).toBe(9_999_999_999_999_999n)
})

test.each([
  '',
  '0',
  '0.00',
  '000.000000',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  '1,50',
  ' 1',
  '1\n',
  '0x10',
  'NaN',
  '1_000',
  '12345678901',
  '1.1234567',
  '١',
])('%j is not an amount', text => {
  expect(() => parseAmount(text)).toThrow(RangeError)
  expect(new RegExp(AMOUNT_PATTERN, 'u').test(text)).toBe(false)
})

test('an amount written and read again is the same amount', () => {
  fc.assert(
    fc.property(anyAmount, amount => {
      expect(parseAmount(formatAmount(amount))).toBe(amount)
      expect(parseAmount(formatAmountShort(amount))).toBe(amount)
    }),
  )
})

test('reads and events carry six decimals', () => {
  expect([10_500_000n, 1n, 0n, 1_234_567_000_000n].map(formatAmount)).toEqual([
    '10.500000',
    '0.000001',
    '0.000000',
    '1234567.000000',
  ])
  expect([-10_500_000n, -1n].map(formatAmount)).toEqual(['-10.500000', '-0.000001'])
})

test('the short form has two decimals, and more only when the value needs them', () => {
  expect([10_500_000n, 10_505_000n, 10_000_000n, 1n, 100_000_000n, -500_000n].map(formatAmountShort)).toEqual([
    '10.50',
    '10.505',
    '10.00',
    '0.000001',
    '100.00',
    '-0.50',
  ])
})

test('people read reais in their own language', () => {
  expect(formatReais(1_234_560_000n, 'pt')).toBe('R$ 1.234,56')
  expect(formatReais(1_234_560_000n, 'en')).toBe('R$ 1,234.56')
  expect(formatReais(9_999_999_999_999_999n, 'pt')).toBe('R$ 9.999.999.999,999999')
  expect(formatReais(100_000_000n, 'en')).toBe('R$ 100.00')
  expect(formatReais(-1_000_000_000n, 'pt')).toBe('-R$ 1.000,00')
  expect(formatReais(0n, 'pt')).toBe('R$ 0,00')
})

test('reais in whole cents read as the runtime writes them', () => {
  const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), cents => {
      expect(formatReais(BigInt(cents) * 10_000n, 'pt')).toBe(intl.format(cents / 100).replace('\u00a0', ' '))
    }),
  )
})

test('a percentage is rounded half up to the cent', () => {
  expect(percentOf(parseAmount('100'), 990_000n)).toBe(parseAmount('0.99'))
  expect(percentOf(parseAmount('10.50'), 990_000n)).toBe(parseAmount('0.10'))
  expect(percentOf(parseAmount('0.50'), 1_000_000n)).toBe(parseAmount('0.01'))
  expect(percentOf(parseAmount('0.499999'), 1_000_000n)).toBe(0n)
  expect(percentOf(parseAmount('123.45'), 100_000_000n)).toBe(parseAmount('123.45'))
  expect(percentOf(parseAmount('100'), 0n)).toBe(0n)
})

test('a percentage is whole cents, within half a cent of the exact share, and its return cancels it out', () => {
  fc.assert(
    fc.property(anyAmount, fc.bigInt({ min: 0n, max: 100_000_000n }), (amount, rate) => {
      const share = percentOf(amount, rate)
      const error = share * 100_000_000n - amount * rate
      expect(share % 10_000n).toBe(0n)
      expect(error > -500_000_000_000n && error <= 500_000_000_000n).toBe(true)
      expect(percentOf(-amount, rate)).toBe(-share)
    }),
  )
})
