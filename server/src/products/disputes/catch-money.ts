import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { openBooks } from '../../money/ledger/books.ts'
import { findUncaught, setToBlock } from '../../money/ledger/read-books.ts'
import { releaseMissing } from '../../money/reserves/release-reserves.ts'
import type { CatchMoney, CaughtMoney } from '../../money/transactions/commit-hooks.ts'
import type { Door } from '../../money/transactions/door.ts'
import { eachMerchant } from '../../tenancy/merchants/each-merchant.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { lackedBy } from './share-returns.ts'
import { lockLacking, sumLacking, updateBlocked } from './sql.ts'

const mostDisputes = 50

/**
 * A block goes on taking what comes in until it is full or its dispute ends, the oldest first. Payments and disputes that
 * somebody else has locked are left to the worker: the books are locked already, and waiting could deadlock.
 */
export const catchMoney: CatchMoney = async (tx, uncaught, apply) => {
  const caught: CaughtMoney[] = []
  for (const { merchantId, available } of uncaught) {
    let free = available
    const leftOf = new Map<string, Micros>()
    for (const { leftAmount, ...dispute } of await lockLacking(tx, merchantId, mostDisputes)) {
      const { transactionId: id, blockedAmount } = dispute
      const left = leftOf.get(id) ?? leftAmount
      const amount = least(free, least(left, lackedBy(dispute) - blockedAmount))
      if (amount <= 0n) continue
      await updateBlocked(tx, { ...dispute, blockedAmount: blockedAmount + amount })
      caught.push({ merchantId, id, event: { kind: 'disputed', amount }, payloadsOf: () => [] })
      leftOf.set(id, left - amount)
      free -= amount
    }
  }
  if (caught.length > 0) await apply(caught)
  const lacking: Awaited<ReturnType<CatchMoney>> = []
  for (const { merchantId } of uncaught) lacking.push({ merchantId, amount: await recountLacking(tx, merchantId) })
  return lacking
}

/**
 * Called whenever a dispute is opened, ends or blocks another amount. The books of the merchant are open. What is refunded at
 * this moment counts as lacking in the books, because the refund may fail; returns what is lacking now.
 */
export async function recountLacking(tx: Tx, merchantId: string): Promise<Micros> {
  const { now, most } = await sumLacking(tx, merchantId)
  await setToBlock(tx, merchantId, most)
  return now
}

type Needs = {
  sql: Sql
  clock: () => Date
  readMerchant: ReadMerchant
  door: Door
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

/** For money that became available in another way, could not be caught at once, or is in the reserve. */
export async function catchMissed(needs: Needs, log?: (fault: string) => void): Promise<0> {
  await eachMerchant(
    needs,
    (after, most) => findUncaught(needs.sql, after, most),
    log,
    async merchantId => {
      const at = await timeFor(needs, merchantId)
      await needs.door.commit(async ({ tx, applyEach }) => {
        const books = await openBooks(tx, [merchantId])
        const { now } = await sumLacking(tx, merchantId)
        await releaseMissing(tx, { books, merchantId, required: now, at })
        await catchMoney(tx, books.uncaught(), applyEach)
      })
    },
  )
  return 0
}

const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)
