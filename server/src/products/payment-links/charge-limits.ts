import type { Sql } from '../../platform/db/db.ts'
import { sharedBuckets } from '../../platform/limits/token-buckets.ts'

/**
 * How many charges one address may open at one link: ten in a row, then one every twenty seconds. Each keeps a place of the
 * stock for a while, so that without it anybody could keep a whole stock from being sold.
 */
export const linkChargeLimits = (needs: { sql: Sql }) =>
  sharedBuckets(needs, { name: 'link charges', perSecond: 0.05, burst: 10 })

export type LinkChargeLimits = ReturnType<typeof linkChargeLimits>
