import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { eachMerchant } from '../../tenancy/merchants/each-merchant.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { type Books, openBooks } from '../ledger/books.ts'
import { lockHolds, selectNextRelease, selectReleasing, updateHold, updateReleased } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

const mostHolds = 500

/** Releases what was held long enough, and what covers a balance below zero. Returns how many holds it released. */
export async function releaseReserves(needs: Needs, log?: (fault: string) => void): Promise<number> {
  let released = 0
  const now = needs.clock()
  await eachMerchant(
    needs,
    (after, most) => selectReleasing(needs.sql, { now, after }, most),
    log,
    async merchantId => {
      released += await releaseOf(needs, merchantId)
    },
  )
  return released
}

async function releaseOf(needs: Pick<Needs, 'sql' | 'clock'>, merchantId: string): Promise<number> {
  const at = clockOf(needs, await readMerchantNow(needs, merchantId))
  return needs.sql.begin(async tx => {
    const books = await openBooks(tx, [merchantId])
    const released = await release(tx, { books, merchantId, required: 0n, at })
    await books.close()
    return released
  })
}

type Release = { books: Books; merchantId: string; required: Micros; at: Date }

/** Makes available what lacks to so much, as far as it is reserved, whatever its date is. The caller has opened the books. */
export async function releaseMissing(tx: Tx, input: Release): Promise<void> {
  const { books, merchantId, required } = input
  if (books.reserved(merchantId) === 0n || books.available(merchantId) >= required) return
  await release(tx, input)
  await books.close()
}

/** Under the lock of the books, so that two workers release a hold once. A hold that is not due gives only what is missing. */
async function release(tx: Tx, { books, merchantId, required, at }: Release): Promise<number> {
  const whole: string[] = []
  let parts = 0
  for (const { transactionId, amount: held, releaseAt } of await lockHolds(tx, merchantId, mostHolds)) {
    const missing = required - books.available(merchantId)
    const amount = releaseAt <= at || missing > held ? held : missing
    if (amount <= 0n) break
    books.post({ merchantId, transactionId, name: 'reserveReleased', amount, charges: 0n, at })
    if (amount === held) whole.push(transactionId)
    else {
      await updateHold(tx, { merchantId, transactionId, amount: held - amount })
      parts += 1
    }
  }
  if (whole.length > 0) await updateReleased(tx, merchantId, whole, at)
  return whole.length + parts
}

/** When the next part of the reserve is released; null: none is held. */
export const readNextRelease = ({ sql }: { sql: Sql }, merchantId: string) => selectNextRelease(sql, merchantId)
