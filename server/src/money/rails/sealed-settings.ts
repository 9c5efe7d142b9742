import type { SealedColumn } from '../../platform/db/reseal.ts'
import { selectSealedSettings, updateSealedSettings } from './sql.ts'

/** For when the server's secret changes. */
export const sealedBankSettings: SealedColumn = {
  what: 'settings of banks',
  select: selectSealedSettings,
  update: updateSealedSettings,
}
