import { z } from 'zod'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

const id = inputs.id("The dispute's id")

export const listDisputes = tool({
  name: 'list_disputes',
  title: 'List disputes',
  says: "Disputes, newest first: payments that the payer's bank requests back. You can answer a dispute that is Open.",
  input: {
    state: z.enum(['Open', 'Defended', 'Returning', 'Returned', 'Released']).optional(),
    transactionId: z.uuid().optional().describe('Disputes of one transaction'),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.disputes.list(query)
    return {
      says: `${items.length} disputes${nextCursor === null ? '' : '; there are more'}.`,
      data: shown({ items, nextCursor }),
    }
  },
})

export const readDispute = tool({
  name: 'read_dispute',
  title: 'Read a dispute',
  says: 'One dispute: its reason, the blocked amount, the deadline to answer, the answer, and after a return contestUntil, the deadline to contest it.',
  input: { id },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const dispute = await trilho.disputes.read(id)
    const contest = dispute.contestUntil ? ` The return can be contested until ${dispute.contestUntil}.` : ''
    return {
      says: `${dispute.state}: ${showAmount(dispute.blockedAmount)} are blocked.${dispute.contest ? '' : contest}`,
      data: shown(dispute),
    }
  },
})

export const defendDispute = tool({
  name: 'defend_dispute',
  title: 'Answer a dispute',
  says: 'Sends the answer to a dispute. You can answer only once: have a person confirm the text first. Evidence must be added in the portal before.',
  input: { id, text: z.string().min(1).describe('Why the payment is legitimate; the bank reads this text') },
  isIdempotent: false,
  run: async ({ trilho }, { id, text }) => {
    const dispute = await trilho.disputes.defend(id, { text })
    return { says: `The dispute is ${dispute.state}. The bank decides.`, data: shown(dispute) }
  },
})
