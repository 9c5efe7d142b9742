import type { Sql } from '../db/db.ts'
import { unfinishedWebhooks } from '../lib/metrics.ts'
import { listenForDue } from './channel.ts'
import type { Deliver } from './deliver.ts'
import type { LaneId, Lanes } from './lanes.ts'
import { leaseMs } from './retry-schedule.ts'
import { claimEvents, countUnfinished, selectLanes } from './sql.ts'
import { deliveryMove } from './states.ts'

type Needs = { sql: Sql; clock: () => Date; lanes: Lanes; deliver: Deliver }

const lanesAtOnce = 500
const beforeAllLanes: LaneId = { merchantId: '00000000-0000-0000-0000-000000000000', lane: '' }

/**
 * The worker's part: walks the lanes in turn and takes from each what it has room for, so that every lane has its turn
 * however much waits in the others. Lanes that are full, and circuits that are open, are passed by. A step walks one page
 * of lanes and answers 0 only at the end of a round that found nothing to send.
 */
export function deliverDue(needs: Needs): () => Promise<number> {
  let after = beforeAllLanes
  let foundInRound = 0

  return async () => {
    const now = needs.clock()
    const walked = await selectLanes(needs.sql, now, after, lanesAtOnce)
    const { wanted, isRoomLeft } = withRoom(walked.filter(lane => lane.isDue))
    if (wanted.length > 0) foundInRound += await claim(wanted, now)

    // Where all room is used up the next step goes on, so that the last lanes have their turn too.
    const last = isRoomLeft ? walked[lanesAtOnce - 1] : wanted.at(-1)
    after = last ?? (isRoomLeft ? beforeAllLanes : after)
    if (last !== undefined) return 1
    const found = foundInRound
    foundInRound = 0
    return found
  }

  function withRoom(due: LaneId[]) {
    let left = needs.lanes.room()
    const wanted: (LaneId & { room: number })[] = []
    for (const { merchantId, lane } of due) {
      if (left === 0) break
      const room = Math.min(left, needs.lanes.roomIn({ merchantId, lane }))
      left -= room
      if (room > 0) wanted.push({ merchantId, lane, room })
    }
    return { wanted, isRoomLeft: left > 0 }
  }

  async function claim(wanted: (LaneId & { room: number })[], now: Date): Promise<number> {
    const events = await claimEvents(needs.sql, wanted, now, new Date(now.getTime() + leaseMs))
    for (const event of events) if (event.stage === deliveryMove('claimed').to) void needs.deliver(event)
    return events.length
  }
}

/** What calls for the next step: PostgreSQL, when events have become due, and lanes that have room again. */
export const dueWebhooks = (needs: Needs) => (wake: () => void) => {
  needs.lanes.whenRoom(wake)
  void listenForDue(needs.sql, merchantId => {
    if (merchantId !== '') needs.lanes.probeNow(merchantId)
    wake()
  })
}

export async function countUnfinishedWebhooks(needs: { sql: Sql }): Promise<0> {
  unfinishedWebhooks.set(await countUnfinished(needs.sql, 100_000))
  return 0
}
