import { formatAmount } from '../../platform/brazil/money.ts'
import type { Decision } from './read-decision.ts'

export const decisionView = ({ steps, mayStillApprove, cost, mine }: Decision, viewerId: string) => ({
  steps: steps.map(step => ({
    id: step.id,
    at: step.at.toISOString(),
    name: step.userName,
    realm: step.realm,
    status: step.status,
    comment: step.comment,
    isMe: step.userId === viewerId,
  })),
  mayStillApprove,
  cost: cost && {
    charges: formatAmount(cost.charges),
    total: formatAmount(cost.total),
    available: cost.available,
    suffices: cost.suffices,
  },
  mine,
})
