import { command } from '../command-line/command.ts'
import { facts } from '../terminal/table.ts'
import { showAmount } from '../terminal/words.ts'

const none = 'none but the balance'

export const limits = command({
  name: 'limits',
  says: 'show the most that the account may send',
  args: {},
  options: {},
  examples: ['trilho limits', 'trilho limits --json | jq -r .perNight'],
  run: async ({ terminal, connect, signal }) => {
    const limits = await (await connect()).account.readLimits({ signal })
    const show = (amount: string | null) => (amount === null ? none : showAmount(amount))
    const { cashOuts, companyPayments, nightFrom, nightUntil, newRecipientHours } = limits
    terminal.answer(limits, () =>
      terminal.line(
        facts(terminal.paint, [
          ['payout', show(cashOuts.perTransaction)],
          ['payouts per day', `${show(cashOuts.perDay)}, ${showAmount(cashOuts.sentToday)} sent today`],
          ['company payment', show(companyPayments.perTransaction)],
          ['of those per day', `${show(companyPayments.perDay)}, ${showAmount(companyPayments.sentToday)} sent today`],
          [`${nightFrom}:00 to ${nightUntil}:00`, show(limits.perNight)],
          ['recipient per day', show(limits.perRecipient)],
          [`first ${newRecipientHours} hours`, show(limits.newRecipient)],
          ['access key per day', show(limits.perKey)],
        ]),
      ),
    )
  },
})
