import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { drawQr } from '../terminal/draw-qr.ts'
import { facts } from '../terminal/table.ts'
import { readAmount, showAmount } from '../terminal/words.ts'
import { orderOf, orderOptions } from './order.ts'
import { readTimeoutMs, waitForEnd, waitOptions } from './wait-for-end.ts'
import { webhookFor, webhookOption } from './webhook-address.ts'

export const cashIn = command({
  name: 'cash-in',
  says: 'ask for a payment by PIX: a code to copy, and a QR code',
  more: `Without --payer-cpf or --payer-cnpj anybody may pay. With --wait and --json, a second document has the outcome.`,
  args: { amount: { says: 'in reais: 10.50' } },
  options: {
    'payer-cpf': { value: 'CPF', says: 'who is to pay' },
    'payer-cnpj': { value: 'CNPJ', says: 'the company that is to pay, instead' },
    'only-payer': { says: 'return money from another document' },
    'payer-name': { value: 'NAME', says: 'their name' },
    editable: { says: 'the payer may pay another amount' },
    'expires-in': { value: 'SECONDS', says: 'until it can no longer be paid; default: a day' },
    ...orderOptions,
    webhook: webhookOption,
    qr: { says: 'draw the QR code' },
    ...waitOptions,
  },
  examples: [
    'trilho cash-in 10.50 --qr --wait',
    'trilho cash-in 10.50 --payer-cpf 529.982.247-25 --payer-name "Maria da Silva" --order order-1',
    'trilho cash-in 10.50 --json | jq -r .payment.qrCode',
  ],
  run: async (session, { args, options }) => {
    const { terminal } = session
    const { 'payer-cpf': cpf, 'payer-cnpj': cnpj, 'payer-name': name, 'expires-in': expiresIn, editable } = options
    const original = readAmount(args.amount)
    const timeoutMs = readTimeoutMs(options.timeout)
    const isNamed = cpf !== undefined || cnpj !== undefined
    if (!isNamed && name !== undefined)
      throw wrongUsage('A payer with a name needs a CPF or CNPJ, too.', 'Add --payer-cpf or --payer-cnpj')
    const webhook = webhookFor(await session.access(), terminal, options.webhook)
    const trilho = await session.connect()
    const created = await trilho.pix.createCashIn({
      payment: {
        ...(isNamed ? { payer: { cpf, cnpj, name } } : {}),
        ...(options['only-payer'] ? { onlyThisPayer: true } : {}),
        value: { original, ...(editable ? { editable } : {}) },
        ...(expiresIn === undefined ? {} : { expiresIn: readSeconds(expiresIn) }),
      },
      ...orderOf(options),
      webhook,
    })
    const { transaction, payment } = created
    const drawing = options.qr && payment !== undefined ? await drawQr(payment.qrCode, terminal.isColoured) : null
    terminal.answer(created, () => {
      const { paint } = terminal
      terminal.line(`${paint('green', '✓')} ${showAmount(transaction.amount)} can be paid now.\n`)
      if (drawing !== null) terminal.line(`${drawing}\n`)
      const pairs: [string, string | null | undefined][] = [
        ['id', paint('bold', transaction.id)],
        ['order', transaction.orderId],
        ['code', payment?.qrCode],
        ['image', payment && `${payment.qrCodeLocation}.png`],
      ]
      terminal.line(facts(paint, pairs))
      terminal.note(`\nIn the sandbox, pay it: trilho pay ${transaction.id}`)
    })
    if (!options.wait) return
    await waitForEnd(session, transaction, timeoutMs)
    terminal.answer(await trilho.transactions.read(transaction.id), () =>
      terminal.line(`${terminal.paint('green', '✓')} Paid.`),
    )
  },
})

function readSeconds(typed: string): number {
  if (!/^[1-9]\d{0,7}$/.test(typed)) throw wrongUsage(`"${typed}" is no number of seconds.`)
  return Number(typed)
}
