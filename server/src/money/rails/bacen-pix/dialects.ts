import type { Dialect } from './dialect.ts'
import type { DialectName } from './dialect-names.ts'
import { efi } from './dialects/efi.ts'
import { inter } from './dialects/inter.ts'
import { sicoob } from './dialects/sicoob.ts'
import { standard } from './dialects/standard.ts'

/** How each bank speaks. A new one is a file beside these, a line here and a name in `dialect-names.ts`. */
export const bankDialects: Record<DialectName, Dialect> = { standard, efi, inter, sicoob }
