import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { templateFile } from '../../server/src/products/payout-batches/read-rows.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { xlsxOf } from '../../server/test/kit/xlsx-file.ts'
import { readRows } from '../src/batches/read-rows.ts'

const folder = await dataFolder()

async function rowsOf(content: string | Buffer) {
  const file = join(folder, 'rows.csv')
  await writeFile(file, content)
  return readRows(file, async sent => [{ description: `read by the server: ${sent.length} bytes` }])
}

test("the portal's templates are read as the API accepts them", async () => {
  expect(await rowsOf(templateFile('payouts'))).toEqual([
    {
      name: 'Maria da Silva',
      taxNumber: '529.982.247-25',
      keyType: 'EMAIL',
      key: 'maria@example.com',
      amount: '10.50',
      orderId: 'pedido-1',
      description: 'Comissão de novembro',
    },
    expect.objectContaining({ keyType: 'PHONE', key: '+5511912345678', amount: '1250.00' }),
    expect.objectContaining({ keyType: 'CNPJ', taxNumber: '11.444.777/0001-61', amount: '350.00' }),
  ])
  expect(await rowsOf(templateFile('companyPayments'))).toEqual([
    { receiver: '11.444.777/0001-61', amount: '350.00', description: 'Farinha de novembro' },
  ])
})

test('commas, quotes, the names of the API, and the letters of Windows are understood', async () => {
  expect(await rowsOf('name,amount,description\r\n"Silva, Maria","10.50","says ""hi"""\r\n\r\n')).toEqual([
    { name: 'Silva, Maria', amount: '10.50', description: 'says "hi"' },
  ])
  expect(await rowsOf(Buffer.from('Valor;Descrição;Tipo de chave\n5,00;Pão;Aleatória', 'latin1'))).toEqual([
    { amount: '5.00', description: 'Pão', keyType: 'EVP' },
  ])
  expect(await rowsOf('[{"amount":"1.00"}]')).toEqual([{ amount: '1.00' }])
})

test('an XLSX file is sent to the server unchanged, whatever its name', async () => {
  const file = await xlsxOf([['Valor'], [10.5]])
  expect(await rowsOf(file)).toEqual([{ description: `read by the server: ${file.length} bytes` }])
})

test('a cell with a line break is refused: a wrong quote would join several rows into one cell', async () => {
  await expect(rowsOf('Valor;Descrição\n1,00;a\n2,00;"b\n3,00;c"\n')).rejects.toThrow('Line 3 has a cell')
})

test('an ambiguous amount, or a file that is no list, is refused before anything is sent', async () => {
  await expect(rowsOf('Valor\n10,50\n1.250')).rejects.toThrow('Line 3 of')
  for (const content of ['', 'PK', 'Nome\nMaria', 'Valor\n', '[oops', 'Valor\n"1,00'])
    await expect(rowsOf(content)).rejects.toThrow(/neither|no JSON list|does not end/)
})
