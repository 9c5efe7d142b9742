import { showAmount } from '../terminal/words.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const readBalance = tool({
  name: 'read_balance',
  title: 'Read the balance',
  says: "The merchant's money: what is available, what is held for payments and refunds on their way, and both together.",
  input: {},
  isIdempotent: true,
  run: async ({ trilho }) => {
    const balance = await trilho.account.readBalance()
    return { says: `${showAmount(balance.available)} are available.`, data: shown(balance) }
  },
})
