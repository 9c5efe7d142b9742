import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Remembered, remember } from '../../platform/lib/remember.ts'
import { type Merchant, type MerchantAccount, selectAccounts, selectMerchant, selectMerchantId } from './sql.ts'

export type { Merchant, MerchantAccount } from './sql.ts'
export type ReadMerchant = (id: string) => Promise<Merchant>

/** A merchant's settings change rarely and are needed by every request: at most 3 seconds old. */
export const merchantReader = (sql: Sql): Remembered<Merchant> =>
  remember(
    async id => {
      const merchant = await selectMerchant(sql, id)
      if (merchant === undefined) throw new Error(`merchant ${id} does not exist`)
      return merchant
    },
    { forMs: 3_000 },
  )

/** What a change of settings needs: a process that remembers merchants knows at once, all others within seconds. */
export type ChangeNeeds = { sql: Sql; readMerchant?: Pick<Remembered<Merchant>, 'forget'> }

/** As it is this moment: for those who change its settings and look at once. */
export async function readMerchantNow(needs: { sql: Sql | Tx }, id: string): Promise<Merchant> {
  const merchant = await selectMerchant(needs.sql, id)
  if (merchant === undefined) throw new ApiError('MerchantNotFound')
  return merchant
}

/** Whose charge it is, by the number in its id at the bank; null: nobody's. */
export const findMerchantByNumber = async (needs: { sql: Sql }, number: number): Promise<string | null> =>
  (await selectMerchantId(needs.sql, number)) ?? null

/** The accounts of merchants at the platform, for whoever is in the middle of a database transaction. */
export async function readAccounts(tx: Tx, merchantIds: Iterable<string>): Promise<(id: string) => MerchantAccount> {
  const accounts = new Map((await selectAccounts(tx, [...new Set(merchantIds)])).map(account => [account.id, account]))
  return id => {
    const account = accounts.get(id)
    if (account === undefined) throw new Error(`merchant ${id} does not exist`)
    return account
  }
}
