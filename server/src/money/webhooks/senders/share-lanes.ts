import type { Sql } from '../../../platform/db/db.ts'
import { webhookSenders } from '../../../platform/lib/metrics.ts'
import type { LaneOwners } from './lane-owners.ts'
import { deleteGone, deleteSender, seeSenders } from './sql.ts'

type Needs = { sql: Sql; laneOwners: LaneOwners }

/** Who was not seen for so long is gone, and its lanes are others'. */
const goneAfterMs = 4_000

/**
 * Says that this process sends and learns who else does; to be called every second. `onChange` hears when lanes may have
 * changed hands. While two processes know different lists both may send from a lane: each event is leased to one all the same.
 */
export function laneSharer({ sql, laneOwners }: Needs, onChange: () => void): () => Promise<0> {
  let isNew = true
  return async () => {
    if (isNew) await deleteGone(sql)
    isNew = false
    const others = await seeSenders(sql, laneOwners.self, goneAfterMs)
    if (laneOwners.learn(others.map(sender => sender.id))) onChange()
    webhookSenders.set(others.length + 1)
    return 0
  }
}

/** A process that stops is not waited for. */
export const stopSharing = ({ sql, laneOwners }: Needs) => deleteSender(sql, laneOwners.self)
