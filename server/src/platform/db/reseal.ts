import { type Key, type Place, reseal } from '../lib/seal.ts'
import { minUuid } from '../lib/uuid.ts'
import type { Sql } from './db.ts'

/** A column with encrypted values, and how its folder reads and writes a few rows of it at a time. */
export type SealedColumn = {
  what: string
  placeOf: (id: string) => Place
  select: (sql: Sql, after: string, most: number) => Promise<{ id: string; sealed: string }[]>
  /** Changes nothing if the row was changed meanwhile. */
  update: (sql: Sql, id: string, change: { before: string; sealed: string }) => Promise<unknown>
}

const step = 100

/** Encrypts values anew with the present secret, repeatably. Returns the values that neither secret decrypts. */
export async function resealColumn(needs: { sql: Sql; storageKey: Key }, { placeOf, select, update }: SealedColumn) {
  const unreadable: string[] = []
  let resealed = 0
  for (let after = minUuid, more = true; more; ) {
    const rows = await select(needs.sql, after, step)
    for (const { id, sealed: before } of rows)
      try {
        const sealed = reseal(needs.storageKey, before, placeOf(id))
        if (sealed !== null) await update(needs.sql, id, { before, sealed })
        if (sealed !== null) resealed++
      } catch (error) {
        if (!/unable to authenticate/i.test((error as Error).message)) throw error
        unreadable.push(id)
      }
    after = rows.at(-1)?.id ?? after
    more = rows.length === step
  }
  return { resealed, unreadable }
}
