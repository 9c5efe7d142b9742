import { randomBytes, randomUUID } from 'node:crypto'

/** The simulated bank's number in the payment system. */
export const ownIspb = '99999004'

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const chance = (length: number) => Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length]).join('')

/** `E` (a payment) or `D` (a return), the bank that began it, the minute in UTC, and eleven characters of chance. */
const systemId = (letter: 'E' | 'D', ispb: string, at: Date) =>
  `${letter}${ispb}${at.toISOString().slice(0, 16).replace(/[-T:]/g, '')}${chance(11)}`

export const endToEndId = (ispb: string, at: Date) => systemId('E', ispb, at)
export const returnId = (ispb: string, at: Date) => systemId('D', ispb, at)
export const capabilityToken = () => randomUUID().replaceAll('-', '')
export const chosenTxid = () => randomUUID().replaceAll('-', '')
export const bankId = () => randomUUID()
export const secret = () => randomBytes(24).toString('base64url')
