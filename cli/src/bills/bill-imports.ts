import { readFile } from 'node:fs/promises'
import type { BillImport, BillImportPreview } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount } from '../terminal/words.ts'

export const billsImport = command({
  name: 'bills import',
  says: 'make many bills by a spreadsheet',
  more: `The file is CSV or XLSX with the columns of the portal's template, up to 10,000 rows; only the amount, the due date and a payer or
customer are required. The bills are made one group after the other: see trilho bills progress.`,
  args: { file: { says: 'a CSV or XLSX file' } },
  options: {
    preview: { says: 'show what is wrong with the rows, and store nothing' },
    'skip-invalid': { says: 'leave out invalid rows; default: one of them refuses the file' },
    name: { value: 'TEXT', says: 'your name for it; default: that of the file' },
  },
  examples: ['trilho bills import december.xlsx --preview', 'trilho bills import december.csv --skip-invalid'],
  run: async ({ terminal, connect }, { args, options }) => {
    const bytes = await readFile(args.file).catch(() => {
      throw wrongUsage(`"${args.file}" cannot be read.`)
    })
    const { bills } = await connect()
    const file = bytes.toString('base64')
    if (options.preview) {
      const preview = await bills.previewImport({ file })
      return terminal.answer(preview, () => showPreview(terminal, preview))
    }
    const name = options.name ?? args.file.split(/[/\\]/).at(-1) ?? args.file
    const made = await bills.import({ file, name, ...(options['skip-invalid'] ? { skipInvalid: true } : {}) })
    showProgress(terminal, made)
  },
})

function showPreview(terminal: Terminal, { rows, valid, invalid, amount }: BillImportPreview) {
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  if (wrong.length > 0) terminal.line(table(terminal.paint, faultColumns, wrong))
  terminal.note(`${valid} valid, ${showAmount(amount)} in all; ${invalid} invalid.`)
}

const faultColumns: Column<BillImportPreview['rows'][number]>[] = [
  { title: 'line', of: ({ line }) => `${line}`, isRight: true },
  { title: 'name', of: ({ name }) => plain(name ?? '') },
  { title: 'what is wrong', of: ({ faults }) => faults.map(({ field, message }) => `${field} ${message}`).join('; ') },
]

const showProgress = (terminal: Terminal, made: BillImport) =>
  terminal.answer(made, () =>
    terminal.line(
      facts(terminal.paint, [
        ['name', plain(made.name)],
        ['state', made.state],
        ['made', `${made.made.count} of ${made.rows.count}, ${showAmount(made.made.amount)}`],
        ['refused', `${made.refused.count}`],
        ['id', made.id],
      ]),
    ),
  )

export const billsProgress = command({
  name: 'bills progress',
  says: 'show how far the bills of a spreadsheet are',
  args: { id: { says: 'the import' } },
  options: { stop: { says: 'stop it: rows that wait make no bills' } },
  examples: ['trilho bills progress 019a8a3c-…', 'trilho bills progress 019a8a3c-… --stop'],
  run: async ({ terminal, connect }, { args, options }) => {
    const { bills } = await connect()
    showProgress(terminal, await (options.stop ? bills.stopImport(args.id) : bills.readImport(args.id)))
  },
})

export const billsResult = command({
  name: 'bills result',
  says: 'print what became of each row of a spreadsheet as CSV',
  args: { id: { says: 'the import' } },
  options: {},
  examples: ['trilho bills result 019a8a3c-… > result.csv'],
  run: async ({ terminal, connect }, { args }) => {
    const text = await (await (await connect()).bills.downloadImportResult(args.id)).text()
    terminal.answer(text, () => terminal.line(text.trimEnd()))
  },
})
