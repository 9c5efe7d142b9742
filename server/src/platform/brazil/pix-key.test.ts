import { expect, test } from 'vitest'
import { isSamePixKey, readPixKey } from './pix-key.ts'

test.each([
  ['Pix@Shop.test', 'pix@shop.test'],
  ['+5511912345678', '+55 (11) 91234-5678'],
  ['+5511912345678', '5511912345678'],
  ['+5511912345678', '11912345678'],
  ['+551132345678', '1132345678'],
  ['11912345684', '+5511912345684'],
  ['11912345684', '119.123.456-84'],
  ['529.982.247-25', '52998224725'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12.ABC.345/01DE-35', '12abc34501de35'],
  ['7D9F0335-8DCC-4054-9BF9-0DBD61D36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ['7d9f03358dcc40549bf90dbd61d36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
])('reported as %s, our key %s is the same', (reported, ours) => {
  expect(isSamePixKey(reported, ours)).toBe(true)
})

test.each([
  [' Pix@Shop.test', 'EMAIL', 'pix@shop.test'],
  ['529.982.247-25', 'CPF', '52998224725'],
  ['11.222.333/0001-81', 'CNPJ', '11222333000181'],
  ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
  ['5511912345678', 'PHONE', '+5511912345678'],
  ['+55 (11) 91234-5678', 'PHONE', '+5511912345678'],
  ['551132345678', 'PHONE', '+551132345678'],
  ['7D9F0335-8DCC-4054-9BF9-0DBD61D36906', 'EVP', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ['7d9f03358dcc40549bf90dbd61d36906', 'EVP', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
])('%s is a key of type %s, which a bank takes as %s', (text, keyType, key) => {
  expect(readPixKey(text)).toEqual({ keyType, key })
})

test.each(['', 'pix', '11912345678', '52998224726', '11222333000182', '+1 212 555 0100', 'maria@'])(
  '%s is no key, or may be several',
  text => {
    expect(readPixKey(text)).toBeNull()
  },
)

test.each([
  ['pix@shop.test', 'pix@shop.tst'],
  ['pi-x@shop.test', 'pix@shop.test'],
  ['52998224725', '52998224726'],
  ['55222333000181', '222333000181'],
  ['+5511912345678', '+5511912345679'],
  ['+5511912345684', '11912345684'],
  ['+5511912345684', '119.123.456-84'],
  ['119.123.456-84', '+5511912345684'],
])('reported as %s, our key %s is another', (reported, ours) => {
  expect(isSamePixKey(reported, ours)).toBe(false)
})
