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

/** Rows are committed within this time after their id is made, because statements, locks and repeats are bounded. */
const settledAfterMs = 60_000
/** A row that came even later, for example on a machine that stood still, gets its terms by a second check. */
const checkedAfterMs = 600_000
const claimedForMs = 60_000
const pauses = { shortestMs: 1_000, longestMs: 10_000 }
const mostMarks = 50
/** On a distributed database one query shows which merchants have something new. */
const mostMarksAtOnce = 500
const termsAtOnce = 2_000

/** Rows of one merchant in one step. The worker pauses between steps, so that payments come first. */
const mostRows = 500

type Needs = { sql: Sql; clock: () => Date }

/**
 * Writes the search terms of transactions that were made or moved money since the last step, merchant by merchant.
 * Terms are written before the mark moves and can be written twice, so a worker that dies or runs beside another leaves
 * none out. Returns how many merchants had nothing new if others still wait, so that the next step starts at once.
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

/** For inserted rows with old ids, which no step returns to: all transactions of the merchant are indexed again. */
export async function indexAgain({ sql }: Pick<Needs, 'sql'>, merchantId: string): Promise<void> {
  await deleteMark(sql, merchantId)
}

/** A merchant with more rows comes again in the next step; one without new rows ever less often. */
function nextLook({ pauseMs }: Mark, found: number, { now, most }: { now: Date; most: number }) {
  const after = (ms: number) => ({ lookAt: new Date(now.getTime() + ms), pauseMs: ms })
  if (found >= most) return after(0)
  if (found > 0) return after(pauses.shortestMs)
  return after(Math.min(pauses.longestMs, Math.max(pauses.shortestMs, pauseMs * 2)))
}

type Found = Named & { merchantId: string; id: string }

/** Sorted, so that two workers that write the same terms never deadlock. */
async function writeTerms(sql: Sql, found: Found[]): Promise<void> {
  const words = found.flatMap(one => termsOfRow(one, one.merchantId, one.id))
  const inOrder = new Map(words.map(one => [`${one.merchantId} ${one.term} ${one.transactionId}`, one]))
  const sorted = [...inOrder].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, word]) => word)
  for (let from = 0; from < sorted.length; from += termsAtOnce)
    await insertTerms(sql, sorted.slice(from, from + termsAtOnce))
}

const termsOfRow = (named: Named, merchantId: string, transactionId: string): Term[] =>
  termsOf(named).map(term => ({ merchantId, term, transactionId }))
