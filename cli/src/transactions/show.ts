import type { TransactionDetail } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { showAddress } from '../payments/webhook-address.ts'
import { facts } from '../terminal/table.ts'
import { take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount, showDate } from '../terminal/words.ts'
import { colourOf } from './state-colours.ts'
import { type Moment, timelineOf } from './timeline.ts'

const mostDeliveries = 50

export const transactionsShow = command({
  name: 'transactions show',
  says: 'show a transaction: what it is, and what has happened to it',
  args: { id: { says: 'the transaction' } },
  options: {},
  examples: [
    'trilho transactions show 019a8a3c-…',
    'trilho transactions show 019a8a3c-… --json | jq .transaction.state',
  ],
  run: async ({ terminal, connect, signal }, { args: { id } }) => {
    const trilho = await connect()
    const detail = await trilho.transactions.read(id, { signal })
    const [{ items: refunds }, { items: deliveries }] = await Promise.all([
      trilho.transactions.listRefunds(id, { signal }),
      take(terminal, trilho.deliveries.each({ transactionId: id }, { signal }), mostDeliveries),
    ])
    terminal.answer({ ...detail, refunds, deliveries }, () =>
      print(terminal, detail, timelineOf(detail.transaction, refunds, deliveries)),
    )
  },
})

function print(terminal: Terminal, { transaction, payment, webhook }: TransactionDetail, timeline: Moment[]): void {
  const { paint } = terminal
  const { amount, state, type, paymentType } = transaction
  const direction = type === 'Credit' ? 'in' : 'out'
  terminal.line(
    `${paint('bold', showAmount(amount))} ${direction} by ${paymentType}: ${paint(colourOf(state), paint('bold', state))}\n`,
  )
  terminal.line(
    facts(paint, [
      ['id', transaction.id],
      ['order', both(transaction.orderId, transaction.orderDescription)],
      ['payer', both(payment.payer?.name, payment.payer?.cpf ?? payment.payer?.cnpj)],
      ['recipient', both(payment.receiver?.name, payment.receiver?.cpf ?? payment.receiver?.cnpj)],
      ['key', both(payment.key, payment.keyType)],
      ['paid', transaction.receiptAmount && showAmount(transaction.receiptAmount)],
      ['charges', showAmount(transaction.charges)],
      ['refunded', /[1-9]/.test(transaction.refundedAmount) ? showAmount(transaction.refundedAmount) : null],
      ['end to end', transaction.receiptVoucher],
      ['receipt', transaction.receiptUrl],
      ['webhook', both(showAddress(webhook.url), webhook.deliveryStatus)],
    ]),
  )
  const width = Math.max(...timeline.map(moment => moment.state.length))
  terminal.line(`\n${paint('bold', 'What happened')}`)
  for (const { date, state, text } of timeline)
    terminal.line(
      `${paint('dim', showDate(date))}  ${paint(colourOf(state), `● ${state.padEnd(width)}`)}  ${text}`.trimEnd(),
    )
}

const both = (first: string | null | undefined, second: string | null | undefined) =>
  plain([first, second && (first ? `(${second})` : second)].filter(Boolean).join(' '))
