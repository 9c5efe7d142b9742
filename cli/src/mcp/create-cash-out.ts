import { z } from 'zod'
import { nobodysAddress } from '../payments/webhook-address.ts'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const createCashOut = tool({
  name: 'create_cash_out',
  title: 'Pay out by PIX',
  says: 'Sends a payout by PIX. Money leaves the account: call check_cash_out first, have a person confirm the result, then send its token as checkToken.',
  input: {
    amount: inputs.amount,
    idempotencyKey: inputs.idempotencyKey,
    key: z.string().describe('The PIX key to pay to'),
    keyType: inputs.keyType,
    recipientName: z.string(),
    recipientCpf: inputs.recipientCpf,
    recipientCnpj: inputs.recipientCnpj,
    checkToken: z.string().optional().describe('Token from check_cash_out: only the checked payout is sent'),
    orderId: z.string().optional().describe("The merchant's own order id"),
    description: z.string().optional(),
    webhookUrl: z.url().optional().describe("Webhook address. Default: the profile's"),
  },
  isIdempotent: true,
  run: async ({ trilho, access }, given) => {
    const {
      amount,
      key,
      keyType,
      recipientName: name,
      recipientCpf: cpf,
      recipientCnpj: cnpj,
      checkToken,
      orderId,
      description,
    } = given
    const { transaction } = await trilho.pix.createCashOut(
      {
        payment: { recipient: { name, cpf, cnpj }, key: { type: keyType, value: key }, value: amount, checkToken },
        transaction: { orderId, orderDescription: description },
        webhook: { url: given.webhookUrl ?? access.webhookUrl ?? nobodysAddress },
      },
      { idempotencyKey: given.idempotencyKey },
    )
    return { says: `${showAmount(transaction.amount)} will be sent to ${name}.`, data: shown({ transaction }) }
  },
})
