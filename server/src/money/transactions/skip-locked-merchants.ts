import type { Sql, Tx } from '../../platform/db/db.ts'
import { type GroupMode, RowLocked } from '../../platform/db/settle-group.ts'
import { takeFreeBooks } from '../ledger/read-books.ts'
import { lockFreeTransactions } from './sql.ts'
import type { TransactionId } from './transaction.ts'

/** How long a group of many merchants waits for a row before it skips the merchants whose rows are locked. */
const shortMs = 250

type ToLock = { merchantId: string; id?: string }

/** One commit for a group of merchants. Those whose rows are locked are left out and reported; nobody waits. */
export const commitAround = <Item extends ToLock, Result>(
  sql: Sql,
  items: Item[],
  mode: GroupMode,
  write: (tx: Tx, items: Item[]) => Promise<Array<Result | Error>>,
): Promise<Array<Result | Error>> =>
  sql.begin(
    async tx => {
      if (mode !== 'around') return write(tx, items)
      const free = await freeOf(tx, items)
      const written = await write(tx, items.filter(free))
      const next = written.values()
      return items.map(item => (free(item) ? (next.next().value as Result | Error) : new RowLocked()))
    },
    mode === 'together' ? { lockMs: shortMs } : {},
  )

/** Locks what can be locked at once; answers whether an item is among it. */
async function freeOf(tx: Tx, items: ToLock[]): Promise<(item: ToLock) => boolean> {
  const ids = items.flatMap(({ merchantId, id }) => (id === undefined ? [] : [{ merchantId, id }]))
  const found = ids.length > 0 ? await lockFreeTransactions(tx, ids) : []
  const transactions = new Set(found.map(keyOf))
  const merchants = await takeFreeBooks(
    tx,
    items.map(one => one.merchantId),
  )
  return ({ merchantId, id }) =>
    merchants.has(merchantId) && (id === undefined || transactions.has(keyOf({ merchantId, id })))
}

const keyOf = ({ merchantId, id }: TransactionId) => `${merchantId} ${id}`
