import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runImports } from '../../server/src/products/bills/imports/run-imports.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { openCli } from './kit/cli.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const cli = await openCli()
await cli.run(['login', '--url', trilho.url, '--access-key', api.accessKey], { input: api.secret })

test('a bill is made with its terms, listed, changed, paid late as of a day, and another cancelled', async () => {
  const payer = ['--name', 'Maria da Silva', '--document', '529.982.247-25']
  const terms = ['--fine', '2%', '--interest', '0,10/day', '--discount', '5%:2030-01-05', '--order', 'b-1']
  const made = await cli.json('bills', 'make', '100', '2030-01-10', ...payer, ...terms)
  const id = String(made['id'])
  expect(made).toMatchObject({
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'AmountPerDay', amount: '0.10' },
    discount: { kind: 'Percent', until: [{ date: '2030-01-05', rate: '5' }] },
  })
  expect((await cli.run(['bills', 'list', '--state', 'Open'])).out).toMatch(/2030-01-10 +Maria da Silva +R\$ 100\.00/)
  expect(await cli.json('bills', 'list', '--text', 'b-1')).toMatchObject([{ id }])
  expect(await cli.json('bills', 'change', id, '--discount', '', '--payable-days', '60')).toMatchObject({
    discount: null,
    payableDaysAfterDue: 60,
  })
  expect(await cli.json('bills', 'pay', id, '--on', '2030-01-20')).toMatchObject({
    state: 'Paid',
    payment: { amount: '103.000000', components: { fine: '2.000000', interest: '1.000000' } },
  })
  expect((await cli.run(['bills', 'show', id])).out).toContain('R$ 103.00 on 2030-01-20')
  const other = String((await cli.json('bills', 'make', '5', '2030-01-10', ...payer))['id'])
  expect(await cli.json('bills', 'cancel', other)).toMatchObject({ state: 'Cancelled' })
  const wrong = [
    ['5', '2030-01-10'],
    ['5', '2030-01-10', ...payer, '--interest', '1%'],
    ['5', '2030-01-10', ...payer, '--discount', '5%'],
  ]
  for (const args of wrong) expect((await cli.run(['bills', 'make', ...args])).code).toBe(2)
})

test('a bill with a boleto shows its typed line, is written as a PDF, and says when its money arrives', async () => {
  const payer = ['--name', 'Maria da Silva', '--document', '529.982.247-25']
  const home = [
    '--street',
    'Rua A, 1',
    '--district',
    'Boa Vista',
    '--city',
    'Recife',
    '--state',
    'PE',
    '--postal-code',
    '50010-000',
  ]
  const file = join(await dataFolder(), 'bill.pdf')
  const made = await cli.run(['bills', 'make', '100', '2030-01-10', ...payer, ...home, '--boleto', '--pdf', file])
  expect(made.code).toBe(0)
  const line = /boleto +(\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14})/.exec(made.out)?.[1] ?? 'none'
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  const id = /id +(\S+)/.exec(made.out)?.[1] ?? ''
  const bill = (await api.get(`/bills/${id}`)).body.data
  const [stored] = await trilho.sql<
    { payerContact: { address: object } }[]
  >`select payer_contact from bills where id = ${id}`
  expect(stored?.payerContact.address).toMatchObject({ street: 'Rua A, 1', district: 'Boa Vista' })
  expect(line.replaceAll(/\D/g, '')).toBe(bill.boleto.typedLine)
  expect((await cli.run(['bills', 'show', id, '--pdf', '/nowhere/bill.pdf'])).code).toBe(2)
  expect(await cli.json('sandbox', 'pay-boleto', id)).toMatchObject({ transactionState: 'Registered' })
  const paid = (await cli.run(['bills', 'show', id])).out
  expect(paid).toMatch(/by boleto, to settle/)
  expect(paid).not.toContain(line)
  expect(await cli.json('sandbox', 'settle-boleto', id)).toMatchObject({ transactionState: 'Completed' })
  for (const wrong of [payer, [...payer, '--street', 'Rua A, 1']])
    expect((await cli.run(['bills', 'make', '5', '2030-01-10', ...wrong, '--boleto'])).code).toBe(2)
})

test('bills come from a spreadsheet: previewed, refused with an invalid row, made, and listed in a result', async () => {
  const file = join(await dataFolder(), 'bills.csv')
  await writeFile(
    file,
    'Nome;CPF;Valor;Vencimento;Pedido\nNina;529.982.247-25;10,00;10/01/2030;s-1\nOlga;111;x;10/01/2030;s-2\n',
  )
  const preview = await cli.run(['bills', 'import', file, '--preview'])
  expect([preview.code, preview.out]).toEqual([0, expect.stringMatching(/3 +Olga +amount is not understood/)])
  expect((await cli.run(['bills', 'import', file])).code).not.toBe(0)
  const { id } = await cli.json('bills', 'import', file, '--skip-invalid')
  await untilDone(() => runImports(trilho.needs))
  expect(await cli.json('bills', 'progress', String(id))).toMatchObject({ name: 'bills.csv', made: { count: 1 } })
  expect((await cli.run(['bills', 'result', String(id)])).out).toMatch(/\n2,Made,Nina,10\.000000,2030-01-10,s-1,/)
})

test('reminders are switched on, previewed with texts of a file, recorded, listed, stopped and resumed; ageing is shown', async () => {
  const payer = ['--name', 'Maria da Silva', '--document', '529.982.247-25']
  const id = String((await cli.json('bills', 'make', '80', '2030-01-10', ...payer))['id'])
  expect((await cli.run(['reminders', 'plan', '--state', 'on', '--days', '-3,0', '--hour', '10'])).out).toMatch(
    /reminders +on\ndays +-3, 0\nfrom hour +10\n/,
  )
  expect((await cli.run(['reminders', 'plan', '--days', 'soon'])).code).toBe(2)
  const file = join(await dataFolder(), 'texts.json')
  await writeFile(file, JSON.stringify({ en: { After: { subject: 'Late', body: 'Dear {name}' } } }))
  const preview = (await cli.run(['reminders', 'preview', id, '--texts', file])).out
  expect(preview).toMatch(/── Before \(pt\)[^]*── After \(en\), on [^]*Late\n\n.*Dear Maria da Silva/)
  expect((await cli.run(['reminders', 'record', id])).out).toMatch(/\/pay\/[^]*https:\/\/wa\.me\/\?text=/)
  expect((await cli.run(['reminders', 'list'])).out).toMatch(/Before +by hand +WhatsApp +Maria da Silva/)
  expect(await cli.json('reminders', 'list', id)).toMatchObject({ nextOn: '2030-01-07', items: [{ days: null }] })
  expect((await cli.run(['reminders', 'stop', '--bill', id])).out).toContain('stopped by you')
  expect(await cli.json('reminders', 'list', id)).toMatchObject({ isRefused: true, message: null })
  expect((await cli.run(['reminders', 'resume', '--bill', id])).out).toBe('The payer gets reminders.\n')
  expect((await cli.run(['reminders', 'stop'])).code).toBe(2)
  expect((await cli.run(['bills', 'ageing'])).out).toMatch(/not due yet +\d+ +100% +R\$ [\d.]+\n/)
  expect((await cli.run(['bills', 'ageing', '--csv'])).out).toMatch(/Not due yet;0;2030-01-10;Maria da Silva/)
})
