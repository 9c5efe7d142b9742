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
    terminal.answer(balance, () =>
      terminal.line(
        facts(terminal.paint, [
          ['available', terminal.paint('bold', showAmount(balance.available))],
          ['held', `${showAmount(balance.held)}  ${terminal.paint('dim', 'for payments and refunds on their way')}`],
          [
            'blocked',
            `${showAmount(balance.blocked)}  ${terminal.paint('dim', 'by disputes, until they are decided')}`,
          ],
          ['total', showAmount(balance.total)],
        ]),
      ),
    )
  },
})
