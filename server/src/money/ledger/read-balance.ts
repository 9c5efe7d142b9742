import type { Sql } from '../../platform/db/db.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { type Balance, selectBalance, sumBalances } from './sql.ts'

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
