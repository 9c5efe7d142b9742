import type { Sql } from '../../platform/db/db.ts'
import { addToBanks, addVolumes, lockMark, selectBehind } from './sql.ts'
import { minUuid } from '../../platform/lib/uuid.ts'

const usually = { merchantsAtOnce: 50, postingsAtOnce: 100_000 }

/**
 * Sums up what has been posted since the last time. Postings are only ever added, in the order of their numbers, so that
 * what is summed up stays right. Merchants have their turns however busy those before them are: a step is for some of
 * them, the next for those after, and at the end of a round it answers 0, unless one has so much that more is left.
 */
export function volumeSummer(needs: { sql: Sql }, { merchantsAtOnce, postingsAtOnce } = usually) {
  let after = minUuid
  let leftInRound = 0

  return async (): Promise<number> => {
    const sql = needs.sql.longWork()
    const behind = await selectBehind(sql, after, merchantsAtOnce)
    for (const { merchantId, last, postings } of behind) {
      // One that fails does not delay those after it.
      after = merchantId
      if (postings > postingsAtOnce) leftInRound++
      await sql.begin(async tx => {
        const mark = await lockMark(tx, merchantId)
        const most = mark + BigInt(postingsAtOnce)
        const range = { mark, last: last < most ? last : most }
        await addToBanks(tx, merchantId, range)
        await addVolumes(tx, merchantId, range)
      })
    }
    if (behind.length === merchantsAtOnce) return behind.length
    const left = leftInRound
    after = minUuid
    leftInRound = 0
    return left
  }
}
