import type { SealedColumn } from '../../platform/db/reseal.ts'
import { selectSealedPreviousSecrets, selectSealedSecrets, updateSealedSecret } from './sql.ts'

/** For when the server's secret changes. */
export const sealedWebhookSecrets: SealedColumn[] = [
  { what: 'webhook secrets', select: selectSealedSecrets, update: updateSealedSecret },
  { what: 'webhook secrets before a rotation', select: selectSealedPreviousSecrets, update: updateSealedSecret },
]
