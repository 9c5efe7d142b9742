import { type Command, command } from '../command-line/command.ts'
import { showAmount } from '../terminal/words.ts'

const decisions = {
  approve: 'let all approvers agree to a payment request',
  reject: 'let an approver reject one',
} as const

export const sandboxDecisions: Command[] = (Object.keys(decisions) as (keyof typeof decisions)[]).map(decision =>
  command({
    name: `sandbox ${decision}`,
    says: decisions[decision],
    more: 'Only in the sandbox: in production people decide in the portal.',
    args: { id: { says: 'the payment request' } },
    options: { comment: { value: 'TEXT', says: 'a word for the merchant' } },
    examples: [`trilho sandbox ${decision} 019a8a3b-… --comment "as agreed"`],
    run: async ({ terminal, connect }, { args: { id }, options: { comment } }) => {
      const trilho = await connect()
      const request = await trilho.sandbox.paymentRequests[decision](id, comment === undefined ? {} : { comment })
      terminal.answer(request, () => terminal.line(`${showAmount(request.amount)}: ${request.status}`))
    },
  }),
)
