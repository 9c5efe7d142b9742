import type { BillAgeing } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { type Column, table } from '../terminal/table.ts'
import { showAmount } from '../terminal/words.ts'

const ages = {
  NotDue: 'not due yet',
  To30: 'up to 30 days late',
  To60: '31 to 60 days',
  To90: '61 to 90 days',
  Over90: 'more than 90 days',
} as const satisfies Record<BillAgeing['buckets'][number]['name'], string>

export const billsAgeing = command({
  name: 'bills ageing',
  says: 'show what is open by how late it is',
  args: {},
  options: { csv: { says: 'print every open bill as CSV, for a spreadsheet' } },
  examples: ['trilho bills ageing', 'trilho bills ageing --csv > open-bills.csv'],
  run: async ({ terminal, connect }, { options }) => {
    const { bills } = await connect()
    if (options.csv) {
      const text = await (await bills.exportAgeing()).text()
      return terminal.answer(text, () => terminal.line(text.trimEnd()))
    }
    const ageing = await bills.readAgeing()
    terminal.answer(ageing, () => {
      terminal.line(table(terminal.paint, columns, ageing.buckets))
      const { count, amount } = ageing.expired
      if (count > 0) terminal.note(`Not in it: ${count} expired unpaid within a year, ${showAmount(amount)}.`)
      if (!ageing.isExact) terminal.note('There are more: only the 50,000 bills due first are summed up.')
    })
  },
})

const columns: Column<BillAgeing['buckets'][number]>[] = [
  { title: 'age', of: ({ name }) => ages[name] },
  { title: 'bills', of: ({ count }) => `${count}`, isRight: true },
  { title: 'share', of: ({ share }) => `${share}%`, isRight: true },
  { title: 'amount', of: ({ amount }) => showAmount(amount), isRight: true },
]
