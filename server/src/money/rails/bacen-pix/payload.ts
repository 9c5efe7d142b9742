import { readLocation } from '../../../platform/brazil/br-code.ts'
import type { Bank } from './bank.ts'
import { fieldsOf, jsonOf, textOf } from './reading.ts'

const form = /^[A-Za-z0-9]{1,35}$/

/**
 * The name of the charge that a copy-and-paste code leads to, by its payload, which the central bank has every payer's bank
 * read. Null: the code leads nowhere, or what is there cannot be read.
 */
export async function readTxid(bank: Bank, qrCode: string, signal: AbortSignal): Promise<string | null> {
  const location = readLocation(qrCode)
  if (location === null) return null
  const ask = { operation: 'read boleto code', method: 'GET', isPublic: true, isOptional: true } as const
  const { status, text = '' } = await bank.call({ ...ask, url: `https://${location}`, signal })
  // Who signed it does not matter: the bank itself has given the address, and it is read over TLS.
  const payload = jsonOf(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const txid = status < 300 ? textOf(fieldsOf(payload)['txid']) : null
  return txid !== null && form.test(txid) ? txid : null
}
