import type { Sql } from '../db/db.ts'
import { addVolumes, lockMark, selectBehind } from './sql.ts'

const merchantsAtOnce = 50
const postingsAtOnce = 100_000

/**
 * Sums up what has been posted since the last time. Postings are only ever added, in the order of their numbers, so that
 * what is summed up stays right. Answers for how many merchants: those who have more are next.
 */
export async function sumUpVolumes(needs: { sql: Sql }): Promise<number> {
  const behind = await selectBehind(needs.sql, merchantsAtOnce)
  for (const { merchantId } of behind)
    await needs.sql.begin(async tx => addVolumes(tx, merchantId, await lockMark(tx, merchantId), postingsAtOnce))
  return behind.length
}
