import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CNPJ_PATTERN,
  CPF_PATTERN,
  isGenuineCnpj,
  isGenuineCpf,
  isGenuineTaxNumber,
  maskCpfsIn,
  maskTaxNumber,
  normalizeTaxNumber,
  TAX_NUMBER_PATTERN,
} from './tax-number.ts'

const matches = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text)

const textOf = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: length, maxLength: length })

test.each(['52998224725', '529.982.247-25', '12345678909', '123.456.789-09'])('%s is a genuine CPF', number => {
  expect(matches(CPF_PATTERN, number) && matches(TAX_NUMBER_PATTERN, number)).toBe(true)
  expect(isGenuineCpf(number) && isGenuineTaxNumber(number)).toBe(true)
  expect(isGenuineCnpj(number)).toBe(false)
})

test.each(['12345678000195', '12.345.678/0001-95', '12ABC34501DE35', '12.ABC.345/01DE-35', '12.abc.345/01de-35'])(
  '%s is a genuine CNPJ',
  number => {
    expect(matches(CNPJ_PATTERN, number) && matches(TAX_NUMBER_PATTERN, number)).toBe(true)
    expect(isGenuineCnpj(number) && isGenuineTaxNumber(number)).toBe(true)
    expect(isGenuineCpf(number)).toBe(false)
  },
)

test.each([
  '52998224726',
  '12345678900',
  '12345678000196',
  '12ABC34501DE36',
  ...Array.from('0123456789', digit => digit.repeat(11)),
  ...Array.from('0123456789', digit => digit.repeat(14)),
])('%s has the right form and is fake', number => {
  expect(matches(TAX_NUMBER_PATTERN, number)).toBe(true)
  expect(isGenuineTaxNumber(number)).toBe(false)
})

test.each([
  '',
  '5299822472',
  '529982247255',
  '529 982 247 25',
  '5.2998224725',
  '1.2345678000195',
  ' 52998224725',
  '52998224725\n',
  '5299822472A',
  '12ABC34501DEA5',
  '12ABC34501D35',
  '12ÀBC34501DE35',
  'ß2ABC34501DE3',
  '１２３４５６７８９０９',
])('%j has the wrong form', number => {
  expect(matches(TAX_NUMBER_PATTERN, number)).toBe(false)
  expect(isGenuineTaxNumber(number)).toBe(false)
})

test('tax numbers are compared without punctuation and in upper case', () => {
  expect(normalizeTaxNumber('529.982.247-25')).toBe('52998224725')
  expect(normalizeTaxNumber('12.abc.345/01de-35')).toBe('12ABC34501DE35')
})

test('another validator agrees on which CPFs and CNPJs are genuine', () => {
  const withCheckDigits = (body: string) => Array.from({ length: 100 }, (_, i) => body + String(i).padStart(2, '0'))
  fc.assert(
    fc.property(textOf('0123456789', 9), body => {
      const ours = withCheckDigits(body).filter(isGenuineCpf)
      expect(ours).toEqual(withCheckDigits(body).filter(number => isValidCpf(number)))
    }),
  )
  fc.assert(
    fc.property(textOf('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 12), body => {
      fc.pre(new Set(body).size > 1)
      const ours = withCheckDigits(body).filter(isGenuineCnpj)
      expect(ours).toEqual(withCheckDigits(body).filter(number => isValidCnpj(number, { version: 2 })))
      expect(ours).toHaveLength(1)
    }),
  )
})

test('a masked tax number shows only its middle', () => {
  expect(maskTaxNumber('12345678909')).toBe('***.456.789-**')
  expect(maskTaxNumber('123.456.789-09')).toBe('***.456.789-**')
  expect(maskTaxNumber('12345678000195')).toBe('**.***.678/0001-**')
  expect(maskTaxNumber('12.abc.345/01de-35')).toBe('**.***.345/01DE-**')
})

test('what is no tax number is masked whole', () => {
  expect(maskTaxNumber('secret')).toBe('***')
})

test.each([
  ['Maria da Silva 52998224725', 'Maria da Silva ***.982.247-**'],
  ['{"cpf":"529.982.247-25"}', '{"cpf":"***.982.247-**"}'],
  // Not CPFs: other digits, a part of an id, a longer number.
  ['order 52998224724', 'order 52998224724'],
  ['01a1e05f-c5ce-7619-83ca-52998224725a', '01a1e05f-c5ce-7619-83ca-52998224725a'],
  ['E52998224725', 'E52998224725'],
  ['529982247250', '529982247250'],
])('of %j people see %j', (text, shown) => {
  expect(maskCpfsIn(text)).toBe(shown)
})
