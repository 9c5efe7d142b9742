import type { Transaction, TransactionStateFilter, TransactionType } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { readLimit, take } from '../terminal/take.ts'
import { type Column, table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, readMoment, showAmount, showDate } from '../terminal/words.ts'
import { colourOf } from './state-colours.ts'

const states = ['Created', 'Registered', 'Completed', 'Canceled', 'Reversed', 'Refunded', 'Error'] as const

export const transactionsList = command({
  name: 'transactions list',
  says: 'list transactions, newest first',
  args: {},
  options: {
    state: { value: 'STATE', says: 'in this state', choices: states },
    type: { value: 'TYPE', says: 'Credit is money in, Debit is money out', choices: ['Credit', 'Debit'] },
    order: { value: 'ID', says: 'of this order id of yours' },
    since: { value: 'TIME', says: 'created since: 1h, 7d, 2026-11-16' },
    until: { value: 'TIME', says: 'created until' },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: [
    'trilho transactions list --state Registered',
    'trilho transactions list --since 1d --limit all --json | jq -r ".[].id"',
  ],
  run: async ({ terminal, connect, signal }, { options }) => {
    const query = {
      state: options.state as TransactionStateFilter | undefined,
      type: options.type as TransactionType | undefined,
      orderId: options.order,
      startDate: options.since === undefined ? undefined : readMoment(options.since),
      endDate: options.until === undefined ? undefined : readMoment(options.until),
    }
    const trilho = await connect()
    const { items, hasMore } = await take(
      terminal,
      trilho.transactions.each(query, { signal }),
      readLimit(options.limit),
    )
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No transactions match. Make one: trilho cash-in 10.50')
      terminal.line(table(terminal.paint, columnsFor(terminal), items))
      if (hasMore)
        terminal.note(terminal.paintNote('dim', `\nThere are more: --limit ${items.length * 5}, or --limit all`))
    })
  },
})

const columnsFor = ({ paint }: Terminal): Column<Transaction>[] => [
  { title: 'date', of: ({ date }) => showDate(date) },
  { title: '', of: ({ type }) => (type === 'Credit' ? 'in' : 'out') },
  { title: 'amount', of: ({ amount }) => showAmount(amount), isRight: true },
  { title: 'state', of: ({ state }) => state, paint: ({ state }, text) => paint(colourOf(state), text) },
  { title: 'order', of: ({ orderId }) => plain(orderId ?? '') },
  { title: 'id', of: ({ id }) => id },
]
