import type { Tx } from '../../../platform/db/db.ts'
import { fold, nameWords } from './folded-terms.ts'
import { deleteTerms } from './sql.ts'

/** The transactions are no longer found by these names and texts. */
export const purgeTerms = (
  tx: Tx,
  { merchantId, ids, names, texts }: { merchantId: string; ids: string[]; names: string[]; texts: string[] },
) => deleteTerms(tx, { merchantId, ids, terms: [...new Set([...names.flatMap(nameWords), ...texts.map(fold)])] })
