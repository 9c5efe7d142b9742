import type { Dialect } from '../dialect.ts'
import { presets } from '../presets.ts'
import { textOf } from '../reading.ts'
import { wordsIn } from '../refusals.ts'

/** The central bank's own words. It knows charges and refunds, and no payouts. */
export const standard: Dialect = {
  calls: presets.standard.calls,
  reportsStaticIds: presets.standard.reportsStaticIds,
  dueCharges: presets.standard.dueCharges,
  // Neither the standard nor Efí publish figures: what they answer with 429 and Retry-After is kept.
  limits: {},
  isNotFound: answer => answer.status === 404 && wordsIn(answer) !== null,
  isDuplicate: () => false,
  // Banks call it by other names too: Sicoob `brcode`, Bradesco `emv`, Banco do Brasil once `textoImagemQRcode`.
  copyPasteOf: ({ pixCopiaECola, brcode, emv, textoImagemQRcode }) =>
    textOf(pixCopiaECola) ?? textOf(brcode) ?? textOf(emv) ?? textOf(textoImagemQRcode),
  // A plus that is not encoded is a space to some servers.
  keyInPath: encodeURIComponent,
  boletos: null,
  payouts: null,
  payoutProbe: null,
  payoutCallbackPath: null,
  payers: null,
  transfers: null,
  keys: null,
  balance: null,
  tariffs: null,
  disputes: null,
  initiations: null,
}
