import { assert, bigInt, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName } from '../src/kit/file-name.ts'
import { formatMoney, isNegative, readMoney } from '../src/kit/format-money.ts'
import { formatTaxNumber } from '../src/kit/format-tax-number.ts'
import { roundTicks } from '../src/kit/round-ticks.ts'
import { dayOf, formatRelative, formatWhen } from '../src/kit/format-when.ts'

test('the axis of a chart has round numbers: 1, 2 or 5 with zeros, five steps at most, the highest bar below the last', () => {
  expect(roundTicks(1234.56)).toEqual([0, 500, 1000, 1500])
  expect(roundTicks(100)).toEqual([0, 20, 40, 60, 80, 100])
  expect(roundTicks(0.3)).toEqual([0, 0.1, 0.2, 0.3])
  expect(roundTicks(10_001)).toEqual([0, 5000, 10_000, 15_000])
  expect(roundTicks(0)).toEqual([0, 1])
  for (const highest of [0.01, 0.07, 1, 9, 11, 49, 51, 99, 101, 987_654.32, 9_999_999_999.99]) {
    const ticks = roundTicks(highest)
    expect([highest, ticks.length <= 6, (ticks.at(-1) ?? 0) >= highest]).toEqual([highest, true, true])
  }
})

describe('money', () => {
  test('is formatted by locale, with more than two decimals only if the value has them', () => {
    const written = (amount: string) => [formatMoney(amount, 'pt'), formatMoney(amount, 'en')]
    expect(written('1234.560000')).toEqual(['R$ 1.234,56', 'R$ 1,234.56'])
    expect(written('0.000000')).toEqual(['R$ 0,00', 'R$ 0.00'])
    expect(written('-1234567.1')).toEqual(['-R$ 1.234.567,10', '-R$ 1,234,567.10'])
    expect(written('0.012340')).toEqual(['R$ 0,01234', 'R$ 0.01234'])
    expect(written('9999999999.999999')).toEqual(['R$ 9.999.999.999,999999', 'R$ 9,999,999,999.999999'])
    expect([isNegative('-0.000001'), isNegative('-0.000000'), isNegative('1')]).toEqual([true, false, false])
  })

  test('is parsed in the language of the screen, or refused', () => {
    const read = (typed: string) => [readMoney(typed, 'pt'), readMoney(typed, 'en')]
    expect(read('10')).toEqual(['10', '10'])
    expect(read('1.234,56')).toEqual(['1234.56', null])
    expect(read('1,234.56')).toEqual([null, '1234.56'])
    expect(read('R$ 1.234')).toEqual(['1234', '1.234'])
    expect(read('1,234')).toEqual(['1.234', '1234'])
    expect(read('10.5')).toEqual(['10.5', '10.5'])
    expect(read('10,50')).toEqual(['10.50', '10.50'])
    for (const nonsense of [
      '',
      '0',
      '0,00',
      '-5',
      '1.2.3',
      '1,2,3',
      '12.34.567',
      '1e3',
      'dez',
      '12345678901',
      '1,1234567',
    ])
      expect([nonsense, ...read(nonsense)]).toEqual([nonsense, null, null])
  })

  test('parsing reverses formatting for every amount', () => {
    const micros = bigInt({ min: 1n, max: 9_999_999_999_999_999n })
    assert(
      property(micros, constantFrom('pt' as const, 'en' as const), (amount, language) => {
        const digits = amount.toString().padStart(7, '0')
        const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`
        const read = readMoney(formatMoney(text, language), language) ?? ''
        const [whole = '', fraction = ''] = read.split('.')
        expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(amount)
      }),
    )
  })
})

describe('moments', () => {
  test('are in São Paulo time, whatever the time zone of the machine', () => {
    expect(formatWhen('2026-11-15T02:05:09.000Z', 'pt')).toBe('14 nov 2026, 23:05')
    expect(formatWhen('2026-11-15T02:05:09.000Z', 'en')).toBe('14 Nov 2026, 23:05')
    expect(formatWhen('2026-11-15T03:00:00.000Z', 'pt', 'exact')).toBe('15 nov 2026, 00:00:00')
    expect(formatWhen('2026-11-15T15:00:00.000Z', 'pt', 'day')).toBe('domingo, 15 de novembro')
    expect([dayOf('2026-11-15T02:59:59.999Z'), dayOf('2026-11-15T03:00:00.000Z')]).toEqual(['2026-11-14', '2026-11-15'])
  })

  test('are shown relative to now', () => {
    const now = Date.parse('2026-11-15T12:00:00.000Z')
    expect(formatRelative('2026-11-15T11:55:00.000Z', 'pt', now)).toBe('há 5 minutos')
    expect(formatRelative('2026-11-17T12:00:00.000Z', 'en', now)).toBe('in 2 days')
    expect(formatRelative('2026-11-15T11:59:59.900Z', 'pt', now)).toBe('agora')
    expect(formatRelative('2024-11-15T12:00:00.000Z', 'en', now)).toBe('2 years ago')
  })
})

test('documents are formatted with their punctuation; masked ones stay masked', () => {
  expect(formatTaxNumber('52998224725')).toBe('529.982.247-25')
  expect(formatTaxNumber('11222333000181')).toBe('11.222.333/0001-81')
  expect(formatTaxNumber('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
  expect(formatTaxNumber('***.982.247-**')).toBe('***.982.247-**')
})

test('file names use only portable characters', () => {
  expect(fileName('pix', '2026-11-16', ' Bolo de "cenoura" às 5h ')).toBe('pix-2026-11-16-bolo-de-cenoura-as-5h')
  expect(fileName('pix', '2026-11-16', '🎂')).toBe('pix-2026-11-16')
})
