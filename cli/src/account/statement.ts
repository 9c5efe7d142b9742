import type { StatementEntry, Trilho } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { take } from '../terminal/take.ts'
import { type Column, table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, readMoment, showAmount, showDate } from '../terminal/words.ts'

const shownAtOnce = 20

type Period = { startDate: Date | undefined; endDate: Date | undefined }

export const statement = command({
  name: 'statement',
  says: 'every movement of the account, with the balance after it',
  more: `At a terminal, the newest ${shownAtOnce} of the period; with --csv or --json all of them.
available, held (for payments and refunds on their way) and blocked (by disputes, until they are decided) are what each
gained or lost; balance is what was available after it.`,
  args: {},
  options: {
    csv: { says: 'the whole period as CSV' },
    since: { value: 'TIME', says: 'from: 7d, 2026-11-01' },
    until: { value: 'TIME', says: 'until' },
  },
  examples: ['trilho statement', 'trilho statement --csv --since 2026-11-01 > november.csv'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const period: Period = {
      startDate: options.since === undefined ? undefined : readMoment(options.since),
      endDate: options.until === undefined ? undefined : readMoment(options.until),
    }
    const trilho = await connect()
    if (options.csv) return streamCsv(terminal, trilho, period, signal)
    if (!terminal.isJson) return showNewest(terminal, trilho, period, signal)
    const entries = trilho.account.eachStatementEntry(period, { signal })
    const { items } = await take(terminal, entries, Number.POSITIVE_INFINITY)
    terminal.answer(items, () => {})
  },
})

/** The server streams the whole period; it goes to the pipe as it comes. */
async function streamCsv(terminal: Terminal, trilho: Trilho, period: Period, signal: AbortSignal): Promise<void> {
  const { body } = await trilho.account.downloadStatement(period, { signal })
  const progress = terminal.streamProgress('Writing')
  let written = 0
  for await (const piece of body ?? []) {
    await terminal.write(piece)
    written += piece.length
    progress.say(`Writing: ${Math.round(written / 1024)} kB so far`)
  }
  progress.stop()
}

/** Statements are oldest first: the last page has the newest. */
async function showNewest(terminal: Terminal, trilho: Trilho, period: Period, signal: AbortSignal): Promise<void> {
  const first = await trilho.account.readStatement({ ...period, limit: shownAtOnce }, { signal })
  const offset = first.total - shownAtOnce
  const { items } =
    offset <= 0 ? first : await trilho.account.readStatement({ ...period, limit: shownAtOnce, offset }, { signal })
  if (items.length === 0) return terminal.note('Nothing has moved in this period.')
  terminal.line(table(terminal.paint, columnsFor(terminal), items))
  if (offset > 0) terminal.note(terminal.paintNote('dim', `\n${offset} older ones: trilho statement --csv`))
}

const columnsFor = ({ paint }: Terminal): Column<StatementEntry>[] => {
  const moved = (_: StatementEntry, text: string) =>
    paint(/[1-9]/.test(text) ? (text.startsWith('-') ? 'red' : 'green') : 'dim', text)
  return [
    { title: 'date', of: ({ date }) => showDate(date) },
    { title: 'what', of: ({ kind }) => kind },
    { title: 'available', of: ({ available }) => showAmount(available), isRight: true, paint: moved },
    { title: 'held', of: ({ held }) => showAmount(held), isRight: true, paint: moved },
    { title: 'blocked', of: ({ blocked }) => showAmount(blocked), isRight: true, paint: moved },
    { title: 'balance', of: ({ availableBalance }) => showAmount(availableBalance), isRight: true },
    { title: 'order', of: ({ orderId }) => plain(orderId ?? '') },
    { title: 'transaction', of: ({ transactionId }) => transactionId ?? '', paint: (_, text) => paint('dim', text) },
  ]
}
