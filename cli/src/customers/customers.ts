import { readFile } from 'node:fs/promises'
import type { Customer, CustomerImport } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showDate } from '../terminal/words.ts'

const id = { says: 'the customer' }

const show = (terminal: Terminal, customer: Customer) =>
  terminal.answer(customer, () =>
    terminal.line(
      facts(terminal.paint, [
        ['name', plain(customer.name)],
        ['document', customer.document],
        ['e-mail', customer.email && plain(customer.email)],
        ['phone', customer.phone],
        ['external id', customer.externalId && plain(customer.externalId)],
        ['notes', customer.notes && plain(customer.notes)],
        ['id', customer.id],
      ]),
    ),
  )

const fields = {
  document: { value: 'NUMBER', says: 'CPF or CNPJ' },
  email: { value: 'ADDRESS', says: 'e-mail' },
  phone: { value: 'NUMBER', says: 'with the country code: +5511912345678' },
  notes: { value: 'TEXT', says: 'only you see them' },
  'external-id': { value: 'ID', says: 'your own id, unique among your customers' },
} as const

type Given = { [Name in keyof typeof fields]: string | undefined }

const sentOf = ({ document, email, phone, notes, 'external-id': externalId }: Given) =>
  Object.fromEntries(
    Object.entries({ document, email, phone, notes, externalId }).filter(([, value]) => value !== undefined),
  ) as Record<keyof Omit<Given, 'external-id'> | 'externalId', string>

export const customersMake = command({
  name: 'customers make',
  says: 'add a customer',
  args: { name: { says: 'name of the person or company' } },
  options: fields,
  examples: ['trilho customers make "Maria da Silva" --document 529.982.247-25 --email maria@example.com'],
  run: async ({ terminal, connect }, { args, options }) =>
    show(terminal, await (await connect()).customers.create({ name: args.name, ...sentOf(options) })),
})

export const customersList = command({
  name: 'customers list',
  says: 'list customers, newest first',
  args: {},
  options: {
    text: { value: 'WORDS', says: 'words of the name, e-mail, phone, document or external id' },
    document: { value: 'NUMBER', says: 'with this CPF or CNPJ' },
    'external-id': { value: 'ID', says: 'with this external id' },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho customers list --text maria'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const query = { text: options.text, document: options.document, externalId: options['external-id'] }
    const { items } = await take(terminal, trilho.customers.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0)
        return terminal.note('No customers match. Add one: trilho customers make "Maria da Silva"')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<Customer>[] = [
  { title: 'added', of: ({ creationDate }) => showDate(creationDate) },
  { title: 'name', of: ({ name }) => plain(name) },
  { title: 'document', of: ({ document }) => document ?? '' },
  { title: 'e-mail', of: ({ email }) => plain(email ?? '') },
  { title: 'external id', of: ({ externalId }) => plain(externalId ?? '') },
  { title: 'id', of: customer => customer.id },
]

export const customersShow = command({
  name: 'customers show',
  says: 'show a customer',
  args: { id },
  options: {},
  examples: ['trilho customers show 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).customers.read(args.id)),
})

export const customersChange = command({
  name: 'customers change',
  says: 'change a customer; an empty value removes a field',
  args: { id },
  options: { name: { value: 'TEXT', says: 'name of the person or company' }, ...fields },
  examples: ['trilho customers change 019a8a3c-… --phone +5511912345678 --notes ""'],
  run: async ({ terminal, connect }, { args, options: { name, ...options } }) => {
    const given = Object.entries({ ...sentOf(options), ...(name === undefined ? {} : { name }) })
    if (given.length === 0)
      throw wrongUsage('Nothing to change.', 'Add --name, --document, --email, --phone or others.')
    const changes = Object.fromEntries(given.map(([field, text]) => [field, text === '' ? null : text]))
    show(terminal, await (await connect()).customers.change(args.id, changes))
  },
})

export const customersRemove = command({
  name: 'customers remove',
  says: 'remove a customer; the charges stay',
  args: { id },
  options: {},
  examples: ['trilho customers remove 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => {
    await (await connect()).customers.delete(args.id)
    terminal.answer({ id: args.id }, () => terminal.note('Removed.'))
  },
})

export const customersImport = command({
  name: 'customers import',
  says: 'add and change customers by a spreadsheet',
  more: `The file is CSV or XLSX with the columns of trilho customers export; only the name is required. A row changes the customer with
its external id, or the only customer with its document, and otherwise adds one. Empty cells change nothing.`,
  args: { file: { says: 'a CSV or XLSX file' } },
  options: {
    preview: { says: 'show what each row would do, and store nothing' },
    'skip-invalid': { says: 'leave out invalid rows; default: one of them refuses the file' },
  },
  examples: [
    'trilho customers import customers.xlsx --preview',
    'trilho customers import customers.csv --skip-invalid',
  ],
  run: async ({ terminal, connect }, { args, options }) => {
    const bytes = await readFile(args.file).catch(() => {
      throw wrongUsage(`"${args.file}" cannot be read.`)
    })
    const { customers } = await connect()
    const file = bytes.toString('base64')
    const result = options.preview
      ? await customers.previewImport({ file })
      : await customers.import({ file, ...(options['skip-invalid'] ? { skipInvalid: true } : {}) })
    terminal.answer(result, () => showImport(terminal, result))
  },
})

function showImport(terminal: Terminal, { rows, created, changed, invalid }: CustomerImport) {
  const shown = rows.filter(({ faults }) => faults.length > 0)
  if (shown.length > 0) terminal.line(table(terminal.paint, faultColumns, shown))
  terminal.note(`${created} added, ${changed} changed, ${invalid} invalid.`)
}

const faultColumns: Column<CustomerImport['rows'][number]>[] = [
  { title: 'line', of: ({ line }) => `${line}`, isRight: true },
  { title: 'name', of: ({ name }) => plain(name ?? '') },
  { title: 'what is wrong', of: ({ faults }) => faults.map(({ field, message }) => `${field} ${message}`).join('; ') },
]

export const customersExport = command({
  name: 'customers export',
  says: 'print all customers as CSV, for a spreadsheet',
  args: {},
  options: { text: { value: 'WORDS', says: 'only those with these words' } },
  examples: ['trilho customers export > customers.csv'],
  run: async ({ terminal, connect }, { options }) => {
    const file = await (await connect()).customers.export({ text: options.text })
    const text = await file.text()
    terminal.answer(text, () => terminal.line(text.trimEnd()))
  },
})
