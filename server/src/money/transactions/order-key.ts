/** What makes a request once-only: its order id, or else the Idempotency-Key header. */
export const orderKey = (orderId: string) => `order:${orderId}`
export const headerKey = (idempotencyKey: string) => `header:${idempotencyKey}`
