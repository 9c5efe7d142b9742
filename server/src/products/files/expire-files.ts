import type { Tx } from '../../platform/db/db.ts'
import { expireFilesOf, isAnyUnderWay } from './sql.ts'

/**
 * Files of these merchants can no longer be downloaded, because somebody in them was erased: a new one is without them. A worker
 * deletes the stored ones. False: one is being written that may have the person in it.
 */
export async function expireFiles(tx: Tx, merchantIds: string[], now: Date): Promise<boolean> {
  await expireFilesOf(tx, merchantIds, now)
  return !(await isAnyUnderWay(tx, merchantIds))
}
