import { command } from '../command-line/command.ts'
import { colourOf } from '../transactions/state-colours.ts'

export const cancel = command({
  name: 'cancel',
  says: 'cancel a cash-in that nobody has paid',
  more: 'A payment that came first wins. `Registered` in the answer: its bank has yet to confirm.',
  args: { id: { says: 'the transaction' } },
  options: {},
  examples: ['trilho cancel 019a8a3c-…'],
  run: async (session, { args: { id } }) => {
    const trilho = await session.connect()
    const cancelled = await trilho.transactions.cancel(id)
    const { terminal } = session
    terminal.answer(cancelled, () => {
      const state = cancelled.transactionState
      terminal.line(`${id}: ${terminal.paint(colourOf(state), state)}`)
    })
  },
})
