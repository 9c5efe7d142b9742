import type { Sql } from '../../platform/db/db.ts'
import { accounts } from '../../money/ledger/postings.ts'
import { type Operation, birthsOf, operations } from '../../money/transactions/operations.ts'
import { type State, transitions } from '../../money/transactions/states.ts'
import {
  type Step,
  deleteAudits,
  insertAudit,
  proveAdjustments,
  proveBanks,
  proveHeld,
  provePostings,
  proveReceived,
  proveSent,
  proveSums,
  proveSuspense,
  proveToBlock,
  proveTransactions,
  saveProgress,
  selectCheck,
  selectMerchantIds,
  selectNames,
  selectPageEnd,
  selectProgress,
  takeInterrupted,
  upsertCheck,
} from './sql.ts'
import { proveBatches, proveBills, proveLinks } from './products/prove-products.ts'
import { type Fault, type Progress, type Stage, addFaults, atTheStart } from './progress.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { minUuid } from '../../platform/lib/uuid.ts'
import { wrongBookRows } from '../../platform/lib/metrics.ts'

const expected = (Object.keys(operations) as Operation[]).flatMap(operation =>
  [...expectedPostings(operation)].map(([state, pattern]) => ({ operation, state, pattern })),
)

/** Rows that one statement looks at: memory and time of a step are bounded, however long a history is. */
const rowsOfStep = 10_000

type Needs = { sql: Sql }
type Options = { onlyMerchant?: string }
export type Audit = { faults: Fault[]; merchants: number; resumed: boolean } & Pick<
  Progress,
  'postings' | 'transactions'
>

/** Proves the books from the postings up, and answers every row that is wrong. */
export const auditBooks = async (needs: Needs, options?: Options): Promise<Fault[]> =>
  (await proveBooks(needs, options)).faults

/** Merchant by merchant, range by range. Its progress is stored, so that an interrupted proof continues. */
export async function proveBooks(needs: Needs, { onlyMerchant }: Options = {}): Promise<Audit> {
  const taken = onlyMerchant === undefined ? await takeInterrupted(needs.sql) : null
  const id = taken ?? (await insertAudit(needs.sql))
  const known = new Map((await selectProgress(needs.sql, id)).map(one => [one.merchantId, one]))
  const all: Progress[] = []
  const merchants = onlyMerchant === undefined ? await selectMerchantIds(needs.sql) : [{ id: onlyMerchant }]
  for (const { id: merchantId } of merchants) {
    let progress = known.get(merchantId) ?? atTheStart(merchantId)
    while (progress.stage !== 'done') {
      progress = await proveNext[progress.stage](needs, progress)
      await saveProgress(needs.sql, id, progress)
    }
    all.push(progress)
  }
  await deleteAudits(needs.sql, id)
  const sum = (of: 'postings' | 'transactions') => all.reduce((total, one) => total + one[of], 0n)
  return {
    faults: all.flatMap(one => one.faults),
    merchants: all.length,
    resumed: taken !== null,
    postings: sum('postings'),
    transactions: sum('transactions'),
  }
}

type Prove = (needs: Needs, progress: Progress) => Promise<Progress>

/** A step of each stage; the last of a stage leads to the next. */
const proveNext: Record<Exclude<Stage, 'done'>, Prove> = {
  postings: proveMorePostings,
  transactions: proveMoreTransactions,
}

async function proveMorePostings({ sql }: Needs, progress: Progress): Promise<Progress> {
  const { merchantId } = progress
  const { rows, faults, balance, ...sums } = await provePostings(sql, progress, rowsOfStep)
  const named = faults.map(fault => ({ merchantId, ...fault }))
  const after = { ...progress, ...sums, postings: progress.postings + BigInt(rows), faults: addFaults(progress, named) }
  if (rows === rowsOfStep) return after
  const differs = { merchantId, row: 'balance', fault: 'it differs from the sum of the postings' }
  const faultsOfBalance = isBalance(after, balance) ? [] : [differs]
  return { ...after, faults: addFaults(after, faultsOfBalance), stage: 'transactions' }
}

/** A merchant without postings may have no balance either. */
const isBalance = (sums: Progress, balance: Step['balance']): boolean =>
  accounts.every(account => BigInt(balance?.[account] ?? 0) === sums[account]) &&
  BigInt(balance?.postings ?? 0) === sums.postings

async function proveMoreTransactions({ sql }: Needs, progress: Progress): Promise<Progress> {
  const { merchantId } = progress
  const after = progress.transactionId ?? minUuid
  const { rows, id: last } = await selectPageEnd(sql, merchantId, after, rowsOfStep)
  const isLast = rows < rowsOfStep
  const faults = last === null ? [] : await proveRange(sql, merchantId, { after, last })
  const faultsOfMerchant = isLast ? await proveWholeMerchant(sql, merchantId) : []
  return {
    ...progress,
    transactionId: last ?? progress.transactionId,
    transactions: progress.transactions + BigInt(rows),
    faults: addFaults(progress, [...faults, ...faultsOfMerchant]),
    stage: isLast ? 'done' : 'transactions',
  }
}

const proveRange = async (sql: Sql, merchantId: string, range: { after: string; last: string }): Promise<Fault[]> => [
  ...(await proveTransactions(sql, merchantId, range, expected)),
  ...(await proveReceived(sql, merchantId, range)),
  ...(await proveSent(sql, merchantId, range)),
  ...(await proveHeld(sql, merchantId, range)),
  ...(await proveBills(sql, merchantId, range)),
]

const proveWholeMerchant = async (sql: Sql, merchantId: string): Promise<Fault[]> => [
  ...(await proveLinks(sql, merchantId)),
  ...(await proveBatches(sql, merchantId)),
  ...(await proveAdjustments(sql, merchantId)),
  ...(await proveSuspense(sql, merchantId)),
  ...(await proveToBlock(sql, merchantId)),
  ...(merchantId === platformId
    ? [...(await proveBanks(sql, merchantId)), ...(await proveSumsTwice(sql, merchantId))]
    : []),
]

/** The parts of a distributed database are read a moment apart: what is wrong is wrong a second time. */
async function proveSumsTwice(sql: Sql, merchantId: string): Promise<Fault[]> {
  const found = await proveSums(sql, merchantId)
  const again = found.length === 0 ? [] : await proveSums(sql, merchantId)
  return found.filter(({ row }) => again.some(one => one.row === row))
}

/** The postings that a transaction in each state must have, as patterns, found by walking the table of states. */
function expectedPostings(operation: Operation): Map<State, string> {
  const patterns = new Map<State, Set<string>>()
  const stepsFrom = (state: State, avoided: readonly State[]) =>
    transitions.flatMap(({ type, from, to, posting }) =>
      type === operations[operation].type && from === state && !avoided.includes(to)
        ? [{ to, posted: posting === null ? '' : ` ${posting}` }]
        : [],
    )
  /** The ways from a state until another is reached, around those to be avoided. */
  const waysTo = (target: State, from: State, avoided: readonly State[]): string[] =>
    stepsFrom(from, [...avoided, from]).flatMap(({ to, posted }) => {
      const there = rounds(from, [...avoided, target]) + posted
      return to === target ? [there] : waysTo(target, to, [...avoided, from]).map(rest => there + rest)
    })
  /** What may happen any number of times in a state: what leaves it as it is, and ways that return to it. */
  const rounds = (state: State, avoided: readonly State[]): string => {
    const ways = stepsFrom(state, avoided).flatMap(({ to, posted }) =>
      to === state ? [posted] : waysTo(state, to, avoided).map(rest => posted + rest),
    )
    const posting = [...new Set(ways.filter(way => way !== ''))]
    return posting.length === 0 ? '' : `(${posting.join('|')})*`
  }
  const walk = (state: State, before: string, passed: readonly State[]) => {
    const here = before + rounds(state, passed)
    patterns.set(state, (patterns.get(state) ?? new Set()).add(here))
    for (const { to, posted } of stepsFrom(state, [...passed, state])) walk(to, here + posted, [...passed, state])
  }
  for (const { to, posting } of birthsOf(operation)) walk(to, posting === null ? '' : ` ${posting}`, [])
  return new Map([...patterns].map(([of, ways]) => [of, `^(${[...ways].join('|')})$`]))
}

const name = 'books'
const firstShown = 5

/** The same proof as `npm run audit`; its result is for the operator's screen and a metric. Returns 0: there is no more work now. */
export async function watchBooks({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<0> {
  const startedMs = performance.now()
  const found = await auditBooks({ sql })
  const faults = found.length
  wrongBookRows.set(faults)
  const tookMs = Math.round(performance.now() - startedMs)
  await upsertCheck(sql, { name, at: clock(), tookMs, faults, firstFaults: found.slice(0, firstShown) })
  return 0
}

/** What the last proof found, and whose the first few of it are; null: none has been made yet. */
export async function readLastAudit({ sql }: { sql: Sql }) {
  const check = await selectCheck(sql, name)
  if (check === undefined) return null
  const { at, tookMs, faults, firstFaults } = check
  const ids = firstFaults.map(({ merchantId }) => merchantId)
  const merchants = ids.length === 0 ? [] : await selectNames(sql, ids)
  const nameOf = (merchantId: string) => merchants.find(({ id }) => id === merchantId)?.name ?? merchantId
  return { at, tookMs, faults, first: firstFaults.map(one => ({ ...one, merchantName: nameOf(one.merchantId) })) }
}
