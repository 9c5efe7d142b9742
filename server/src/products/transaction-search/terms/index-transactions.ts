import type { Sql } from '../../../platform/db/db.ts'
import { firstUuidOf } from '../../../platform/lib/uuid.ts'
import {
  type Mark,
  type Term,
  claimMarks,
  deleteMark,
  insertMarks,
  insertTerms,
  moveMarks,
  selectBehind,
  selectChecked,
  selectMade,
  selectNamed,
  selectPosted,
} from './sql.ts'
import { type Named, termsOf } from './folded-terms.ts'

/** Ids are made before their rows are committed, by less than this: statements, locks and their repeats are bounded. */
const settledAfterMs = 60_000
/** What came later all the same, as no bound holds for a machine that stood still, has words after a second look. */
const checkedAfterMs = 600_000
const claimedForMs = 60_000
const pauses = { shortestMs: 1_000, longestMs: 10_000 }
const mostMarks = 50
/** Of a distributed database, where one query shows which of them have anything new. */
const mostMarksAtOnce = 500
const termsAtOnce = 2_000

/** Of one merchant in one step. The worker rests between steps: payments come before words. */
const mostRows = 500

type Needs = { sql: Sql; clock: () => Date }

/**
 * Writes down the words of transactions that were made or moved money since the last look, merchant by merchant. Words are
 * written before the mark moves, and writing one twice changes nothing: a worker that dies between the two, or runs at the same time,
 * leaves none out. Answers how many merchants it looked at in vain, where others wait: then the next step begins at once.
 */
export async function indexTransactions(needs: Needs, most = mostRows): Promise<number> {
  const { sql } = needs
  const now = needs.clock()
  await insertMarks(sql, now)
  const mostClaimed = sql.database.isDistributed ? mostMarksAtOnce : mostMarks
  const marks = await claimMarks(sql, now, new Date(now.getTime() + claimedForMs), mostClaimed)
  if (marks.length === 0) return 0
  const before = {
    made: firstUuidOf(now.getTime() - settledAfterMs),
    checked: firstUuidOf(now.getTime() - checkedAfterMs),
  }
  const behind = sql.database.isDistributed ? await thoseBehind(sql, marks, before) : marks
  const read = behind.slice(0, mostMarks)
  const leftForNext = new Set(behind.slice(mostMarks))
  const [made, posted, checked] = await Promise.all([
    selectMade(sql, read, before.made, most),
    selectPosted(sql, read, most),
    selectChecked(sql, read, before.checked, most),
  ])
  const late = await Promise.all(
    checked.map(async ({ merchantId, unknown }) => (unknown === null ? [] : selectNamed(sql, merchantId, unknown))),
  )
  await writeTerms(sql, [...made, ...posted.filter(one => one.id !== null), ...late.flat()] as Found[])
  const madeBy = Map.groupBy(made, one => one.merchantId)
  const postedBy = Map.groupBy(posted, one => one.merchantId)
  const checkedBy = new Map(checked.map(one => [one.merchantId, one]))
  const moved = marks.map(mark => {
    if (leftForNext.has(mark)) return { ...mark, lookAt: now }
    const [ids, sequences] = [madeBy.get(mark.merchantId) ?? [], postedBy.get(mark.merchantId) ?? []]
    const { checkedUntil, count } = checkedBy.get(mark.merchantId) ?? { ...mark, count: 0 }
    return {
      ...mark,
      checkedUntil,
      madeUntil: ids.map(one => one.id).reduce((a, b) => (a > b ? a : b), mark.madeUntil),
      postedUntil: sequences.map(one => one.sequence).reduce((a, b) => (a > b ? a : b), mark.postedUntil),
      ...nextLook(mark, Math.max(ids.length, sequences.length, count), { now, most }),
    }
  })
  await moveMarks(sql, moved)
  return made.length + posted.length + checked.length === 0 && marks.length === mostClaimed ? marks.length : 0
}

async function thoseBehind(sql: Sql, marks: Mark[], before: { made: string; checked: string }): Promise<Mark[]> {
  const found = new Set((await selectBehind(sql, marks, before)).map(({ merchantId }) => merchantId))
  return marks.filter(({ merchantId }) => found.has(merchantId))
}

/** After transactions with ids of long ago, which no look would come back to, all of the merchant's are followed anew. */
export async function indexAgain({ sql }: Pick<Needs, 'sql'>, merchantId: string): Promise<void> {
  await deleteMark(sql, merchantId)
}

/** Who has more is looked at with the next step; who has had nothing for long, ever less often. */
function nextLook({ pauseMs }: Mark, found: number, { now, most }: { now: Date; most: number }) {
  const after = (ms: number) => ({ lookAt: new Date(now.getTime() + ms), pauseMs: ms })
  if (found >= most) return after(0)
  if (found > 0) return after(pauses.shortestMs)
  return after(Math.min(pauses.longestMs, Math.max(pauses.shortestMs, pauseMs * 2)))
}

type Found = Named & { merchantId: string; id: string }

/** In one order, so that two who write the same never wait for each other in a circle. */
async function writeTerms(sql: Sql, found: Found[]): Promise<void> {
  const words = found.flatMap(one => termsOfRow(one, one.merchantId, one.id))
  const inOrder = new Map(words.map(one => [`${one.merchantId} ${one.term} ${one.transactionId}`, one]))
  const sorted = [...inOrder].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, word]) => word)
  for (let from = 0; from < sorted.length; from += termsAtOnce)
    await insertTerms(sql, sorted.slice(from, from + termsAtOnce))
}

export const termsOfRow = (named: Named, merchantId: string, transactionId: string): Term[] =>
  termsOf(named).map(term => ({ merchantId, term, transactionId }))
