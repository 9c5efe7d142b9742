import type { Dialect } from './dialect.ts'
import { efi } from './dialects/efi.ts'
import { inter } from './dialects/inter.ts'
import { sicoob } from './dialects/sicoob.ts'
import { standard } from './dialects/standard.ts'
import type { Dialects } from '../rails-of.ts'
import { bacenPix } from './bacen-pix.ts'
import { type DialectName, presets } from './presets.ts'

/** A bank that follows the standard but for data, and only receives. */
const receiving = (name: DialectName): Dialect => ({
  ...standard,
  calls: presets[name].calls,
  reportsStaticIds: presets[name].reportsStaticIds,
  dueCharges: presets[name].dueCharges,
})

/** How each bank speaks. A new one is a row of `presets.ts` and a line here. */
export const bankDialects: Record<DialectName, Dialect> = {
  standard,
  efi,
  inter,
  sicoob,
  bb: receiving('bb'),
  itau: receiving('itau'),
  santander: receiving('santander'),
  bradesco: receiving('bradesco'),
  sicredi: receiving('sicredi'),
}

/** The banks that move real money, by their dialects. */
export const realBanks = (needs: Parameters<typeof bacenPix>[0]): Dialects =>
  Object.fromEntries(Object.entries(bankDialects).map(([name, dialect]) => [name, bacenPix(needs, dialect)]))
