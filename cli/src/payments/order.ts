import { wrongUsage } from '../command-line/failure.ts'

export const orderOptions = {
  order: { value: 'ID', says: 'your order id; repeating it with the same words answers the first payment again' },
  description: { value: 'TEXT', says: 'your description' },
  metadata: { value: 'JSON', says: 'your own fields: {"shop":"Centro"}' },
} as const

type Typed = Record<'order' | 'description' | 'metadata', string | undefined>

/** Nothing at all where nothing was said. */
export const orderOf = ({ order, description, metadata }: Typed) =>
  order === undefined && description === undefined && metadata === undefined
    ? {}
    : {
        transaction: {
          ...(order === undefined ? {} : { orderId: order }),
          ...(description === undefined ? {} : { orderDescription: description }),
          ...(metadata === undefined ? {} : { metadata: readMetadata(metadata) }),
        },
      }

/** The server checks keys and texts. */
function readMetadata(typed: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(typed)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, string>
  } catch {
    // Said below.
  }
  throw wrongUsage(`"${typed}" is no JSON object.`, `For example --metadata '{"shop":"Centro"}'`)
}
