/** What makes a request once-only: its order id, or else the Idempotency-Key header. */
export const orderKey = (orderId: string) => `order:${orderId}`

/** Under which the platform makes something once by itself. It is no text, so that no header of a merchant can be one. */
export type OwnKey = { readonly own: string }

export const ownKey = (
  of:
    | 'static payment'
    | 'batch row'
    | 'bill import row'
    | 'link'
    | 'check'
    | 'transfer'
    | 'transfer received'
    | 'credited payment',
  id: string,
): OwnKey => ({
  own: `own:${of}:${id}`,
})

/** What a merchant sent as its Idempotency-Key, or a key of the platform's own. */
export type OnceKey = string | OwnKey

/** The key of a request; undefined: each such request is its own. */
export const requestKey = (request: { orderId?: string | undefined; idempotencyKey?: OnceKey | undefined }) => {
  const { orderId, idempotencyKey } = request
  if (orderId !== undefined) return orderKey(orderId)
  if (typeof idempotencyKey === 'object') return idempotencyKey.own
  return idempotencyKey && `header:${idempotencyKey}`
}
