import { expect, test } from 'vitest'
import { billsFile, fileOf, importsOf, inTenDays } from '../../../../test/kit/bill-imports.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../../test/kit/portal-roles.ts'
import { readSpreadsheet } from '../../../../test/kit/spreadsheet.ts'
import { cpf, openTrilho, times } from '../../../../test/kit/trilho.ts'
import { xlsxOf } from '../../../../test/kit/xlsx-file.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { runImports } from './run-imports.ts'

const trilho = await openTrilho()
const { needs, sql } = trilho
const newShop = async () => {
  const shop = await trilho.newMerchant()
  return { shop, ...importsOf(shop, needs) }
}

const yesterday = addDays(dayOf(new Date()), -1)
const orderIds = (count: number) => times(count, n => `o-${n + 1}`)
type Row = { line: number; faults: { field: string; code: string }[] }
const faultsOf = (rows: Row[]) =>
  rows.map(({ line, faults }) => [line, ...faults.map(({ field, code }) => `${field} ${code}`).toSorted()])

test('a file makes the bills that its rows describe, to payers and customers, each with its page and code in the result', async () => {
  const { shop, ...imports } = await newShop()
  await shop.post('/customers', { name: 'Ana Lima', document: cpf.ana, externalId: 'ana' })
  const file = fileOf(
    'Cliente;Nome;CPF ou CNPJ;E-mail;Valor;Vencimento;Dias após o vencimento;Multa;Juros;Abatimento;Desconto;Descrição;Pedido;Só este pagador;Endereço;Cidade;UF;CEP;Metadados',
    `;Maria;${cpf.maria};m@example.com;1.250,00;${inTenDays};5;2%;1% ao mês;1,00;5% até ${inTenDays.split('-').toReversed().join('/')};Aula;o-1;sim;Rua A, 1;São Paulo;sp;1310100;{"turma":"7b"}`,
    `ana;;;;10,00;${inTenDays};;;;;;;;;;;;;`,
  )
  expect(await imports.preview(file)).toMatchObject({ valid: 2, invalid: 0, amount: '1260.000000' })
  const { id, ...made } = await imports.make(file)
  expect(made).toMatchObject({ state: 'Running', rows: { count: 2 }, waiting: { count: 2 }, completionDate: null })
  expect(await imports.finish(id)).toMatchObject({
    state: 'Completed',
    made: { count: 2, amount: '1260.000000' },
    refused: { count: 0 },
    waiting: { count: 0 },
  })
  const [first, second] = await imports.rows(id)
  expect((await shop.get(`/bills/${first.billId}`)).body.data).toMatchObject({
    amount: '1250.000000',
    dueDate: inTenDays,
    payableDaysAfterDue: 5,
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'PercentPerMonth', rate: '1' },
    rebate: { kind: 'Fixed', amount: '1.00' },
    discount: { kind: 'Percent', until: [{ date: inTenDays, rate: '5' }] },
    description: 'Aula',
    orderId: 'o-1',
    onlyThisPayer: true,
    payer: { name: 'Maria', cpf: cpf.maria },
    metadata: { turma: '7b' },
    url: first.url,
    qrCode: first.qrCode,
  })
  expect((await shop.get(`/bills/${second.billId}`)).body.data).toMatchObject({ payer: { name: 'Ana Lima' } })
  expect(second).toMatchObject({ line: 3, name: 'Ana Lima' })
  const [heading, ...lines] = (await imports.result(id)).trim().split('\r\n')
  expect([heading, lines.length]).toEqual([
    'line,state,name,amount,dueDate,orderId,billId,url,qrCode,reason,message,methods,typedLine',
    2,
  ])
  expect(lines[0]).toContain(`2,Made,Maria,1250.000000,${inTenDays},o-1,${first.billId},${first.url},`)
  // What a row says of its payer is in the bill, and nowhere else.
  expect(await sql`select 1 from bill_import_rows where import_id = ${id} and form is not null`).toEqual([])
})

test('a preview says of every row what is wrong with it, once a field; such a file is refused whole, or its rows left out', async () => {
  const { shop, ...imports } = await newShop()
  await shop.post('/bills', {
    payer: { name: 'M', cpf: cpf.maria },
    amount: '1',
    dueDate: inTenDays,
    orderId: 'used',
  })
  await shop.post('/customers', { name: 'Rui', externalId: 'rui' })
  const file = fileOf(
    'Cliente;Nome;CPF ou CNPJ;Valor;Vencimento;Dias após o vencimento;Multa;Juros;Desconto;Pedido;UF;Metadados',
    `;Maria;${cpf.maria};10,00;${inTenDays};;;;;ok;;`,
    `;;;10,00;${inTenDays};;;;;;;`,
    `;Maria;111.111.111-11;10,00;${inTenDays};;;;;;;`,
    `;Maria;${cpf.maria};dez;31/02/2027;400;dois;1%;5%;;S;x`,
    `;Maria;${cpf.maria};10,00;${yesterday};;;;;used;;`,
    `;Maria;${cpf.maria};10,00;${inTenDays};;100%;;10,00;twice;;`,
    `;Maria;${cpf.maria};10,00;${inTenDays};;;;;twice;;`,
    `rui;;;10,00;${inTenDays};;;;;;;`,
    `nobody;;${cpf.maria};10,00;${inTenDays};;;;;;;`,
  )
  const { rows, ...counts } = await imports.preview(file)
  expect(counts).toEqual({ valid: 1, invalid: 8, amount: '10.000000' })
  expect(faultsOf(rows)).toEqual([
    [3, 'document required', 'name required'],
    [4, 'document CounterpartyTaxNumberInvalid'],
    [
      5,
      'amount unreadable',
      'city required',
      'dueDate unreadable',
      'fine unreadable',
      'interest unreadable',
      'metadata type',
      'payableDays maximum',
      'postalCode required',
      'state pattern',
      'street required',
    ],
    [6, 'orderId OrderIdConflict'],
    [7, 'orderId repeated'],
    [8, 'orderId repeated'],
    [9, 'customer noDocument'],
    [10, 'customer CustomerNotFound', 'document both'],
    [2],
  ])
  const refused = await imports.post(file)
  expect([refused.status, refused.body.error.details.slice(0, 2).map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['/rows/3/document', '/rows/3/name'],
  ])
  expect((await shop.get('/bills/imports')).body.data.items).toEqual([])
  const { id } = await imports.make(file, { skipInvalid: true })
  expect(await imports.finish(id)).toMatchObject({ rows: { count: 1 }, made: { count: 1 } })
})

test('an Excel file says the same with its own numbers, days and percentages', async () => {
  const { shop: _shop, ...imports } = await newShop()
  const day = Date.parse('2027-03-10') / 86_400_000 + 25_569
  const file = await xlsxOf([
    ['Nome', 'CPF', 'Valor', 'Vencimento', 'Multa'],
    ['Maria', Number(cpf.maria), 1250.5, { kept: String(day), format: 'dd/mm/yyyy' }, { kept: '0.02', format: 9 }],
  ])
  const { id } = await imports.make(file.toString('base64'))
  await imports.finish(id)
  expect(await imports.rows(id)).toMatchObject([{ state: 'Made', amount: '1250.500000', dueDate: '2027-03-10' }])
})

test('an import that is repeated with its Idempotency-Key is the first one; another file with it is a conflict', async () => {
  const { shop, ...imports } = await newShop()
  const file = billsFile('a', 'b')
  const key = { 'idempotency-key': 'import-1' }
  const answers = await Promise.all(times(3, () => imports.post(file, {}, key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1)
  await imports.finish(answers[0]?.body.data.id)
  expect((await shop.get('/bills')).body.data.items).toHaveLength(2)
  const other = await imports.post(billsFile('c'), {}, key)
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
})

test('several workers at once make each row once, also after one that ended before it wrote what it did', async () => {
  const { shop, ...imports } = await newShop()
  const { id } = await imports.make(billsFile(...orderIds(45)))
  const door = { ...needs.door, commit: () => Promise.reject(new Error('the worker has ended')) }
  await expect(runImports({ ...needs, door })).rejects.toThrow('has ended')
  const again = async () => {
    await sql`update bill_imports set next_step_at = now() - interval '1 s' where id = ${id} and state = 'Running'`
    return runImports(needs)
  }
  while ((await Promise.all([again(), again(), again()])).some(count => count > 0));
  expect(await imports.read(id)).toMatchObject({ state: 'Completed', made: { count: 45, amount: '450.000000' } })
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from bills where merchant_id = ${shop.merchantId}`
  expect(count).toBe(45)
})

test('a row that is refused does not stop the others; one without an answer is tried again', async () => {
  const { shop, ...imports } = await newShop()
  const { id } = await imports.make(billsFile('a', 'b', 'c'))
  await shop.post('/bills', { payer: { name: 'M', cpf: cpf.maria }, amount: '1', dueDate: inTenDays, orderId: 'b' })
  const away: typeof needs.railsOf = async (...args) => {
    const rails = await needs.railsOf(...args)
    const { dueCharges } = rails
    if (dueCharges === null) return rails
    const { ApiError } = await import('../../../platform/http/errors.ts')
    return {
      ...rails,
      dueCharges: { ...dueCharges, createCharge: () => Promise.reject(new ApiError('BankUnavailable')) },
    }
  }
  await runImports({ ...needs, railsOf: away })
  expect(await imports.read(id)).toMatchObject({ state: 'Running', refused: { count: 1 }, waiting: { count: 2 } })
  await sql`update bill_imports set next_step_at = now() - interval '1 s' where id = ${id}`
  expect(await imports.finish(id)).toMatchObject({ state: 'Completed', made: { count: 2 }, refused: { count: 1 } })
  expect(await imports.rows(id, '?state=Refused')).toMatchObject([
    { line: 3, orderId: 'b', reason: 'OrderIdConflict', billId: null },
  ])
})

test('why a bank refused a row is shown to people without the document that the refusal names', async () => {
  const { shop, ...imports } = await newShop()
  const { merchantId } = shop
  const { id } = await imports.make(billsFile('a'))
  const { ApiError } = await import('../../../platform/http/errors.ts')
  const refuses: typeof needs.railsOf = async (...args) => {
    const rails = await needs.railsOf(...args)
    const createCharge = () =>
      Promise.reject(new ApiError('CounterpartyServiceError', { message: `TaxNumber:${cpf.maria}` }))
    return { ...rails, dueCharges: rails.dueCharges && { ...rails.dueCharges, createCharge } }
  }
  await runImports({ ...needs, railsOf: refuses })
  expect(await imports.rows(id)).toMatchObject([{ message: `TaxNumber:${cpf.maria}` }])
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const path = `/merchants/${merchantId}/bills/imports/${id}`
  for (const shown of [await viewer.get(`${path}/rows`), await viewer.get(`${path}/result`)]) {
    expect(shown.text).toContain('TaxNumber:***.982.247-**')
    expect(shown.text).not.toContain(cpf.maria)
  }
})

test('a stopped import refuses what waits and keeps what is made; a second stop, or one of another merchant, is refused', async () => {
  const { shop, ...imports } = await newShop()
  const { id } = await imports.make(billsFile(...orderIds(30)))
  await runImports(needs)
  expect((await imports.stop(id)).body.data).toMatchObject({
    state: 'Stopped',
    made: { count: 20 },
    refused: { count: 10 },
    waiting: { count: 0 },
  })
  expect(await runImports(needs)).toBe(0)
  expect((await shop.get('/bills?dataset.limit=20')).body.data.items).toHaveLength(20)
  expect((await imports.rows(id, '?state=Refused'))[0]).toMatchObject({ reason: 'BillImportStopped' })
  const again = await imports.stop(id)
  expect([again.status, again.body.error.details.reason]).toEqual([409, 'BillImportStateNotAllowed'])
  const other = await newShop()
  expect((await other.stop(id)).status).toBe(404)
  expect((await other.shop.get(`/bills/imports/${id}/rows`)).status).toBe(404)
})

test('a worker that was registering bills while its import was stopped makes none of them', async () => {
  const { shop, ...imports } = await newShop()
  const { id } = await imports.make(billsFile('a', 'b'))
  const bank = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const railsOf: typeof needs.railsOf = async (...args) => {
    asked.resolve()
    await bank.promise
    return needs.railsOf(...args)
  }
  const running = runImports({ ...needs, railsOf })
  await asked.promise
  await imports.stop(id)
  bank.resolve()
  await running
  expect(await imports.read(id)).toMatchObject({ state: 'Stopped', made: { count: 0 }, refused: { count: 2 } })
  expect((await shop.get('/bills')).body.data.items).toEqual([])
})

test('people import in the portal: the template is valid, a form sent twice is one import, recorded once', async () => {
  const { shop, ...imports } = await newShop()
  const { merchantId } = shop
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const path = `/merchants/${merchantId}/bills/imports`
  const file = Buffer.from((await finance.get(`${path}/template`)).text).toString('base64')
  const { rows, ...counts } = (await finance.post(`${path}/preview`, { file })).body.data
  expect(counts).toMatchObject({ valid: 2, invalid: 0 })
  expect(rows).toMatchObject([{ methods: ['pix', 'boleto'] }, { methods: ['pix'] }])
  const form = { file, name: 'modelo.csv', formKey: crypto.randomUUID() }
  const made = [await finance.post(path, form), await finance.post(path, form)]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const id = made[0]?.body.data.id
  expect(made[1]?.body.data.id).toBe(id)
  await imports.finish(id)
  expect((await viewer.get(`${path}/${id}`)).body.data).toMatchObject({ state: 'Completed', made: { count: 2 } })
  expect((await viewer.post(path, form)).status).toBe(403)
  const result = readSpreadsheet((await finance.get(`${path}/${id}/result`)).text)
  expect(result).toMatchObject([
    { Linha: '2', Situação: 'Cobrança criada', Valor: '250,00' },
    { Linha: '3', Nome: 'Padaria Aurora Ltda' },
  ])
  expect((await finance.post(`${path}/${id}/stop`)).status).toBe(409)
  expect(await auditEntriesOf(trilho, finance)).toMatchObject([
    { act: 'bill.import', subject: id, details: { name: 'modelo.csv', rows: 2, amount: '1500.000000' } },
  ])
})

test.each([
  ['no column for the amount', fileOf('Nome;Vencimento', 'Maria;2027-01-01')],
  ['no rows', fileOf('Valor;Vencimento')],
  ['something else', Buffer.from([0, 1, 2, 3]).toString('base64')],
  ['too many rows', billsFile(...orderIds(10_001))],
])('a file with %s is refused as a whole', async (_what, file) => {
  const { shop: _shop, ...imports } = await newShop()
  const { status, body } = await imports.post(file)
  expect([status, body.error.details.reason]).toEqual([409, 'SpreadsheetUnreadable'])
})
