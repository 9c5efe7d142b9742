import type { Dialect, DialectName } from './dialect.ts'
import { efi } from './dialects/efi.ts'
import { inter } from './dialects/inter.ts'
import { sicoob } from './dialects/sicoob.ts'
import { standard } from './dialects/standard.ts'
import type { Dialects } from '../rails-of.ts'
import { bacenPix } from './bacen-pix.ts'

/** How each bank speaks. A new one is a file beside these, a line here and a name in `dialect-names.ts`. */
export const bankDialects: Record<DialectName, Dialect> = { standard, efi, inter, sicoob }

/** The banks that move real money, by their dialects. */
export const realBanks = (needs: { storageKey: Buffer; clock: () => Date }): Dialects =>
  Object.fromEntries(Object.entries(bankDialects).map(([name, dialect]) => [name, bacenPix(needs, dialect)]))
