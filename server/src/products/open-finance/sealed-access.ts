import type { SealedColumn } from '../../platform/db/reseal.ts'
import { selectSealedAccess, updateSealedAccess } from './sql.ts'

/** For when the server's secret changes. */
export const sealedConsentAccess: SealedColumn = {
  what: "banks' leave to pay once",
  select: selectSealedAccess,
  update: updateSealedAccess,
}
