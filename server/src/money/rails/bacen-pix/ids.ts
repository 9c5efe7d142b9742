import { bytesToUuid } from '../../../platform/lib/uuid.ts'

/** Our ids at a bank: letters and digits only. */
export const orderIdAtBank = (id: string): string => id.replaceAll('-', '')

/** Null: no id of ours. */
export const openOrderId = (id: string): string | null =>
  /^[0-9a-f]{32}$/i.test(id) ? bytesToUuid(Buffer.from(id, 'hex')) : null

const idLength = 25
/** As many as the database numbers. */
const mostMerchants = 2 ** 31 - 1

/**
 * The id of a charge at the bank: the transaction's id in 25 characters, then the merchant's number. So a payment leads to
 * its transaction without an index over all of them.
 */
export const txidOf = (transactionId: string, merchantNumber: number): string =>
  BigInt(`0x${orderIdAtBank(transactionId)}`)
    .toString(36)
    .padStart(idLength, '0') + merchantNumber.toString(36)

/** Null: no txid of ours. Some banks write it in capitals. */
export function openTxid(text: string): { transactionId: string; merchantNumber: number } | null {
  const txid = text.toLowerCase()
  if (!/^[0-9a-z]{26,35}$/.test(txid)) return null
  let id = 0n
  for (const digit of txid.slice(0, idLength)) id = id * 36n + BigInt(Number.parseInt(digit, 36))
  const merchantNumber = Number.parseInt(txid.slice(idLength), 36)
  // Others' names look like ours: banks choose 32 letters and digits.
  if (id >= 2n ** 128n || merchantNumber > mostMerchants) return null
  const bytes = Buffer.from(id.toString(16).padStart(32, '0'), 'hex')
  return { transactionId: bytesToUuid(bytes), merchantNumber }
}
