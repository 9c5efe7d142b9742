import type { News } from './queue-notification.ts'

/** An address that is not reached, or whose events were given up: one news for its origin, however many events there are. */
export const webhooksFail = ({ merchantId, origin }: { merchantId: string; origin: string }): News => ({
  merchantId,
  kind: 'webhooksFail',
  subject: origin,
  details: { host: new URL(origin).host },
})
