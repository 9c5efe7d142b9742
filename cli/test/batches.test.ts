import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { xlsxOf } from '../../server/test/kit/xlsx-file.ts'
import { openCli } from './kit/cli.ts'

const trilho = await openTrilho()
const api = await newPayer(trilho)
const cli = await openCli()
await cli.run(['login', '--url', trilho.url, '--access-key', api.accessKey], { input: api.secret })

test('a batch is created from a file of rows, listed, shown, cancelled and stopped', async () => {
  const file = join(await dataFolder(), 'rows.json')
  const row = { name: 'Maria', taxNumber: '52998224725', keyType: 'EMAIL', key: 'maria@example.com', amount: '1.00' }
  await writeFile(file, JSON.stringify([row]))
  const { id } = (await cli.json('batches', 'make', file, '--name', 'Commissions')) as { id: string }
  expect((await cli.run(['batches', 'list', '--state', 'Pending'])).out).toMatch(
    /Commissions +R\$ 1\.00 +0 of 1 +Pending/,
  )
  expect((await cli.run(['batches', 'result', id])).out).toContain('1,Waiting,1.000000')
  expect(await cli.json('batches', 'cancel', id)).toMatchObject({ state: 'Cancelled' })
  expect((await cli.run(['batches', 'show', id])).out).toContain('Cancelled')
  const { id: running } = (await cli.json('batches', 'make', file)) as { id: string }
  await api.put(`/sandbox/payout-batches/approve/${running}`)
  expect(await cli.json('batches', 'stop', running)).toMatchObject({ state: 'Stopped', refused: { count: 1 } })
})

test('a batch is created from a CSV file', async () => {
  const file = join(await dataFolder(), 'rows.csv')
  await writeFile(file, 'Nome;CPF;Tipo de chave;Chave Pix;Valor\nMaria;529.982.247-25;E-mail;maria@example.com;1,00\n')
  expect(await cli.json('batches', 'make', file)).toMatchObject({ state: 'Pending', rows: { amount: '1.000000' } })
})

test('a batch is created from an XLSX file as Excel writes it; an invalid file is refused, and nothing is created', async () => {
  const file = join(await dataFolder(), 'rows.xlsx')
  const headings = ['Nome', 'CPF', 'Tipo de chave', 'Chave Pix', 'Valor']
  const rows = [
    ['Maria', 52_998_224_725, 'E-mail', 'maria@example.com', 1010.5],
    [],
    ['João', 39_053_344_705, 'Telefone', '(11) 91234-5678', 20],
  ]
  await writeFile(file, await xlsxOf([headings, ...rows]))
  const made = await cli.json('batches', 'make', file, '--name', 'Commissions by XLSX')
  expect(made).toMatchObject({ state: 'Pending', rows: { count: 2, amount: '1030.500000' } })

  const before = (await api.get('/payout-batches')).body.data.items.length
  await writeFile(file, Buffer.from('PK\u0003\u0004 and nothing more'))
  const refused = await cli.run(['batches', 'make', file])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('neither CSV nor XLSX')])
  await writeFile(file, await xlsxOf([['Nome'], ['Maria']]))
  expect((await cli.run(['batches', 'make', file])).err).toContain('no column cpf')
  expect((await api.get('/payout-batches')).body.data.items).toHaveLength(before)
})
