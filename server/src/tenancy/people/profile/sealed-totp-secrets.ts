import type { SealedColumn } from '../../../platform/db/reseal.ts'
import { selectSealedTotpSecrets, updateSealedTotpSecret } from './sql.ts'

/** For when the server's secret changes. */
export const sealedTotpSecrets: SealedColumn = {
  what: 'secrets of one-time codes',
  select: selectSealedTotpSecrets,
  update: updateSealedTotpSecret,
}
