import type { Sql, Tx } from '../../platform/db/db.ts'

/** Moves a merchant's clock on, and answers how far it is ahead then; undefined: that would be too far. */
export const addToClock = async (
  tx: Tx,
  merchantId: string,
  { seconds, most }: { seconds: number; most: number },
): Promise<number | undefined> => {
  const [moved] = await tx<{ ahead: number }[]>`
    update merchants set clock_ahead_seconds = clock_ahead_seconds + ${seconds}
     where id = ${merchantId} and clock_ahead_seconds + ${seconds} <= ${most}
    returning clock_ahead_seconds as ahead`
  return moved?.ahead
}

/** Those whose clock was moved: few, and only in a sandbox. */
export const selectAhead = (sql: Sql, after: string, most: number) => sql<{ id: string; clockAheadSeconds: number }[]>`
  select id, clock_ahead_seconds from merchants
   where clock_ahead_seconds > 0 and id > ${after} order by id limit ${most}`

/** Locks the merchant: whoever scripts troubles or forgets them does so one at a time. */
export const updateHasTroubles = (tx: Tx, merchantId: string, hasFaults: boolean) => tx`
  update merchants set has_faults = ${hasFaults} where id = ${merchantId}`
