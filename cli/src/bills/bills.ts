import { writeFile } from 'node:fs/promises'
import type { Bill, BillState, Trilho } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { drawQr } from '../terminal/draw-qr.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, readAmount, showAmount } from '../terminal/words.ts'
import { payerOf } from './payer.ts'
import { readDiscount, readInterest, readShare } from './read-terms.ts'

const states = ['Open', 'Overdue', 'Paid', 'Cancelled', 'Expired'] as const satisfies readonly BillState[]
const id = { says: 'the bill' }
const termsHelp = `--fine and --rebate: 2% or 10.50. --interest: 1%/month, 0.50/day, 0.03%/business-day. --discount: 5%:2026-12-01,2%:2026-12-05
until days, or 0.10/day for each day early.`

const show = (terminal: Terminal, bill: Bill) =>
  terminal.answer(bill, () =>
    terminal.line(
      facts(terminal.paint, [
        ['payer', bill.payer?.name ? plain(bill.payer.name) : null],
        ['amount', showAmount(bill.amount)],
        ['due', bill.dueDate],
        ['payable until', bill.payableUntil],
        ['state', bill.state],
        ['owed today', bill.amountDue && showAmount(bill.amountDue.amount)],
        ['paid', bill.payment && paidWords(bill.payment)],
        ['order', bill.orderId && plain(bill.orderId)],
        ['address', terminal.paint('bold', bill.url)],
        ['code', bill.qrCode],
        ['boleto', bill.boleto && boletoWords(bill)],
        ['id', bill.id],
      ]),
    ),
  )

const paidWords = ({ amount, date, method, isSettled }: NonNullable<Bill['payment']>): string => {
  const settling = isSettled ? '' : ', to settle: the money arrives in one to three business days'
  return `${showAmount(amount)} on ${date} by ${method === 'pix' ? 'Pix' : 'boleto'}${settling}`
}

/** The typed line as it is printed, while it can be paid. */
function boletoWords({ boleto, transactionState, amountDue }: Bill): string | null {
  if (transactionState === 'Created') return 'the bank is registering it: see trilho bills show'
  if (!boleto?.typedLine || amountDue === null) return null
  return boleto.typedLine.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
}

const pdf = { value: 'FILE', says: 'write the bill there as a PDF to print' } as const

async function writePdf(terminal: Terminal, trilho: Trilho, { id }: Bill, file: string | undefined): Promise<void> {
  if (file === undefined) return
  const bytes = Buffer.from(await (await trilho.bills.downloadPdf(id)).arrayBuffer())
  await writeFile(file, bytes).catch(() => {
    throw wrongUsage(`"${file}" cannot be written.`)
  })
  terminal.note(`Wrote ${file}.`)
}

const terms = {
  description: { value: 'TEXT', says: 'what the payer reads beside the amount' },
  'payable-days': { value: 'COUNT', says: 'days after the due date on which it can be paid; default: 30' },
  fine: { value: 'TERM', says: 'added once when it is paid late' },
  interest: { value: 'TERM', says: 'added for each day late' },
  rebate: { value: 'TERM', says: 'taken off on any day' },
  discount: { value: 'TERM', says: 'taken off when it is paid early' },
} as const

type Terms = { [Name in keyof typeof terms]: string | undefined }

const termsOf = ({ description, fine, interest, rebate, discount, 'payable-days': days }: Terms) => ({
  ...(description !== undefined && { description }),
  ...(days !== undefined && { payableDaysAfterDue: readCount(days) }),
  ...(fine !== undefined && { fine: readShare(fine) }),
  ...(interest !== undefined && { interest: readInterest(interest) }),
  ...(rebate !== undefined && { rebate: readShare(rebate) }),
  ...(discount !== undefined && { discount: readDiscount(discount) }),
})

function readCount(typed: string): number {
  if (!/^\d{1,3}$/.test(typed)) throw wrongUsage(`"${typed}" is not a number of days.`)
  return Number(typed)
}

export const billsMake = command({
  name: 'bills make',
  says: 'make a bill: a charge with a due date, by Pix or boleto',
  more: termsHelp,
  args: { amount: { says: 'in reais: 10.50' }, due: { says: 'the due date: 2026-12-10' } },
  options: {
    customer: { value: 'ID', says: 'the customer who is to pay' },
    name: { value: 'NAME', says: 'name of the payer, where there is no customer' },
    document: { value: 'NUMBER', says: 'CPF or CNPJ of that payer' },
    boleto: { says: 'it can be paid by boleto, too; needs the address of the payer' },
    street: { value: 'TEXT', says: 'street and number of that payer' },
    district: { value: 'NAME', says: 'district of that payer; some banks register no boleto without' },
    city: { value: 'NAME', says: 'city of that payer' },
    state: { value: 'UF', says: 'state of that payer, two letters' },
    'postal-code': { value: 'CEP', says: 'postal code of that payer' },
    ...terms,
    order: { value: 'ID', says: 'your order id: repeated, it is the same bill' },
    'only-this-payer': { says: 'money from another document is returned' },
    qr: { says: 'draw the QR code' },
    pdf,
  },
  examples: [
    'trilho bills make 250 2026-12-10 --name "Maria da Silva" --document 529.982.247-25 --fine 2% --interest 1%/month',
    'trilho bills make 100 2026-12-10 --customer 019a8a3c-… --discount 5%:2026-12-01 --qr',
    'trilho bills make 100 2026-12-10 --customer 019a8a3c-… --boleto --pdf bill.pdf',
  ],
  run: async ({ terminal, connect }, { args, options }) => {
    const { order, ...rest } = options
    const trilho = await connect()
    const bill = await trilho.bills.create({
      amount: readAmount(args.amount),
      dueDate: args.due,
      ...payerOf(options),
      ...(options.boleto ? { methods: ['pix', 'boleto'] as const } : {}),
      ...termsOf(rest),
      ...(order !== undefined && { orderId: order }),
      ...(options['only-this-payer'] ? { onlyThisPayer: true } : {}),
    })
    show(terminal, bill)
    if (options.qr && bill.qrCode !== null) terminal.note(`\n${await drawQr(bill.qrCode, terminal.isColoured)}`)
    await writePdf(terminal, trilho, bill, options.pdf)
  },
})

export const billsList = command({
  name: 'bills list',
  says: 'list bills, newest first',
  args: {},
  options: {
    state: { value: 'STATE', says: 'in this state', choices: states },
    'due-since': { value: 'DAY', says: 'due on this day or later' },
    'due-until': { value: 'DAY', says: 'due on this day or before' },
    customer: { value: 'ID', says: 'of this customer' },
    text: { value: 'WORDS', says: 'words of payer, order or metadata, an amount, or the typed line of a boleto' },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho bills list --state Overdue', 'trilho bills list --text maria'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const query = {
      state: options.state as BillState | undefined,
      dueFrom: options['due-since'],
      dueUntil: options['due-until'],
      customerId: options.customer,
      text: options.text,
    }
    const { items } = await take(terminal, trilho.bills.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No bills match. Make one: trilho bills make 250 2026-12-10 …')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<Bill>[] = [
  { title: 'due', of: ({ dueDate }) => dueDate },
  { title: 'payer', of: ({ payer }) => plain(payer?.name ?? '') },
  { title: 'amount', of: ({ amount }) => showAmount(amount), isRight: true },
  {
    title: 'today',
    of: ({ amountDue, payment }) => {
      const amount = payment?.amount ?? amountDue?.amount
      return amount === undefined ? '' : showAmount(amount)
    },
    isRight: true,
  },
  { title: 'state', of: ({ state }) => state },
  { title: 'id', of: bill => bill.id },
]

export const billsShow = command({
  name: 'bills show',
  says: 'show a bill, with what is owed today',
  args: { id },
  options: { pdf },
  examples: ['trilho bills show 019a8a3c-…', 'trilho bills show 019a8a3c-… --pdf bill.pdf'],
  run: async ({ terminal, connect }, { args, options }) => {
    const trilho = await connect()
    const bill = await trilho.bills.read(args.id)
    show(terminal, bill)
    await writePdf(terminal, trilho, bill, options.pdf)
  },
})

export const billsChange = command({
  name: 'bills change',
  says: 'change a bill that nobody has paid',
  more: `${termsHelp} An empty value removes a term.`,
  args: { id },
  options: {
    amount: { value: 'AMOUNT', says: 'in reais' },
    due: { value: 'DAY', says: 'the due date' },
    ...terms,
  },
  examples: ['trilho bills change 019a8a3c-… --due 2026-12-20 --fine ""'],
  run: async ({ terminal, connect }, { args, options: { amount, due, ...rest } }) => {
    const removed = Object.entries(rest).flatMap(([term, typed]) => (typed === '' ? [[term, null]] : []))
    const kept = Object.fromEntries(Object.entries(rest).filter(([, typed]) => typed !== '')) as Terms
    const changes = {
      ...(amount !== undefined && { amount: readAmount(amount) }),
      ...(due !== undefined && { dueDate: due }),
      ...termsOf(kept),
      ...Object.fromEntries(removed),
    }
    if (Object.keys(changes).length === 0)
      throw wrongUsage('Nothing to change.', 'Add --amount, --due, --fine or others.')
    show(terminal, await (await connect()).bills.change(args.id, changes))
  },
})

export const billsCancel = command({
  name: 'bills cancel',
  says: 'cancel a bill that nobody has paid',
  args: { id },
  options: {},
  examples: ['trilho bills cancel 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).bills.cancel(args.id)),
})

export const billsPay = command({
  name: 'bills pay',
  says: 'sandbox: pay a bill, as of a day with what is owed then',
  args: { id },
  options: { on: { value: 'DAY', says: 'the day of the payment: 2026-12-20; default: today' } },
  examples: ['trilho bills pay 019a8a3c-… --on 2026-12-20'],
  run: async ({ terminal, connect }, { args, options: { on } }) => {
    const trilho = await connect()
    await trilho.sandbox.complete(args.id, on === undefined ? {} : { on })
    show(terminal, await trilho.bills.read(args.id))
  },
})
