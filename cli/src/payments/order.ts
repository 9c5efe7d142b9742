export const orderOptions = {
  order: { value: 'ID', says: 'your order id; repeating it with the same words answers the first payment again' },
  description: { value: 'TEXT', says: 'your description' },
} as const

type Typed = { order: string | undefined; description: string | undefined }

/** Nothing at all where nothing was said. */
export const orderOf = ({ order, description }: Typed) =>
  order === undefined && description === undefined
    ? {}
    : {
        transaction: {
          ...(order === undefined ? {} : { orderId: order }),
          ...(description === undefined ? {} : { orderDescription: description }),
        },
      }
