import type { CallbackPlace } from '../rails.ts'
import { type Bank, saysNothing } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { fieldsOf, textOf } from './reading.ts'

/** Where the bank keeps whom it calls back: for payments to the key, and where it pays out perhaps for payouts. */
export function callbackPlaces(bank: Bank, { payoutCallbackPath }: Dialect): CallbackPlace[] {
  const { pixUrl, pixKey, payoutUrl } = bank.settings
  const ofPayments = `${pixUrl}/webhook/${encodeURIComponent(pixKey)}`
  const ofPayouts = payoutUrl === null || payoutCallbackPath === null ? [] : [payoutUrl + payoutCallbackPath]
  return [ofPayments, ...ofPayouts].map(url => placeAt(bank, url))
}

/** What a bank does not tell, of whatever reason, is set again: it is the same address. */
const placeAt = (bank: Bank, url: string): CallbackPlace => ({
  async read() {
    const answer = await bank.call({ operation: 'read callback address', method: 'GET', url })
    return answer.status < 300 ? textOf(fieldsOf(answer.body)['webhookUrl']) : null
  },
  async set(webhookUrl) {
    const ask = { operation: 'set callback address', method: 'PUT', url } as const
    const answer = await bank.call({ ...ask, body: { webhookUrl } })
    if (answer.status >= 300) saysNothing(answer)
  },
})
