import { z } from 'zod'
import { type Outcome, outcomes, simulate } from '../sandbox/simulate.ts'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { type Needs, tool } from './tool.ts'

const id = inputs.id("The transaction's id")

export const completePayment = tool({
  name: 'complete_payment',
  title: 'Complete a payment (sandbox)',
  says: 'Sandbox only: pays a cash-in as the customer would, or completes a cash-out, and calls its webhook.',
  input: {
    id,
    amount: inputs.amount.optional().describe('Amount paid, if it differs from the requested one, as text'),
  },
  isIdempotent: false,
  run: (needs, { id, amount }) => play(needs, id, 'complete', amount),
})

export const simulateOutcome = tool({
  name: 'simulate_outcome',
  title: 'Simulate an outcome (sandbox)',
  says: `Sandbox only: simulates what a bank reports. ${Object.entries(outcomes)
    .filter(([outcome]) => outcome !== 'complete')
    .map(([outcome, says]) => `${outcome}: ${says}`)
    .join('; ')}.`,
  input: { id, outcome: z.enum(['error', 'cancel', 'register', 'reverse', 'refund', 'pay-boleto', 'settle-boleto']) },
  isIdempotent: false,
  run: (needs, { id, outcome }) => play(needs, id, outcome),
})

async function play({ trilho }: Needs, id: string, outcome: Outcome, amount?: string) {
  const {
    before,
    outcome: after,
    webhookFault,
  } = await simulate(trilho, id, outcome, amount === undefined ? {} : { amount })
  const says = `${showAmount(before.amount)}: ${before.state} → ${after.transactionState}.`
  return {
    says: webhookFault === null ? says : `${says} The webhook address could not be reached; the event is retried.`,
    data: shown(after),
  }
}
