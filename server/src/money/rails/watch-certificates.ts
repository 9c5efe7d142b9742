import type { Sql } from '../../platform/db/db.ts'
import { certificateDaysLeft } from '../../platform/lib/metrics.ts'
import { selectConnections } from './sql.ts'

const dayMs = 24 * 60 * 60_000

/** Shows how long each bank's certificate lasts, so that somebody is told in time. Finds no work to go on with. */
export async function watchCertificates(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const now = needs.clock().getTime()
  for (const { name, certificateExpiresAt } of await selectConnections(needs.sql))
    if (certificateExpiresAt !== null)
      certificateDaysLeft.set({ bank: name }, Math.floor((certificateExpiresAt.getTime() - now) / dayMs))
  return 0
}
