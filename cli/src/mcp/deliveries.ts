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
  says: `What is sent to the merchant's address, and what its last ${mostAttempts} attempts were answered.`,
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
  says: 'Sends one webhook event again, under the same id. Use it after the receiver was mended.',
  input: { id: inputs.id("The event's id, its webhook-id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => ({
    says: 'It is on its way again: read_delivery shows what comes of it.',
    data: shown(await trilho.deliveries.resend(id)),
  }),
})
