import type { PayoutBatch, PayoutBatchState } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount, showDate } from '../terminal/words.ts'
import { readRows } from './read-rows.ts'

const states = [
  'Pending',
  'Running',
  'Completed',
  'Stopped',
  'Rejected',
  'Cancelled',
] as const satisfies readonly PayoutBatchState[]
const kinds = ['payouts', 'companyPayments'] as const
const id = { says: 'the batch' }

const doneOf = ({ rows, made, refused }: PayoutBatch) => `${made.count + refused.count} of ${rows.count}`

const show = (terminal: Terminal, batch: PayoutBatch) =>
  terminal.answer(batch, () =>
    terminal.line(
      facts(terminal.paint, [
        ['name', plain(batch.name)],
        ['state', batch.state],
        ['amount', `${showAmount(batch.rows.amount)}, and ${showAmount(batch.charges)} of charges`],
        ['done', doneOf(batch)],
        ['refused', batch.refused.count === 0 ? null : `${batch.refused.count}`],
        ['id', batch.id],
      ]),
    ),
  )

export const batchesMake = command({
  name: 'batches make',
  says: 'ask for many payments at once; people approve them in the portal',
  more: `The file is CSV or XLSX with the columns of the portal's template (Nome, CPF ou CNPJ, Tipo de chave, Chave Pix, Valor, Pedido,
Descrição; of companyPayments CNPJ, Conta, Valor, Descrição), or a JSON list of rows as POST /payout-batches takes them.
Of XLSX the first sheet is read, by the server.`,
  args: { file: { says: 'a CSV, XLSX or JSON file with the rows' } },
  options: {
    name: { value: 'TEXT', says: 'what people call it; default: the name of the file' },
    kind: { value: 'KIND', says: 'default: payouts', choices: kinds },
    'order-id': { value: 'ID', says: 'repeating it with the same rows answers the first batch again' },
  },
  examples: [
    'trilho batches make commissions.csv --name "Commissions of November"',
    'trilho batches make suppliers.xlsx --kind companyPayments',
  ],
  run: async ({ terminal, connect }, { args, options }) => {
    const kind = (options.kind ?? 'payouts') as (typeof kinds)[number]
    const rows = await readRows(args.file, async file => {
      const { payoutBatches } = await connect()
      const read = await payoutBatches.readSpreadsheet({ kind, file: file.toString('base64') })
      return read.rows.map(({ row }) => row)
    })
    const trilho = await connect()
    const batch = await trilho.payoutBatches.create({
      name: options.name ?? args.file,
      kind,
      rows,
      ...(options['order-id'] === undefined ? {} : { orderId: options['order-id'] }),
    })
    show(terminal, batch)
  },
})

export const batchesList = command({
  name: 'batches list',
  says: 'list batches of payments, newest first',
  args: {},
  options: {
    state: { value: 'STATE', says: 'in this state', choices: states },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho batches list --state Pending'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const query = { state: options.state as PayoutBatchState | undefined }
    const { items } = await take(terminal, trilho.payoutBatches.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No batches match. Make one: trilho batches make rows.csv')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<PayoutBatch>[] = [
  { title: 'asked', of: ({ creationDate }) => showDate(creationDate) },
  { title: 'name', of: ({ name }) => plain(name) },
  { title: 'amount', of: ({ rows }) => showAmount(rows.amount), isRight: true },
  { title: 'done', of: doneOf, isRight: true },
  { title: 'state', of: ({ state }) => state },
  { title: 'id', of: batch => batch.id },
]

export const batchesShow = command({
  name: 'batches show',
  says: 'show a batch, with how many of its rows are paid',
  args: { id },
  options: {},
  examples: ['trilho batches show 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).payoutBatches.read(args.id)),
})

export const batchesResult = command({
  name: 'batches result',
  says: 'print the result file of a batch: a line for each row, as CSV',
  args: { id },
  options: {},
  examples: ['trilho batches result 019a8a3c-… > result.csv'],
  run: async ({ terminal, connect }, { args }) => {
    const file = await (await connect()).payoutBatches.downloadResult(args.id)
    const result = await file.text()
    terminal.answer(result, () => terminal.line(result.trimEnd()))
  },
})

export const batchesCancel = command({
  name: 'batches cancel',
  says: 'cancel a batch that nobody has decided on',
  args: { id },
  options: {},
  examples: ['trilho batches cancel 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).payoutBatches.cancel(args.id)),
})

export const batchesStop = command({
  name: 'batches stop',
  says: 'stop a batch whose rows are being paid: what still waits is refused',
  args: { id },
  options: {},
  examples: ['trilho batches stop 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).payoutBatches.stop(args.id)),
})
