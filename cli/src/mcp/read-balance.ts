import { showAmount } from '../terminal/words.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const readBalance = tool({
  name: 'read_balance',
  title: 'Read the balance',
  says: "The merchant's balance: available, held for payments and refunds in progress, blocked in disputes, and the total.",
  input: {},
  isIdempotent: true,
  run: async ({ trilho }) => {
    const balance = await trilho.account.readBalance()
    return { says: `${showAmount(balance.available)} are available.`, data: shown(balance) }
  },
})
