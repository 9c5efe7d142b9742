import type { SealedColumn } from '../../../platform/db/reseal.ts'
import { selectSealedSecrets, updateSealedSecret } from './sql.ts'

/** For when the server's secret changes. */
export const sealedBucketSecrets: SealedColumn = {
  what: 'secrets of buckets that files are put into',
  select: selectSealedSecrets,
  update: updateSealedSecret,
}
