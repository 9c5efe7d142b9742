import {
  type SimulatedOutcome,
  type SimulatedPayment,
  type TransactionDetail,
  type Trilho,
  TrilhoError,
} from '@trilho/sdk'
import { Failure } from '../command-line/failure.ts'
import { nobodysAddress } from '../payments/webhook-address.ts'

/** What a bank may report, and what it does. */
export const outcomes = {
  complete: 'complete a payment; the same as trilho pay',
  error: 'make a payment fail',
  cancel: 'cancel a payment',
  register: 'register a cash-out at the bank',
  reverse: 'reverse a completed payment',
  refund: 'refund a completed cash-in',
  'pay-boleto': 'pay the boleto of a bill',
  'settle-boleto': 'settle the paid boleto of a bill',
} as const

export type Outcome = keyof typeof outcomes

const boletoMethods = { 'pay-boleto': 'payBoleto', 'settle-boleto': 'settleBoleto' } as const
const isOfBoleto = (outcome: Outcome): outcome is keyof typeof boletoMethods => outcome in boletoMethods

/** Someone who may pay where anybody may. */
const anybody = { name: 'Maria da Silva', taxNumber: '52998224725' }

/** Lets the sandbox's bank report something; `webhookFault` says in words that only the webhook failed. */
export async function simulate(trilho: Trilho, id: string, outcome: Outcome, paid: SimulatedPayment) {
  const before = await trilho.transactions.read(id)
  const after = await ask(trilho, before, outcome, paid).catch((error: unknown) =>
    unlessOnlyTheWebhookFailed(trilho, id, error),
  )
  return { before: before.transaction, ...after }
}

/** PIX and OpenFinance have endpoints of their own, which do the same. */
function ask(trilho: Trilho, { transaction, payment }: TransactionDetail, outcome: Outcome, paid: SimulatedPayment) {
  const outcomeOf = (response: Promise<SimulatedOutcome>) => response.then(outcome => ({ outcome, webhookFault: null }))
  const { id, paymentType, type } = transaction
  if (paymentType === 'OpenFinance') {
    if (outcome === 'register')
      throw new Failure('refused', 'An OpenFinance payment is already registered when it is created.')
    if (isOfBoleto(outcome)) throw new Failure('refused', 'An OpenFinance payment has no boleto.')
    return outcomeOf(trilho.sandbox.initiations[outcome](id))
  }
  if (isOfBoleto(outcome)) return outcomeOf(trilho.sandbox[boletoMethods[outcome]](id))
  if (outcome !== 'complete') return outcomeOf(trilho.sandbox[outcome](id))
  const isAnonymous = type === 'Credit' && !payment.payer
  return outcomeOf(trilho.sandbox.complete(id, isAnonymous ? { ...anybody, ...paid } : paid))
}

/** The state did change: an unreachable webhook is reported, but is no failure. */
async function unlessOnlyTheWebhookFailed(trilho: Trilho, id: string, error: unknown) {
  if (!(error instanceof TrilhoError) || error.reason !== 'WebhookUnreachable') throw error
  const { transaction, webhook } = await trilho.transactions.read(id)
  const outcome = {
    transactionId: id,
    transactionState: transaction.state,
    stateErrorCause: transaction.stateErrorCause,
  }
  const webhookFault =
    webhook.url === nobodysAddress
      ? 'It has no webhook address: trilho listen shows its event.'
      : `Its webhook address (${webhook.url}) was not reached; it is tried again. trilho listen shows the event all the same.`
  return { outcome, webhookFault }
}
