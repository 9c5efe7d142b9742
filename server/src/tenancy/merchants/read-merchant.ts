import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Remembered, remember } from '../../platform/lib/remember.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import {
  type Merchant,
  type MerchantAccount,
  selectAccounts,
  selectFirstMerchant,
  selectMerchant,
  selectMerchantId,
} from './sql.ts'

export type { Merchant, MerchantAccount } from './sql.ts'
export type ReadMerchant = (id: string) => Promise<Merchant>

/** Every request needs a merchant's settings, which change rarely: they are remembered for 3 seconds. */
export const merchantReader = (sql: Sql): Remembered<Merchant> =>
  remember(
    async id => {
      const merchant = await selectMerchant(sql, id)
      if (merchant === undefined) throw new Error(`merchant ${id} does not exist`)
      return merchant
    },
    { forMs: 3_000 },
  )

/** What a change of settings needs: this process sees it at once, all others within seconds. */
export type ChangeNeeds = { sql: Sql; readMerchant?: Pick<Remembered<Merchant>, 'invalidate'> }

/** Read from the database, for callers that cannot use a row of some seconds ago. */
export async function readMerchantNow(needs: { sql: Sql | Tx }, id: string): Promise<Merchant> {
  const merchant = await selectMerchant(needs.sql, id)
  if (merchant === undefined) throw new ApiError('MerchantNotFound')
  return merchant
}

/** The merchant of a charge, by the number in the charge's id at the bank; null: none. */
export const findMerchantByNumber = async (needs: { sql: Sql }, number: number): Promise<string | null> =>
  (await selectMerchantId(needs.sql, number)) ?? null

/** Merchants' accounts at the platform, read within a database transaction. */
export async function readAccounts(tx: Tx, merchantIds: Iterable<string>): Promise<(id: string) => MerchantAccount> {
  const accounts = new Map((await selectAccounts(tx, [...new Set(merchantIds)])).map(account => [account.id, account]))
  return id => {
    const account = accounts.get(id)
    if (account === undefined) throw new Error(`merchant ${id} does not exist`)
    return account
  }
}

/** When the first merchant came; null: there is none. */
export const readFirstMerchant = ({ sql }: { sql: Sql }): Promise<Date | null> => selectFirstMerchant(sql, platformId)
