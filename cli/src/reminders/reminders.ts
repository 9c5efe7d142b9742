import type { BillReminder, BillReminderMessage, ReminderWish } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { type Column, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showDate } from '../terminal/words.ts'

const bill = { says: 'the bill' }

export const remindersList = command({
  name: 'reminders list',
  says: 'list reminders of bills, newest first',
  more: 'Of one bill also the text that a person can send now, and when the plan reminds of it next.',
  args: { bill: { says: 'only those of this bill', isOptional: true } },
  options: { limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' } },
  examples: ['trilho reminders list', 'trilho reminders list 019a8a3c-…'],
  run: async ({ terminal, connect, signal }, { args, options }) => {
    const trilho = await connect()
    if (args.bill === undefined) {
      const { items } = await take(terminal, trilho.reminders.each({}, { signal }), readLimit(options.limit))
      return terminal.answer(items, () => {
        if (items.length === 0)
          return terminal.note('No reminders yet. Switch them on: trilho reminders plan --state on')
        terminal.line(table(terminal.paint, listColumns, items))
      })
    }
    const list = await trilho.bills.listReminders(args.bill)
    terminal.answer(list, () => {
      if (list.items.length > 0) terminal.line(table(terminal.paint, columns, list.items))
      terminal.note(list.isRefused ? wishWords(list) : `Next reminder: ${list.nextOn ?? 'none'}.`)
      if (list.message !== null) showMessage(terminal, list.message)
    })
  },
})

const columns: Column<BillReminder>[] = [
  { title: 'sent', of: ({ date }) => showDate(date) },
  { title: 'text', of: ({ moment }) => moment },
  { title: 'days', of: ({ days }) => (days === null ? 'by hand' : `${days}`), isRight: true },
  { title: 'how', of: ({ channels, withheld }) => channels.join(', ') || (withheld ?? '') },
  { title: 'mail', of: ({ mail }) => mail ?? '' },
]

const listColumns: Column<BillReminder & { billId: string; payerName: string | null }>[] = [
  ...columns,
  { title: 'payer', of: ({ payerName }) => plain(payerName ?? '') },
  { title: 'bill', of: ({ billId }) => billId },
]

const showMessage = (terminal: Terminal, { text, whatsAppUrl }: BillReminderMessage) =>
  terminal.line(`${text.split('\n').map(plain).join('\n')}\n\n${terminal.paint('bold', whatsAppUrl)}`)

export const remindersRecord = command({
  name: 'reminders record',
  says: 'record that you send a reminder, and print its text',
  more: 'Nothing is sent: the address opens WhatsApp with the text.',
  args: { bill },
  options: {},
  examples: ['trilho reminders record 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => {
    const made = await (await connect()).bills.recordReminder(args.bill)
    terminal.answer(made, () => showMessage(terminal, made.message))
  },
})

const whose = {
  bill: { value: 'ID', says: 'to the payer of this bill' },
  customer: { value: 'ID', says: 'to this customer' },
} as const

const wishCommand = (isRefused: boolean) =>
  command({
    name: isRefused ? 'reminders stop' : 'reminders resume',
    says: isRefused ? 'stop reminders to a payer' : 'resume reminders to a payer',
    more: 'The payer is known by the document: it applies to all bills of this payer.',
    args: {},
    options: whose,
    examples: [`trilho reminders ${isRefused ? 'stop' : 'resume'} --customer 019a8a3c-…`],
    run: async ({ terminal, connect }, { options }) => {
      if ((options.bill === undefined) === (options.customer === undefined))
        throw wrongUsage('Reminders to whom?', 'Add --bill or --customer.')
      const { bills, customers } = await connect()
      const wish =
        options.bill === undefined
          ? await customers.setReminders(options.customer ?? '', { isRefused })
          : await bills.setReminders(options.bill, { isRefused })
      terminal.answer(wish, () => terminal.line(wishWords(wish)))
    },
  })

export const remindersStop = wishCommand(true)
export const remindersResume = wishCommand(false)

function wishWords({ isRefused, refusedAt, byPayer }: ReminderWish): string {
  if (!isRefused) return 'The payer gets reminders.'
  const by = byPayer ? 'by the payer' : 'by you'
  return `The payer gets no reminders: stopped ${by}${refusedAt === null ? '' : ` on ${showDate(refusedAt)}`}.`
}
