import type { Sql } from '../../platform/db/db.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { type Balance, type Posting, selectBalance, selectPostingsOf, sumBalances } from './sql.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type NewMerchant, createMerchant } from '../../tenancy/merchants/create-merchant.ts'
import { startBooks } from './books.ts'

export async function readBalance(needs: { sql: Sql; clock: () => Date }, merchantId: string) {
  const balance = await balanceOf(needs, merchantId)
  return {
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    blocked: formatAmount(balance.blocked),
    total: formatAmount(balance.available + balance.held + balance.blocked),
    currency: 'BRL' as const,
    date: needs.clock().toISOString(),
  }
}

/** What a merchant could send this moment. */
export const readAvailable = async (needs: { sql: Sql }, merchantId: string): Promise<Micros> =>
  (await balanceOf(needs, merchantId)).available

export async function balanceOf({ sql }: { sql: Sql }, merchantId: string): Promise<Balance> {
  const balance = await selectBalance(sql, merchantId)
  if (balance === undefined) throw new Error(`merchant ${merchantId} has no balance`)
  return balance
}

/** All merchants' money together, and what the platform has earned. */
export const readPlatformBalance = (needs: { sql: Sql }) => sumBalances(needs.sql)

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
    await startBooks(tx, created.merchant.id)
    await recordAudit(tx, audit)
    return created
  })
