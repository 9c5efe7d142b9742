import { z } from 'zod'
import { nobodysAddress } from '../payments/webhook-address.ts'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const createCashIn = tool({
  name: 'create_cash_in',
  title: 'Create a PIX cash-in',
  says: 'Creates a PIX charge and returns the code that the customer pays. Without payerCpf or payerCnpj anyone can pay it.',
  input: {
    amount: inputs.amount,
    idempotencyKey: inputs.idempotencyKey,
    payerCpf: z.string().optional().describe('CPF of the payer; 529.982.247-25 works in a sandbox'),
    payerCnpj: z.string().optional().describe('CNPJ of the company that pays, instead of payerCpf'),
    payerName: z.string().optional().describe('Name of the payer; requires payerCpf or payerCnpj'),
    orderId: z.string().optional().describe("The merchant's own order id"),
    description: z.string().optional(),
    expiresIn: z.int().positive().optional().describe('Seconds until the charge expires'),
    webhookUrl: z.url().optional().describe("Webhook address. Default: the profile's"),
  },
  isIdempotent: true,
  run: async ({ trilho, access }, given) => {
    const { amount, payerCpf: cpf, payerCnpj: cnpj, payerName: name, expiresIn, orderId, description } = given
    const isNamed = cpf !== undefined || cnpj !== undefined
    const { transaction, payment } = await trilho.pix.createCashIn(
      {
        payment: { value: { original: amount }, expiresIn, ...(isNamed ? { payer: { cpf, cnpj, name } } : {}) },
        transaction: { orderId, orderDescription: description },
        webhook: { url: given.webhookUrl ?? access.webhookUrl ?? nobodysAddress },
      },
      { idempotencyKey: given.idempotencyKey },
    )
    return {
      says: `${showAmount(transaction.amount)} can be paid now with the code in payment.qrCode.`,
      data: shown({ transaction, payment }),
    }
  },
})
