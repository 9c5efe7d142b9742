import { randomInt } from 'node:crypto'

/** The end-to-end id of a Pix payment: E, the paying bank's ISPB, the minute in UTC, and 11 characters of its own. */
export const END_TO_END_ID_PATTERN = '^E[0-9A-Z]{8}\\d{12}[0-9A-Za-z]{11}$'

const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function endToEndId({ ispb, at }: { ispb: string; at: Date }): string {
  if (!/^[0-9A-Z]{8}$/.test(ispb)) throw new RangeError(`Not an ISPB: ${ispb}`)
  const minute = at.toISOString().slice(0, 16).replace(/[-T:]/g, '')
  let own = ''
  for (let i = 0; i < 11; i++) own += ALPHANUMERICS.charAt(randomInt(ALPHANUMERICS.length))
  return `E${ispb}${minute}${own}`
}

/** Some banks write ids in capitals in some of their responses: payments are compared by this. */
export const paymentKey = (id: string): string => id.toLowerCase()

/** The minute in which the payment was started, read from its id. Null if the id is invalid. */
export function minuteOf(id: string): Date | null {
  const [, year, month, day, hour, minute] = /^E\w{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(id) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return Number.isNaN(time) ? null : new Date(time)
}
