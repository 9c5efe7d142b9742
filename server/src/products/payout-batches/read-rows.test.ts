import { expect, test } from 'vitest'
import { xlsxOf } from '../../../test/kit/xlsx-file.ts'
import { readRows, templateFile } from './read-rows.ts'

const rowsOf = (text: string) => readRows('payouts', Buffer.from(text)).map(({ line, row }) => ({ line, ...row }))

test('cells as Excel and people write them become what the API takes: amounts, lost zeros, phones, kinds of keys', () => {
  const headings = 'CPF;Nome;Tipo de Chave;Chave PIX;Valor (R$);Pedido'
  const rows = [
    '1234567890;Zé;celular;(11) 91234-5678;1.234,5;7',
    '',
    '529.982.247-25;Maria;Chave aleatória;7D9F0335-8dcc-4054-9bf9-0dbd61d36906;10;',
    '52998224725;Ana;pix;ana;dez;',
  ]
  expect(rowsOf([headings.replace(' (R$)', ''), ...rows].join('\n'))).toEqual([
    {
      line: 2,
      taxNumber: '01234567890',
      name: 'Zé',
      keyType: 'PHONE',
      key: '+5511912345678',
      amount: '1234.50',
      orderId: '7',
    },
    {
      line: 4,
      taxNumber: '529.982.247-25',
      name: 'Maria',
      keyType: 'EVP',
      key: '7D9F0335-8dcc-4054-9bf9-0dbd61d36906',
      amount: '10.00',
    },
    { line: 5, taxNumber: '52998224725', name: 'Ana', keyType: 'pix', key: 'ana', amount: 'dez' },
  ])
})

test.each([
  [1234.56, '1234.56'],
  [{ kept: '1E3' }, '1000.00'],
  [10.299999999999999, '10.30'],
  [0.1 + 0.2, '0.30'],
  ['12.345', '12345.00'],
  ['R$ 1,234,567.5', '1234567.50'],
  // No amount: what is left of it is refused.
  [12.345, '12,345'],
  [0.125, '0,125'],
  [-5, '-5'],
  ['1.2345', '1,2345'],
  ['1,234', '1,234'],
  ['1,234.567', '1,234,567'],
  ['1.234,567.89', '1,234,567.89'],
  [true, 'TRUE'],
  [{ kept: '45787', format: 14 }, '10/05/2025'],
  [{ kept: '45787', format: 'd\\-mmm' }, '10/05/2025'],
  [{ kept: '45787.5', format: '[$-416]dd/mm/yyyy\\ hh:mm;@' }, '10/05/2025 12:00:00'],
  [{ kept: '0.4375', format: 20 }, '10:30:00'],
  [{ kept: '45787.25', format: '[h]:mm' }, '10/05/2025 06:00:00'],
  [{ kept: '-1', format: 14 }, '#####'],
  [{ kept: '0.1', format: 9 }, '10%'],
  [{ kept: '0.07', format: '0.0%' }, '7%'],
  // Amounts, however they are shown.
  [{ kept: '10.5', format: 4 }, '10.50'],
  [{ kept: '10.5', format: '"R$ dia "#,##0.00;[Red]-"R$" #,##0.00' }, '10.50'],
  [{ kept: '10.5', format: '_-[$R$-416]\\ * #,##0.00_-;\\-[$R$-416]\\ * #,##0.00_-;_-@_-' }, '10.50'],
  [{ kept: '10.5', format: 'General' }, '10.50'],
])('the cell %j of an Excel file is the amount %s', async (cell, amount) => {
  const file = await xlsxOf([
    ['CNPJ', 'Valor', 'Descrição'],
    ['11444777000161', cell, 'Farinha'],
  ])
  expect(readRows('companyPayments', file)[0]?.row.amount).toBe(amount)
})

test('a cell that goes on in the next line is refused in CSV, where it may be rows that quotes have swallowed', async () => {
  const rows = ['1;a', '2;"b', '3;c"', '4;d'].map(row => `11444777000161;${row}`)
  const text = ['CNPJ;Valor;Descrição', ...rows].join('\n')
  expect(() => readRows('companyPayments', Buffer.from(text))).toThrow('line 3 has a cell with a line break')
  const file = await xlsxOf([
    ['CNPJ', 'Valor', 'Descrição'],
    ['11444777000161', 1, 'two\nlines'],
  ])
  expect(readRows('companyPayments', file)[0]?.row.description).toBe('two\nlines')
})

test('the templates are read as they are', () => {
  expect(rowsOf(templateFile('payouts'))).toHaveLength(3)
  expect(readRows('companyPayments', Buffer.from(templateFile('companyPayments')))[0]?.row).toEqual({
    receiver: '11.444.777/0001-61',
    amount: '350.00',
    description: 'Farinha de novembro',
  })
})

test('a file that cannot be read, or lacks a column, is refused as a whole', () => {
  const read = (bytes: Buffer) => () => readRows('payouts', bytes)
  expect(read(Buffer.from([0, 1, 2]))).toThrow('the file is neither CSV nor XLSX')
  expect(read(Buffer.from('Nome;CPF;Valor\nMaria;1;1'))).toThrow('the file has no column tipo de chave')
  expect(read(Buffer.from('Nome;CPF;Tipo de chave;Chave;Valor\n'))).toThrow('the file has no rows')
  const long = `Nome;CPF;Tipo de chave;Chave;Valor\nMaria;1;CPF;1;1\n${'x'.repeat(2_001)};1;CPF;1;1\n`
  expect(read(Buffer.from(long))).toThrow('line 3 has a cell of more than 2000 characters')
})
