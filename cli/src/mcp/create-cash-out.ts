import { z } from 'zod'
import { nobodysAddress } from '../payments/webhook-address.ts'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const createCashOut = tool({
  name: 'create_cash_out',
  title: 'Pay out by PIX',
  says: 'Pays somebody by PIX. Money leaves the account: call check_cash_out, have a person confirm what it answers, then give its token.',
  input: {
    amount: inputs.amount,
    idempotencyKey: inputs.idempotencyKey,
    key: z.string().describe('The PIX key to pay to'),
    keyType: inputs.keyType,
    recipientName: z.string(),
    recipientCpf: z.string(),
    checkToken: z.string().optional().describe('Of check_cash_out: nothing is paid but what was checked'),
    orderId: z.string().optional().describe("The merchant's own order id"),
    description: z.string().optional(),
    webhookUrl: z.url().optional().describe("Webhook address. Default: the profile's"),
  },
  isIdempotent: true,
  run: async ({ trilho, access }, given) => {
    const { amount, key, keyType, recipientName: name, recipientCpf: cpf, checkToken, orderId, description } = given
    const { transaction } = await trilho.pix.createCashOut(
      {
        payment: { recipient: { name, cpf }, key: { type: keyType, value: key }, value: amount, checkToken },
        transaction: { orderId, orderDescription: description },
        webhook: { url: given.webhookUrl ?? access.webhookUrl ?? nobodysAddress },
      },
      { idempotencyKey: given.idempotencyKey },
    )
    return { says: `${showAmount(transaction.amount)} are on their way to ${name}.`, data: shown({ transaction }) }
  },
})
