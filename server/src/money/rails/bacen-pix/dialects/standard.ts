import type { Dialect } from '../dialect.ts'
import { textOf } from '../reading.ts'

/** The central bank's own words. It knows charges and refunds, and no payouts. */
export const standard: Dialect = {
  token: { style: 'form', scopes: 'cob.read cob.write pix.read pix.write webhook.read webhook.write' },
  headers: () => ({}),
  isNotFound: ({ status }) => status === 404,
  isDuplicate: () => false,
  copyPasteOf: ({ pixCopiaECola }) => textOf(pixCopiaECola),
  // Received payments have the id of a static code, says the standard; Itaú, for one, blocks codes with ids of others.
  reportsStaticIds: true,
  payouts: null,
  payoutCallbackPath: null,
  payers: null,
  keys: null,
  disputes: null,
  initiations: null,
}
