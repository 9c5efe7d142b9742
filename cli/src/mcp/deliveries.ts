import { z } from 'zod'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

const mostAttempts = 5

export const listDeliveries = tool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  says: 'Webhook deliveries, newest first: each event with its last response and its next attempt.',
  input: {
    state: z.enum(['Pending', 'Failed', 'Success']).optional(),
    transactionId: z.uuid().optional().describe('Events of one transaction'),
    startDate: inputs.since.describe('Created at or after'),
    endDate: inputs.since.describe('Created at or before'),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.deliveries.list(query)
    const says = `${items.length} deliveries${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items, nextCursor }) }
  },
})

export const readDelivery = tool({
  name: 'read_delivery',
  title: 'Read a webhook delivery',
  says: `The event that is sent to the merchant's address, and the responses to its last ${mostAttempts} attempts.`,
  input: { id: inputs.id("The event's id, its webhook-id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const delivery = await trilho.deliveries.read(id)
    const attempts = delivery.attempts.slice(-mostAttempts)
    return {
      says: `${delivery.status} after ${delivery.attemptCount} attempts.`,
      data: shown({ ...delivery, attempts }),
    }
  },
})

export const resendDelivery = tool({
  name: 'resend_delivery',
  title: 'Send an event again',
  says: 'Sends one webhook event again, with the same id. Use it after the receiver is fixed.',
  input: { id: inputs.id("The event's id, its webhook-id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => ({
    says: 'The event is being sent again. read_delivery shows the result.',
    data: shown(await trilho.deliveries.resend(id)),
  }),
})
