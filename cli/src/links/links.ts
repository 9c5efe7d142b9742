import type { PaymentLink, PaymentLinkState } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { drawQr } from '../terminal/draw-qr.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, readAmount, readEnd, showAmount, showDate } from '../terminal/words.ts'

const states = ['Active', 'SoldOut', 'Ended', 'Closed'] as const satisfies readonly PaymentLinkState[]
const id = { says: 'the payment link' }

const paidOf = ({ paidCount, stock }: PaymentLink) => (stock === null ? `${paidCount}` : `${paidCount} of ${stock}`)

function amountOf({ amount, minAmount, maxAmount }: PaymentLink): string {
  if (amount !== null) return showAmount(amount)
  const bounds = [minAmount && `from ${showAmount(minAmount)}`, maxAmount && `up to ${showAmount(maxAmount)}`]
  return bounds.filter(Boolean).join(' ') || 'open'
}

const show = (terminal: Terminal, link: PaymentLink) =>
  terminal.answer(link, () =>
    terminal.line(
      facts(terminal.paint, [
        ['title', plain(link.title)],
        ['address', terminal.paint('bold', link.url)],
        ['amount', amountOf(link)],
        ['state', link.state],
        ['paid', `${paidOf(link)}, ${showAmount(link.paidAmount)}`],
        ['ends', link.endsAt && showDate(link.endsAt)],
        ['payers', link.asksPayer ? 'give name and CPF or CNPJ' : null],
        ['code', link.qrCode],
        ['id', link.id],
      ]),
    ),
  )

export const linksMake = command({
  name: 'links make',
  says: 'make a payment link: an address that stays, at which anybody can pay',
  more: 'With --static it is a fixed QR code for the counter, paid any number of times: only --amount goes with it.',
  args: { title: { says: 'what is paid for, as payers read it' } },
  options: {
    amount: { value: 'AMOUNT', says: 'in reais: 10.50; without it the payer chooses' },
    min: { value: 'AMOUNT', says: 'the least that the payer may choose' },
    max: { value: 'AMOUNT', says: 'the most that the payer may choose' },
    stock: { value: 'COUNT', says: 'so many payments at most; 1 for a single payer' },
    until: { value: 'WHEN', says: 'when it ends: 2026-12-24, to the end of that day, or 2026-12-24T18:00' },
    'ask-payer': { says: 'payers give name and CPF or CNPJ' },
    static: { says: 'a fixed QR code instead of a page' },
    qr: { says: 'draw the QR code of its address, or the fixed one' },
  },
  examples: [
    'trilho links make "Birthday cake" --amount 45 --stock 20 --until 2026-12-24',
    'trilho links make "Donations" --min 5 --qr',
    'trilho links make "Counter" --static --qr',
  ],
  run: async ({ terminal, connect }, { args, options }) => {
    const { amount, min, max, stock, until } = options
    const bounds = {
      ...(min === undefined ? {} : { minAmount: readAmount(min) }),
      ...(max === undefined ? {} : { maxAmount: readAmount(max) }),
      ...(stock === undefined ? {} : { stock: readStock(stock) }),
      ...(until === undefined ? {} : { endsAt: readEnd(until) }),
      ...(options['ask-payer'] ? { asksPayer: true } : {}),
    }
    if (options.static && Object.keys(bounds).length > 0)
      throw wrongUsage('A fixed QR code has no bounds, stock or end, and asks for no payer.', 'Leave out --static.')
    const trilho = await connect()
    const common = { title: args.title, ...(amount === undefined ? {} : { amount: readAmount(amount) }) }
    const link = options.static
      ? await trilho.paymentLinks.createStatic(common)
      : await trilho.paymentLinks.create({ ...common, ...bounds })
    show(terminal, link)
    if (options.qr) terminal.note(`\n${await drawQr(link.qrCode ?? link.url, terminal.isColoured)}`)
  },
})

export const linksList = command({
  name: 'links list',
  says: 'list payment links, newest first',
  args: {},
  options: {
    state: { value: 'STATE', says: 'in this state', choices: states },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho links list --state Active'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const query = { state: options.state as PaymentLinkState | undefined }
    const { items } = await take(terminal, trilho.paymentLinks.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No links match. Make one: trilho links make "Cake" --amount 45')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<PaymentLink>[] = [
  { title: 'made', of: ({ creationDate }) => showDate(creationDate) },
  { title: 'title', of: ({ title }) => plain(title) },
  { title: 'amount', of: amountOf, isRight: true },
  { title: 'paid', of: paidOf, isRight: true },
  { title: 'state', of: ({ state }) => state },
  { title: 'id', of: link => link.id },
]

export const linksShow = command({
  name: 'links show',
  says: 'show a payment link, with its address and how often it was paid',
  args: { id },
  options: {},
  examples: ['trilho links show 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).paymentLinks.read(args.id)),
})

const setState = (name: 'close' | 'reopen', says: string, state: 'Closed' | 'Active') =>
  command({
    name: `links ${name}`,
    says,
    args: { id },
    options: {},
    examples: [`trilho links ${name} 019a8a3c-…`],
    run: async ({ terminal, connect }, { args }) =>
      show(terminal, await (await connect()).paymentLinks.change(args.id, { state })),
  })

export const linksClose = setState('close', 'let a payment link take no new payers', 'Closed')
export const linksReopen = setState('reopen', 'let it take payers again', 'Active')

function readStock(typed: string): number {
  if (!/^[1-9]\d{0,6}$/.test(typed)) throw wrongUsage(`"${typed}" is no number of payments.`)
  return Number(typed)
}
