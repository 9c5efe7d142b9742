import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../test/kit/portal-roles.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const shop = await trilho.newMerchant()

const fileOf = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('base64')
const preview = async (...lines: string[]) =>
  (await shop.post('/customers/import/preview', { file: fileOf(...lines) })).body.data
const load = (file: string, body: object = {}, headers = {}, api = shop) =>
  api.post('/customers/import', { file, ...body }, headers)
const everybody = async (api = shop) => (await api.get('/customers')).body.data.items
const faultsOf = (rows: { line: number; faults: { field: string; code: string }[] }[]) =>
  rows.map(({ line, faults }) => [line, faults.map(({ field, code }) => `${field} ${code}`)])

test('a preview says of every row what an import would do or what is wrong, and stores nothing', async () => {
  const before = (await everybody()).length
  const { rows, ...counts } = await preview(
    'Nome;CPF ou CNPJ;E-mail;Telefone;CEP;UF;Id externo;Metadados',
    'Maria da Silva;529.982.247-25;maria@example.com;(11) 91234-5678;1310100;sp;c-1;{"plan":"gold"}',
    ';52998224725;;;;;c-2;',
    `João;11111111111;not-an-address;12;99;São Paulo;c-3;gold`,
    'Ana;;;;;;c-1;',
    'Beto;39053344705;;;;;;',
    'Beto again;390.533.447-05;;;;;;',
    `${'n'.repeat(256)};;;;;;c-9;{"a":7}`,
  )
  expect(counts).toEqual({ created: 2, changed: 0, invalid: 5 })
  expect(rows[0]).toEqual({ line: 2, action: 'create', name: 'Maria da Silva', customerId: null, faults: [] })
  expect(faultsOf(rows.slice(1)).map(([line, faults]) => [line, [...(faults as string[])].toSorted()])).toEqual([
    [3, ['name required']],
    [4, ['email format', 'metadata type', 'phone pattern', 'postalCode pattern', 'state pattern']],
    [5, ['externalId repeated']],
    [6, []],
    [7, ['document repeated']],
    [8, ['metadata type', 'name maxLength']],
  ])
  expect((await everybody()).length).toBe(before)
})

test('an import with an invalid row lists it and stores nothing, or skips it where that is asked for', async () => {
  const api = await trilho.newMerchant()
  const file = fileOf('name,document', `Maria,${cpf.maria}`, 'Fake,529.982.247-26')
  const refused = await load(file, {}, {}, api)
  expect([
    refused.status,
    refused.body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
  ]).toEqual([400, [['/rows/3/document', 'CounterpartyTaxNumberInvalid']]])
  expect(await everybody(api)).toEqual([])
  const done = await load(file, { skipInvalid: true }, {}, api)
  expect([done.status, done.body.data.created, done.body.data.invalid]).toEqual([200, 1, 1])
  expect(await everybody(api)).toMatchObject([{ id: done.body.data.rows[0].customerId, document: cpf.maria }])
})

test('a row changes the customer with its external id, or the only one with its document; empty cells change nothing', async () => {
  const api = await trilho.newMerchant()
  const make = async (body: object) => (await api.post('/customers', body)).body.data.id
  const maria = await make({ name: 'Maria', externalId: 'm', notes: 'kept', phone: '+5511912345678' })
  const joao = await make({ name: 'João', document: cpf.joao, email: 'joao@example.com' })
  const twins = [await make({ name: 'One', document: cpf.ana }), await make({ name: 'Two', document: cpf.ana })]
  const file = fileOf(
    'Nome;CPF ou CNPJ;Id externo;Telefone;Anotações',
    `Maria da Silva;${cpf.maria};m;;`,
    `João;${cpf.joao};j;;`,
    `Three;${cpf.ana};;;`,
  )
  const { created, changed, rows } = (await load(file, {}, {}, api)).body.data
  expect([created, changed, rows[0].customerId, rows[1].customerId]).toEqual([1, 2, maria, joao])
  expect(twins).not.toContain(rows[2].customerId)
  expect((await api.get(`/customers/${maria}`)).body.data).toMatchObject({
    name: 'Maria da Silva',
    document: cpf.maria,
    notes: 'kept',
    phone: '+5511912345678',
  })
  expect((await api.get(`/customers/${joao}`)).body.data).toMatchObject({ externalId: 'j', email: 'joao@example.com' })
})

test('an import that is repeated with its Idempotency-Key adds nobody twice, and another file with it is a conflict', async () => {
  const api = await trilho.newMerchant()
  const file = fileOf('Nome', 'Nina', 'Nina')
  const key = { 'idempotency-key': 'import-1' }
  const answers = await Promise.all(times(3, () => load(file, {}, key, api)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [ids, ...others] = answers.map(({ body }) =>
    body.data.rows.map((row: { customerId: string }) => row.customerId),
  )
  expect(others).toEqual([ids, ids])
  expect(await everybody(api)).toHaveLength(2)
  const other = await load(fileOf('Nome', 'Olga', 'Nina'), {}, key, api)
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
})

test('an export has what an import reads: imported elsewhere, the customers are the same', async () => {
  const [here, there] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const customers = [
    {
      name: 'Maria; "Mia" da Silva',
      document: cpf.maria,
      email: 'maria@example.com',
      phone: '+5511912345678',
      address: {
        street: 'Rua A',
        number: '12',
        complement: 'b',
        district: 'Sé',
        city: 'São Paulo',
        state: 'SP',
        postalCode: '01310100',
      },
      notes: '=1+1',
      externalId: '+c-1',
      metadata: { plan: 'gold', team: 'Norte' },
    },
    { name: 'Moinho', document: '12ABC34501DE35' },
  ]
  for (const customer of customers) await here.post('/customers', customer)
  const { text, headers } = await here.get('/customers/export?language=pt')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="customers-[\d-]+\.csv"$/)
  const done = await load(Buffer.from(text).toString('base64'), {}, {}, there)
  expect([done.status, done.body.data.created]).toEqual([200, 2])
  const facts = async (api: typeof shop) =>
    (await everybody(api))
      .map(({ id: _id, creationDate: _made, changeDate: _changed, ...rest }: Record<string, unknown>) => rest)
      .toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name))
  expect(await facts(there)).toEqual(await facts(here))
})

test.each([
  ['no column for the name', fileOf('CPF', cpf.maria)],
  ['no rows', fileOf('Nome')],
  ['something else', Buffer.from([0, 1, 2, 3]).toString('base64')],
  ['too many rows', fileOf('Nome', ...times(5_001, n => `Nina ${n}`))],
])('a file with %s is refused as a whole', async (_what, file) => {
  const { status, body } = await load(file)
  expect([status, body.error.details.reason]).toEqual([409, 'SpreadsheetUnreadable'])
})

test('people import and export in the portal: recorded as one act, with whole documents only for those who may see them', async () => {
  const api = await trilho.newMerchant()
  const { merchantId } = api
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const path = `/merchants/${merchantId}/customers`
  const template = await finance.get(`${path}/template`)
  const file = Buffer.from(template.text).toString('base64')
  const seen = (await finance.post(`${path}/import/preview`, { file })).body.data
  expect(seen).toMatchObject({ created: 1, invalid: 0, rows: [{ name: 'Maria da Silva', faults: [] }] })
  const form = { file, formKey: crypto.randomUUID() }
  expect((await finance.post(`${path}/import`, form)).body.data).toMatchObject({ created: 1 })
  expect((await finance.post(`${path}/import`, form)).body.data).toMatchObject({ created: 0, changed: 1 })
  expect((await viewer.post(`${path}/import`, form)).status).toBe(403)
  expect(await auditEntriesOf(trilho, finance)).toMatchObject([
    { act: 'customer.import', details: { created: 1, changed: 0 } },
    { act: 'customer.import', details: { created: 0, changed: 1 } },
  ])
  expect((await finance.get(`${path}.csv`)).text).toContain('52998224725')
  expect((await viewer.get(`${path}.csv`)).text).not.toContain('52998224725')
})
