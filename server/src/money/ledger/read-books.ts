import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import {
  type Balance,
  type Posting,
  insertEmptyBalance,
  lockFreeBalances,
  selectBalance,
  selectPostingsOf,
  sumBalances,
} from './sql.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type NewMerchant, createMerchant } from '../../tenancy/merchants/create-merchant.ts'

export async function readBalance(needs: { sql: Sql; clock: () => Date }, merchantId: string) {
  const balance = await balanceOf(needs, merchantId)
  return {
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    blocked: formatAmount(balance.blocked),
    reserved: formatAmount(balance.reserved),
    toSettle: formatAmount(balance.toSettle),
    total: formatAmount(balance.available + balance.held + balance.blocked + balance.reserved),
    currency: 'BRL' as const,
    date: needs.clock().toISOString(),
  }
}

/** What a merchant could send this moment. */
export const readAvailable = async (needs: { sql: Sql }, merchantId: string): Promise<Micros> =>
  (await balanceOf(needs, merchantId)).available

async function balanceOf({ sql }: { sql: Sql }, merchantId: string): Promise<Balance> {
  const balance = await selectBalance(sql, merchantId)
  if (balance === undefined) throw new Error(`merchant ${merchantId} has no balance`)
  return balance
}

/** All merchants' money together, and what the platform has earned. */
export const readPlatformBalance = (needs: { sql: Sql | Tx }) => sumBalances(needs.sql)

/** Of these merchants, the ones whose books nobody else has open: they are open now, until the transaction ends. */
export const takeFreeBooks = async (tx: Tx, merchantIds: Iterable<string>): Promise<Set<string>> =>
  new Set((await lockFreeBalances(tx, [...new Set(merchantIds)])).map(({ merchantId }) => merchantId))

export { selectUncaught as findUncaught, updateToBlock as setToBlock } from './sql.ts'
export type { Posting } from './sql.ts'

/** A payment moves money a few times; partial refunds can be more than anybody reads. */
const mostShown = 100

/** How the money of a transaction moved, oldest first. */
export const readPostings = (
  needs: { sql: Sql },
  { merchantId, id }: { merchantId: string; id: string },
): Promise<Posting[]> => selectPostingsOf(needs.sql, merchantId, id, mostShown)

/** A merchant and its empty balance, in one commit. */
export const openMerchant = (
  needs: { sql: Sql; storageKey: Buffer; clock: () => Date },
  details: NewMerchant,
  audit?: Audit,
) =>
  needs.sql.begin(async tx => {
    const created = await createMerchant(tx, needs, details)
    await insertEmptyBalance(tx, created.merchant.id)
    await recordAudit(tx, audit)
    return created
  })
