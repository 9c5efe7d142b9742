import type { Sql } from '../db/db.ts'
import { formatAmount } from '../brazil/money.ts'
import { selectBalance } from './sql.ts'

export async function readBalance(needs: { sql: Sql; clock: () => Date }, merchantId: string) {
  const balance = await selectBalance(needs.sql, merchantId)
  if (balance === undefined) throw new Error(`merchant ${merchantId} has no balance`)
  return {
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    total: formatAmount(balance.available + balance.held),
    currency: 'BRL' as const,
    date: needs.clock().toISOString(),
  }
}
