import { ExternalFault } from '../lib/within-time.ts'
import { DatabaseFault, isDataError, isRowLocked } from './database-faults.ts'

/** One caller of a batch, and how it is answered. */
export type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * `together`: many merchants, who do not wait long for one of them. `around`: those of whom somebody else holds a row are
 * left out, as `RowLocked`. `alone`: one merchant, who waits for as long as the limits allow.
 */
export type BatchMode = 'together' | 'around' | 'alone'

const mostApart = 4
export const onOneNode = { database: { isDistributed: false } }

/** Of an item of a batch: somebody else holds a row it needs, so it was left out. Its merchant waits by itself. */
export class RowLocked extends ExternalFault {}

type Options<Item, Result> = {
  writeAll: (items: Item[], mode: BatchMode) => Promise<Array<Result | Error>>
  largest: number
  mostAside: number
  /** On a distributed database merchants are on different nodes: each has a commit of its own, a few of them at once. */
  on: { database: { isDistributed: boolean } }
  /** The database is not there: what is said to those who were in the batch goes for those who wait. */
  onFault: (fault: DatabaseFault) => void
}

/** Writes the groups of a batch and answers everyone in them, whatever goes wrong with one of them. */
export function groupSettler<Item extends { merchantId: string }, Result>({
  writeAll,
  largest,
  mostAside,
  on,
  onFault,
}: Options<Item, Result>) {
  type One = Waiting<Item, Result>
  /** Merchants of whom somebody else holds a row, each with those who wait behind the one that was first held up. */
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

  async function settle(group: One[], mode: BatchMode): Promise<void> {
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

  /** The whole group was undone. */
  async function settleAfter(error: unknown, group: One[], mode: BatchMode): Promise<undefined> {
    if (mode === 'together' && isRowLocked(error)) await settle(group, 'around')
    else if (group.length > 1 && isDataError(error)) {
      // Data that PostgreSQL refuses is looked for by halves, so that only the bad ones fail.
      const half = Math.ceil(group.length / 2)
      await settle(group.slice(0, half), mode)
      await settle(group.slice(half), mode)
    } else {
      for (const one of group) one.reject(error)
      if (error instanceof DatabaseFault && error.kind !== 'databaseBusy') onFault(error)
    }
  }

  /** Each merchant waits by itself, a few at most, so that connections are left for the others. */
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
