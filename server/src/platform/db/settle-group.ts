import { ExternalFault } from '../lib/within-time.ts'
import { DatabaseFault, isDamage, isDataError, isRowLocked } from './database-faults.ts'
import { currentMerchant } from './connections.ts'

/** Runs work that many merchants share: it is not counted for the one whose request came first. */
export const afterThisTurn = (work: () => void) => currentMerchant.exit(() => setImmediate(work))

/** One caller of a group commit, and how its promise is settled. */
export type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * `together`: many merchants, with a short wait for locked rows. `around`: items whose rows are locked are skipped and
 * get `RowLocked`. `alone`: one merchant, which waits as long as the limits allow.
 */
export type GroupMode = 'together' | 'around' | 'alone'

const mostApart = 4
export const onOneNode = { database: { isDistributed: false } }

/** The item was skipped because another session holds one of its rows. Its merchant then waits alone. */
export class RowLocked extends ExternalFault {}

type Options<Item, Result> = {
  writeAll: (items: Item[], mode: GroupMode) => Promise<Array<Result | Error>>
  largest: number
  mostAside: number
  /** On a distributed database merchants are on different nodes: each gets its own commit, a few at a time. */
  on: { database: { isDistributed: boolean } }
  /** The database is down: callers that still wait get the same error as those in the group. */
  onFault: (fault: DatabaseFault) => void
}

/** Writes groups and settles every caller, whatever fails for one of them. */
export function groupSettler<Item extends { merchantId: string }, Result>({
  writeAll,
  largest,
  mostAside,
  on,
  onFault,
}: Options<Item, Result>) {
  type One = Waiting<Item, Result>
  /** Merchants with a locked row, each with the callers that wait behind the first one. */
  const aside = new Map<string, One[]>()

  return { settle: settleAll, behind: (merchantId: string) => aside.get(merchantId) }

  async function settleAll(group: One[]): Promise<void> {
    if (!on.database.isDistributed) return settle(group, 'together')
    const groups = [...Map.groupBy(group, one => one.item.merchantId).values()]
    const oneByOne = async () => {
      for (let next = groups.shift(); next !== undefined; next = groups.shift()) await settle(next, 'together')
    }
    await Promise.all(Array.from({ length: mostApart }, oneByOne))
  }

  async function settle(group: One[], mode: GroupMode): Promise<void> {
    const items = group.map(one => one.item)
    const results = await writeAll(items, mode).catch((error: unknown) => settleAfter(error, group, mode))
    if (results === undefined) return
    const held: One[] = []
    for (const [i, one] of group.entries()) {
      const result = results[i]
      if (result instanceof RowLocked) held.push(one)
      else if (result instanceof Error) one.reject(result)
      else one.resolve(result as Result)
    }
    setAside(held)
  }

  /** The whole group was rolled back. */
  async function settleAfter(error: unknown, group: One[], mode: GroupMode): Promise<undefined> {
    if (mode === 'together' && isRowLocked(error)) await settle(group, 'around')
    else if (group.length > 1 && (isDataError(error) || isDamage(error))) {
      // A group with data that PostgreSQL refuses or cannot read is split in halves, until only the wrong items fail.
      const half = Math.ceil(group.length / 2)
      await settle(group.slice(0, half), mode)
      await settle(group.slice(half), mode)
    } else {
      for (const one of group) one.reject(error)
      if (error instanceof DatabaseFault && error.kind !== 'databaseBusy' && !isDamage(error)) onFault(error)
    }
  }

  /** Each merchant waits alone, a few at most, so that connections are left for the others. */
  function setAside(held: One[]) {
    for (const [merchantId, group] of Map.groupBy(held, one => one.item.merchantId)) {
      const behind = aside.get(merchantId)
      if (behind !== undefined) behind.push(...group)
      else if (aside.size >= mostAside) for (const one of group) one.reject(new DatabaseFault('databaseBusy'))
      else void retryMerchantAlone(merchantId, group)
    }
  }

  async function retryMerchantAlone(merchantId: string, first: One[]) {
    const behind: One[] = []
    aside.set(merchantId, behind)
    for (let group = first; group.length > 0; group = behind.splice(0, largest)) await settle(group, 'alone')
    aside.delete(merchantId)
  }
}
