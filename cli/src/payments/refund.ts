import { command } from '../command-line/command.ts'
import { readAmount, showAmount } from '../terminal/words.ts'
import { confirm, yesOption } from './confirm.ts'

export const refund = command({
  name: 'refund',
  says: 'give a paid cash-in back, whole or in part',
  more: 'Asks before money leaves; --yes for scripts. Give --refund-id, so that a repeated command refunds once.',
  args: { id: { says: 'the transaction' } },
  options: {
    amount: { value: 'AMOUNT', says: 'how much; default: all that is left' },
    'refund-id': { value: 'ID', says: 'your id of the refund' },
    yes: yesOption,
  },
  examples: ['trilho refund 019a8a3c-… --amount 2.50 --refund-id cake-2', 'trilho refund 019a8a3c-… --yes'],
  run: async (session, { args: { id }, options }) => {
    const { terminal } = session
    const amount = options.amount === undefined ? undefined : readAmount(options.amount)
    const refundId = options['refund-id']
    await confirm(
      session,
      `Give back ${amount === undefined ? 'all that is left' : showAmount(amount)} of ${id}?`,
      options.yes,
    )
    const trilho = await session.connect()
    const created = await trilho.transactions.refund(id, {
      ...(amount === undefined ? {} : { amount }),
      ...(refundId === undefined ? {} : { refundId }),
    })
    terminal.answer(created, () => {
      const { paint } = terminal
      terminal.line(
        `${paint('green', '✓')} ${showAmount(created.amount)} go back (${created.state}), refund ${created.refundId}.`,
      )
    })
  },
})
