import type { Sql } from '../../platform/db/db.ts'
import { damageFound } from '../../platform/lib/metrics.ts'
import { readSuspendedBy } from '../../tenancy/merchants/suspension.ts'
import { selectCheck, upsertCheck } from './sql.ts'

const name = 'damage'

/** Writes down, for the alarm of all processes, that this one has met a page which PostgreSQL cannot read. Returns 0. */
export function damageNoter({ sql, clock }: { sql: Sql; clock: () => Date }): () => Promise<0> {
  let noted = 0
  return async () => {
    const faults = (await damageFound.get()).values[0]?.value ?? 0
    if (faults > noted) await upsertCheck(sql, { name, at: clock(), tookMs: 0, faults, firstFaults: [] })
    noted = faults
    return 0
  }
}

/** Who suspends a merchant whose data cannot be read. */
export const suspendedBy = 'Trilho'

/** When a process last met such a page, null: never; and how many merchants are suspended for one, since when. */
export async function readDamage(needs: { sql: Sql }) {
  const [last, suspended] = await Promise.all([selectCheck(needs.sql, name), readSuspendedBy(needs, suspendedBy)])
  return { ...suspended, lastAt: last?.at ?? null }
}
