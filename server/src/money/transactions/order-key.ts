/** What makes a request once-only: its order id, or else the Idempotency-Key header. */
export const orderKey = (orderId: string) => `order:${orderId}`
const headerKey = (idempotencyKey: string) => `header:${idempotencyKey}`

/** The key of a request; undefined: each such request is its own. */
export const requestKey = (request: { orderId?: string | undefined; idempotencyKey?: string | undefined }) => {
  if (request.orderId !== undefined) return orderKey(request.orderId)
  return request.idempotencyKey && headerKey(request.idempotencyKey)
}
