import { z } from 'zod'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const checkCashOut = tool({
  name: 'check_cash_out',
  title: 'Check a payout',
  says: 'Checks a payout without sending it: the owner of the key, charges, limits and the balance afterwards, or the reason why it would be refused. No money is held. Show the result to a person, then call create_cash_out with its token within five minutes to send exactly this payout.',
  input: {
    amount: inputs.amount,
    key: z.string().describe('The PIX key to pay to'),
    keyType: inputs.keyType,
    recipientName: z.string(),
    recipientCpf: inputs.recipientCpf,
    recipientCnpj: inputs.recipientCnpj,
  },
  isIdempotent: true,
  run: async ({ trilho }, { amount, key, keyType, recipientName: name, recipientCpf: cpf, recipientCnpj: cnpj }) => {
    const payment = { recipient: { name, cpf, cnpj }, key: { type: keyType, value: key }, value: amount }
    const { key: sentKey, ...check } = await trilho.pix.checkCashOut({ payment })
    const { refusal, owner, balance } = check
    return {
      says:
        refusal === null
          ? `${showAmount(check.amount)} to ${owner?.name ?? name} can be paid; ${showAmount(balance.after)} would be left.`
          : `It would be refused: ${refusal.reason}.`,
      data: shown({ ...check, keyType: sentKey.type, key: sentKey.value }),
    }
  },
})
