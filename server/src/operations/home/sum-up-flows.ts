import type { Sql } from '../../platform/db/db.ts'
import { addFlows, lockMark, selectProgress } from './sql.ts'

/** Some 100 ms of work: what a person waits for without noticing. */
const mostAtOnce = 200_000

/**
 * Sums up what has been posted since somebody last looked, in pieces. Answers whether there is more: then the next look
 * goes on. Postings are only ever added, in the order of their numbers, so that what is summed up stays right.
 */
export async function sumUpFlows(needs: { sql: Sql }, merchantId: string, most = mostAtOnce): Promise<boolean> {
  const { postings, summed } = await selectProgress(needs.sql, merchantId)
  if (postings <= summed) return false
  return needs.sql.begin(async tx => {
    const mark = await lockMark(tx, merchantId)
    const moved = await addFlows(tx, merchantId, mark, most)
    return moved > mark && moved < postings
  })
}
