import type { Dialects } from '../rails-of.ts'
import { bacenPix } from './bacen-pix.ts'
import { bankDialects } from './dialects.ts'

/** The banks that move real money, by their dialects. */
export const realBanks = (needs: { storageKey: Buffer; clock: () => Date }): Dialects =>
  Object.fromEntries(Object.entries(bankDialects).map(([name, dialect]) => [name, bacenPix(needs, dialect)]))
