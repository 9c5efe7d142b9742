import { command } from '../command-line/command.ts'
import { Failure } from '../command-line/failure.ts'
import { drawQr } from '../terminal/draw-qr.ts'
import { showAmount } from '../terminal/words.ts'

export const qr = command({
  name: 'qr',
  says: 'draw the QR code of a cash-in',
  args: { id: { says: 'the transaction' } },
  options: {},
  examples: ['trilho qr 019a8a3c-…', 'trilho qr 019a8a3c-… --json | jq -r .qrCode'],
  run: async ({ terminal, connect }, { args: { id } }) => {
    const { transaction, payment } = await (await connect()).transactions.read(id)
    const { qrCode, qrCodeLocation } = payment
    if (qrCode === null) throw new Failure('refused', 'This transaction has no QR code.', 'Only a PIX cash-in has one.')
    const drawing = await drawQr(qrCode, terminal.isColoured)
    terminal.answer({ qrCode, qrCodeLocation }, () => {
      terminal.line(`${drawing}\n\n${qrCode}`)
      terminal.note(
        `\n${showAmount(transaction.amount)}, ${transaction.state}. ${qrCodeLocation}.png is the same as an image.`,
      )
    })
  },
})
