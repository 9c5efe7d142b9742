import type { Delivery, DeliveryStatus } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { showAddress } from '../payments/webhook-address.ts'
import { readLimit, take } from '../terminal/take.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, readMoment, showDate } from '../terminal/words.ts'
import { colourOf } from '../transactions/state-colours.ts'

export const webhooksDeliveries = command({
  name: 'webhooks deliveries',
  says: 'list webhook deliveries, newest first',
  args: {},
  options: {
    state: { value: 'STATE', says: 'how far it is', choices: ['Pending', 'Failed', 'Success'] },
    transaction: { value: 'ID', says: 'of this transaction' },
    since: { value: 'TIME', says: 'created since: 1h, 7d, 2026-11-16' },
    until: { value: 'TIME', says: 'created until' },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho webhooks deliveries --state Failed --since 1d'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const query = {
      state: options.state as DeliveryStatus | undefined,
      transactionId: options.transaction,
      startDate: options.since === undefined ? undefined : readMoment(options.since),
      endDate: options.until === undefined ? undefined : readMoment(options.until),
    }
    const trilho = await connect()
    const { items, hasMore } = await take(terminal, trilho.deliveries.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No deliveries match.')
      terminal.line(table(terminal.paint, columnsFor(terminal), items))
      if (hasMore)
        terminal.note(terminal.paintNote('dim', `\nThere are more: --limit ${items.length * 5}, or --limit all`))
    })
  },
})

const columnsFor = ({ paint }: Terminal): Column<Delivery>[] => [
  { title: 'date', of: ({ creationDate }) => showDate(creationDate) },
  { title: 'event', of: ({ transactionState, event }) => transactionState ?? event ?? '' },
  { title: 'status', of: ({ status }) => status, paint: ({ status }, text) => paint(colourOf(status), text) },
  { title: 'tries', of: ({ attemptCount }) => String(attemptCount), isRight: true },
  { title: 'last answer', of: ({ lastAnswer }) => plain(lastAnswer ?? '').slice(0, 40) },
  { title: 'id', of: ({ id }) => id },
  { title: 'address', of: ({ url }) => showAddress(url).slice(0, 60), paint: (_, text) => paint('dim', text) },
]

export const webhooksShow = command({
  name: 'webhooks show',
  says: 'show a delivery with every attempt, and what was sent',
  args: { id: { says: 'the event, its webhook-id' } },
  options: {},
  examples: ['trilho webhooks show 019a8a3c-…'],
  run: async ({ terminal, connect, signal }, { args: { id } }) => {
    const delivery = await (await connect()).deliveries.read(id, { signal })
    const { paint } = terminal
    terminal.answer(delivery, () => {
      terminal.line(
        facts(paint, [
          ['event', delivery.transactionState ?? delivery.event],
          ['transaction', delivery.transactionId],
          ['address', showAddress(delivery.url)],
          ['status', paint(colourOf(delivery.status), delivery.status)],
          ['next attempt', showDate(delivery.nextAttemptDate)],
        ]),
      )
      terminal.line(`\n${paint('bold', 'Attempts')}`)
      for (const { date, httpStatus, latencyMs, error, answer } of delivery.attempts)
        terminal.line(
          `${paint('dim', showDate(date))}  ${httpStatus ?? plain(error ?? '')}  ${latencyMs} ms  ${plain(answer ?? '').slice(0, 80)}`.trimEnd(),
        )
      terminal.line(`\n${paint('bold', 'Body')}\n${JSON.stringify(delivery.payload, null, 2)}`)
    })
  },
})
