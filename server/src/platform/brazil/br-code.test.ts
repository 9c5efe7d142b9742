import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils'
import * as fc from 'fast-check'
import { hasError, isDynamicPix, parsePix } from 'pix-utils'
import { parseEmv } from 'pix-utils/dist/main/emvHandler.js'
import { expect, test } from 'vitest'
import vectors from '../../../test/vectors/br-code.json' with { type: 'json' }
import { parseBrCode, readFields, writeFields } from '../../../test/kit/br-code.ts'
import { BrCodeError, encodeDynamicBrCode, encodeStaticBrCode } from './br-code.ts'

const charge = {
  location: 'pix.example.com/qr/v2/0198c1f2a3b47c5d8e9fa0b1c2d3e4f5',
  amount: 10_500_000n,
  merchantName: 'Padaria São João',
  merchantCity: 'São Paulo',
}

const printable = /^[ -~]+$/

const anyName = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...Array.from('AÁÂÃÀÇÉÊÍÓÔÕÚÜÑªº ábçãõ 1.&-\t\u00a0')), maxLength: 60 }),
)
const anyLocation = fc
  .tuple(
    fc.constantFrom('pix.example.com', 'a.br', 'qr-1.banco.com.br'),
    fc.stringMatching(/^[A-Za-z0-9_~.-]{1,40}(?:\/[A-Za-z0-9-]{1,12})?$/),
  )
  .map(parts => parts.join('/'))
const anyAmount = fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n })
const wholeCents = fc.bigInt({ min: 1n, max: 999_999_999_999n }).map(cents => cents * 10_000n)
const anyCharge = (amount: fc.Arbitrary<bigint>) =>
  fc.record({
    location: anyLocation,
    amount: fc.option(amount),
    merchantName: anyName,
    merchantCity: anyName,
  })

test('a static code is the text the central bank prescribes, but for the id that its payments carry', () => {
  const vectorOf = (id: string) => vectors.find(vector => vector.id === id)?.code ?? ''
  const fulano = {
    key: '123e4567-e12b-12d1-a456-426655440000',
    merchantName: 'Fulano de Tal',
    merchantCity: 'BRASILIA',
  }
  const open = encodeStaticBrCode({ ...fulano, amount: null, txid: 's0000007abcdefgh01234567' })
  expect(open.slice(0, -40)).toBe(vectorOf('BACEN-STATIC').slice(0, -19))
  expect(parseBrCode(open)).toMatchObject({ key: fulano.key, txid: 's0000007abcdefgh01234567', amount: null })
  const lima = { key: 'bee05743-4291-4f3c-9259-595df1307ba1', merchantName: 'Alexandre Lima', merchantCity: 'SP' }
  const priced = encodeStaticBrCode({ ...lima, amount: 10_000_000n, txid: 'a1' })
  expect(priced.split('60')[0]).toBe(vectorOf('COMMUNITY-AMOUNT').split('60')[0])
  for (const code of [open, priced])
    expect([hasError(parsePix(code)), getPixPayloadInfo(code) !== null]).toEqual([false, true])
  for (const txid of ['', 'a'.repeat(26), 'a-b'])
    expect(() => encodeStaticBrCode({ ...lima, amount: null, txid })).toThrow(BrCodeError)
})

test('a dynamic code is the text the central bank prescribes', () => {
  expect(encodeDynamicBrCode(charge)).toMatch(
    new RegExp(
      '^000201010212' +
        '26760014br\\.gov\\.bcb\\.pix2554pix\\.example\\.com/qr/v2/0198c1f2a3b47c5d8e9fa0b1c2d3e4f5' +
        '520400005303986540510\\.505802BR5916Padaria Sao Joao6009Sao Paulo62070503\\*\\*\\*6304[0-9A-F]{4}$',
    ),
  )
})

test("the central bank's own dynamic example is what we write for the same charge", () => {
  const example = vectors.find(vector => vector.id === 'BACEN-DYNAMIC')?.code
  const location = 'https://pix.example.com/8b3da2f39a4140d1a91abd93113bd441'
  const merchant = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' }
  expect(encodeDynamicBrCode({ location, amount: null, ...merchant })).toBe(example)
})

test.each(vectors.filter(vector => vector.valid))('the public code $id is read and written back unchanged', vector => {
  expect(writeFields(parseBrCode(vector.code).fields)).toBe(vector.code)
})

test.each(vectors.filter(vector => !vector.valid))('the public code $id is refused', vector => {
  expect(() => parseBrCode(vector.code)).toThrow(BrCodeError)
})

test.each([
  ['BACEN-STATIC', { key: '123e4567-e12b-12d1-a456-426655440000', location: null, amount: null, txid: null }],
  ['BACEN-DYNAMIC', { key: null, location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441', txid: null }],
  ['GIST-DYN', { location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99', merchantName: 'EMPRESA' }],
  ['BRCODE-MANUAL', { key: '123e4567-e12b-12d1-a456-426655440000', amount: 123_450_000n, txid: 'RP12345678-2019' }],
  ['COMMUNITY-AMOUNT', { amount: 10_000_000n, merchantCity: 'Presidente Prudente', txid: 'Um-Id-Qualquer' }],
  ['EMVCO', { key: null, location: null, amount: 23_720_000n, merchantName: 'BEST TRANSPORT', txid: null }],
])('the public code %s says what its makers meant', (id, meant) => {
  expect(parseBrCode(vectors.find(vector => vector.id === id)?.code ?? '')).toMatchObject(meant)
})

test('lengths count characters where bytes differ', () => {
  expect(Object.fromEntries(readFields('0104最佳运输0202北京'))).toEqual({ '01': '最佳运输', '02': '北京' })
  expect(Object.fromEntries(readFields('5905ação😀6002SP'))).toEqual({ 59: 'ação😀', 60: 'SP' })
  expect(writeFields(new Map([['59', 'ação😀']]))).toBe('5905ação😀')
})

test('what we write we read, in fields no longer than allowed and in plain ASCII', () => {
  fc.assert(
    fc.property(anyCharge(anyAmount), input => {
      const code = encodeDynamicBrCode(input)
      const { location, amount, merchantName, merchantCity, txid } = parseBrCode(code)
      expect(code).toMatch(printable)
      expect({ location, txid }).toEqual({ location: input.location, txid: null })
      expect(merchantName).toMatch(/^[!-~](?:[ -~]{0,23}[!-~])?$/)
      expect(merchantCity).toMatch(/^[!-~](?:[ -~]{0,13}[!-~])?$/)
      expect([input.amount, null]).toContain(amount)
    }),
  )
})

test('pix-utils reads every code we write', () => {
  fc.assert(
    fc.property(anyCharge(anyAmount), input => {
      const code = encodeDynamicBrCode(input)
      const { location, merchantName, merchantCity } = parseBrCode(code)
      const theirs = parsePix(code)
      if (hasError(theirs) || !isDynamicPix(theirs)) throw new Error(`pix-utils refuses ${code}`)
      expect(theirs).toMatchObject({ url: location, merchantName, merchantCity, transactionCurrency: '986' })
    }),
  )
})

test('pix-utils finds the amount we wrote', () => {
  fc.assert(
    fc.property(wholeCents, amount => {
      const fields = parseEmv({ emvCode: encodeDynamicBrCode({ ...charge, amount }) })
      if (!fields.isValid) throw new Error('pix-utils refuses the code')
      expect(fields.getTag(54)).toBe((Number(amount) / 1_000_000).toFixed(2))
    }),
  )
})

test('brazilian-utils reads every code we write', () => {
  fc.assert(
    fc.property(anyCharge(anyAmount), input => {
      const code = encodeDynamicBrCode(input)
      const { location, merchantName, merchantCity } = parseBrCode(code)
      const theirs = { url: location, merchantName, merchantCity, pointOfInitiation: 'dynamic' }
      expect(getPixPayloadInfo(code)).toEqual(theirs)
    }),
  )
})

test('an amount that does not fit its field is left to the location', () => {
  const amountOf = (amount: bigint) => parseBrCode(encodeDynamicBrCode({ ...charge, amount })).amount
  expect(amountOf(9_999_999_999_990_000n)).toBe(9_999_999_999_990_000n)
  expect(amountOf(123_456_123_456n)).toBe(null)
  expect(amountOf(9_999_999_999_123_456n)).toBe(null)
})

test('accents go, and a merchant without a plain letter is still named', () => {
  const namesOf = (merchantName: string, merchantCity: string) => {
    const code = parseBrCode(encodeDynamicBrCode({ ...charge, merchantName, merchantCity }))
    return [code.merchantName, code.merchantCity]
  }
  expect(namesOf('  Açúcar & Pão Ltda Nº 1  ', 'Mogi Guaçu')).toEqual(['Acucar & Pao Ltda No 1', 'Mogi Guacu'])
  expect(namesOf('Confecções Irmãos Guimarães', 'Santa Maria do Jetibá')).toEqual([
    'Confeccoes Irmaos Guimara',
    'Santa Maria do',
  ])
  expect(namesOf('最佳运输', '')).toEqual(['NAO INFORMADO', 'NAO INFORMADO'])
})

test('a location that a code cannot hold is refused', () => {
  for (const location of ['', 'https://', 'a b', 'são.br/1', `a.br/${'x'.repeat(73)}`]) {
    expect(() => encodeDynamicBrCode({ ...charge, location })).toThrow(BrCodeError)
  }
  const longest = `a.br/${'x'.repeat(72)}`
  expect(parseBrCode(encodeDynamicBrCode({ ...charge, location: longest })).location).toBe(longest)
})

test('a code with any one character changed, or its end missing, is refused', () => {
  const code = encodeDynamicBrCode(charge)
  fc.assert(
    fc.property(fc.nat(code.length - 1), fc.constantFrom(...Array.from('0123456789AZaz .')), (at, character) => {
      fc.pre(code[at]?.toUpperCase() !== character.toUpperCase())
      expect(() => parseBrCode(code.slice(0, at) + character + code.slice(at + 1))).toThrow(BrCodeError)
      expect(() => parseBrCode(code.slice(0, at))).toThrow(BrCodeError)
    }),
  )
})

test.each([
  ['', 'A BR Code begins with 000201; this text does not.'],
  ['hello world', 'The BR Code has no field at character 1: "hell".'],
  ['0002015913Fulano', 'Field 59 of the BR Code announces 13 characters, but 6 are left.'],
  ['0002015802BR', 'The BR Code does not end with its checksum.'],
  ['0002015204060A', 'The BR Code does not end with its checksum.'],
  ['0002010002016304ABCD', 'The BR Code has field 00 twice.'],
  ['0002016304ABCD', 'The BR Code was altered: its checksum says ABCD where AAE6 is due.'],
])('%j is refused with a sentence', (code, sentence) => {
  expect(() => parseBrCode(code)).toThrow(new BrCodeError(sentence))
})
