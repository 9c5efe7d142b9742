import { command } from '../command-line/command.ts'
import { facts } from '../terminal/table.ts'
import { showAmount } from '../terminal/words.ts'

export const balance = command({
  name: 'balance',
  says: 'show what the account has',
  args: {},
  options: {},
  examples: ['trilho balance', 'trilho balance --json | jq -r .available'],
  run: async ({ terminal, connect, signal }) => {
    const balance = await (await connect()).account.readBalance({ signal })
    const says = (amount: string, words: string) => `${amount}  ${terminal.paint('dim', words)}`
    terminal.answer(balance, () =>
      terminal.line(
        facts(terminal.paint, [
          ['available', says(terminal.paint('bold', showAmount(balance.available)), 'to pay out or refund now')],
          ['held', says(showAmount(balance.held), 'for payments and refunds on their way')],
          ['blocked', says(showAmount(balance.blocked), 'by disputes, until they are decided')],
          ['reserved', says(showAmount(balance.reserved), 'held back for some days')],
          ['total', says(showAmount(balance.total), 'all of them')],
        ]),
      ),
    )
  },
})
