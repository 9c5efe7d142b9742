import { setTimeout as delay } from 'node:timers/promises'
import type { ExportedFile, FileFormat, FileKind, Trilho } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { showDate } from '../terminal/words.ts'
import { readList } from './read-list.ts'

const kinds = ['statement', 'transactions', 'monthlyStatement'] as const satisfies readonly FileKind[]
const formats = ['csv', 'xlsx', 'ofx', 'pdf'] as const satisfies readonly FileFormat[]

const askedEveryMs = 1_000

const show = (terminal: Terminal, file: ExportedFile) =>
  terminal.answer(file, () =>
    terminal.line(
      facts(terminal.paint, [
        ['file', `${file.kind} as ${file.format}, ${file.firstDay} to ${file.lastDay}`],
        ['state', file.state === 'Running' ? `${file.state}, ${file.progress}%` : file.state],
        ['address', file.url && terminal.paint('bold', file.url)],
        ['result', resultOf(file)],
        ['until', file.expirationDate && showDate(file.expirationDate)],
        ['id', file.id],
      ]),
    ),
  )

const resultOf = ({ result }: ExportedFile) =>
  result &&
  `${result.matches} match, ${result.differs} differ, ${result.missingHere} missing here, ${result.missingInList} missing in your list`

export const filesAsk = command({
  name: 'files ask',
  says: 'ask for a file for the accountant: a statement, transactions, or a month as PDF',
  args: { kind: { says: kinds.join(', ') } },
  options: {
    format: { value: 'FORMAT', says: 'default: csv; a month is a pdf', choices: formats },
    from: { value: 'DAY', says: 'the first day: 2026-11-01' },
    to: { value: 'DAY', says: 'the last day; a month needs none' },
    wait: { says: 'wait until it can be downloaded' },
  },
  examples: [
    'trilho files ask statement --format ofx --from 2026-11-01 --to 2026-11-30 --wait',
    'trilho files ask monthlyStatement --from 2026-11-01',
  ],
  run: async ({ terminal, connect, signal }, { args, options }) => {
    const kind = kinds.find(one => one === args.kind)
    if (kind === undefined) throw wrongUsage(`"${args.kind}" is none of ${kinds.join(', ')}.`)
    if (options.from === undefined) throw wrongUsage('Say the first day: --from 2026-11-01')
    const trilho = await connect()
    const format = (options.format as FileFormat | undefined) ?? (kind === 'monthlyStatement' ? 'pdf' : 'csv')
    const file = await trilho.files.create({
      kind,
      format,
      firstDay: options.from,
      ...(options.to === undefined ? {} : { lastDay: options.to }),
    })
    show(terminal, options.wait ? await waitFor(trilho, file, signal) : file)
  },
})

export const filesReconcile = command({
  name: 'files reconcile',
  says: 'compare your own list of payments with what was paid here',
  more: 'The list is CSV with a column orderId (or Pedido) and a column amount (or Valor).',
  args: { list: { says: 'a CSV file' } },
  options: {
    format: { value: 'FORMAT', says: 'default: csv', choices: ['csv', 'xlsx'] },
    from: { value: 'DAY', says: 'the first day on which they were paid: 2026-11-01' },
    to: { value: 'DAY', says: 'the last day' },
    wait: { says: 'wait until it can be downloaded' },
  },
  examples: ['trilho files reconcile sales.csv --from 2026-11-01 --to 2026-11-30 --wait'],
  run: async ({ terminal, connect, signal }, { args, options }) => {
    if (options.from === undefined || options.to === undefined)
      throw wrongUsage('Say the first and the last day: --from 2026-11-01 --to 2026-11-30')
    const rows = await readList(args.list)
    const trilho = await connect()
    const file = await trilho.files.create({
      kind: 'reconciliation',
      format: (options.format as FileFormat | undefined) ?? 'csv',
      firstDay: options.from,
      lastDay: options.to,
      language: 'en',
      rows,
    })
    show(terminal, options.wait ? await waitFor(trilho, file, signal) : file)
  },
})

async function waitFor(trilho: Trilho, asked: ExportedFile, signal: AbortSignal): Promise<ExportedFile> {
  let file = asked
  while (file.state === 'Waiting' || file.state === 'Running') {
    await delay(askedEveryMs, null, { signal })
    file = await trilho.files.read(file.id, { signal })
  }
  return file
}

export const filesList = command({
  name: 'files list',
  says: 'list files that were asked for, newest first',
  args: {},
  options: { limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' } },
  examples: ['trilho files list'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const { items } = await take(terminal, trilho.files.each({}, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No files yet. Ask for one: trilho files ask statement --from …')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<ExportedFile>[] = [
  { title: 'asked', of: ({ creationDate }) => showDate(creationDate) },
  { title: 'kind', of: ({ kind }) => kind },
  { title: 'format', of: ({ format }) => format },
  { title: 'period', of: ({ firstDay, lastDay }) => `${firstDay} ${lastDay}` },
  { title: 'state', of: ({ state }) => state },
  { title: 'id', of: ({ id }) => id },
]

export const filesShow = command({
  name: 'files show',
  says: 'show a file: how far it is, and where it can be downloaded',
  args: { id: { says: 'the file' } },
  options: {},
  examples: ['trilho files show 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).files.read(args.id)),
})
