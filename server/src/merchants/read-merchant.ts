import type { Sql } from '../lib/db.ts'
import { remember } from '../lib/remember.ts'
import { type Merchant, selectMerchant } from './sql.ts'

export type { Merchant } from './sql.ts'
export type ReadMerchant = (id: string) => Promise<Merchant>

/** A merchant's settings change rarely and are needed by every request: at most 3 seconds old. */
export const merchantReader = (sql: Sql): ReadMerchant =>
  remember(
    async id => {
      const merchant = await selectMerchant(sql, id)
      if (merchant === undefined) throw new Error(`merchant ${id} does not exist`)
      return merchant
    },
    { forMs: 3_000 },
  )
