import type { Sql } from '../../platform/db/db.ts'
import type { Work } from '../../platform/db/work-loop.ts'
import type { RecentRequests } from '../../platform/http/drain.ts'
import { unfinishedWebhooks } from '../../platform/lib/metrics.ts'
import { callSenders, listenForDue } from './channel.ts'
import type { Deliver } from './deliver.ts'
import { countUnfinished } from './health/read-health.ts'
import { claimEvents, selectLanes } from './sql.ts'
import type { LaneId } from './event.ts'
import type { Lanes } from './lanes.ts'
import { leaseMs } from './retry-schedule.ts'
import { type LaneOwners, laneHash } from './senders/lane-owners.ts'
import { deliveryMove } from './states.ts'
import { minUuid } from '../../platform/lib/uuid.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  lanes: Lanes
  laneOwners: LaneOwners
  requests: RecentRequests
  deliver: Deliver
}
type DueWork = Pick<Work, 'step'> & Required<Pick<Work, 'wokenBy'>> & { call: () => void }

const lanesAtOnce = 500
/** So many are brought at once while there are requests: taking thousands off the wire would keep the others waiting. */
const broughtBesideRequests = 64
const beforeAllLanes: LaneId = { merchantId: minUuid, lane: '' }
/** How often one process looks, for all of them, and how often the others do, in case its notification does not reach them. */
const watchMs = 900
const othersMs = 5_000

/**
 * Sends what waits in this process's lanes: walks the lanes in turn and takes from each what it has room for, so that
 * every lane has its turn however much waits in the others. Lanes that are full, and circuits that are open, are passed by.
 * A step walks one page of lanes and answers 0 only at the end of a round that found nothing to send and during which
 * nobody called.
 *
 * Idle processes cost next to nothing: one of them looks every second, and calls those in whose lanes something is due.
 */
export function deliverDue(needs: Needs): DueWork {
  const { sql, lanes, laneOwners } = needs
  let after = beforeAllLanes
  let foundInRound = 0
  let wake: () => void = () => {}
  let isCalled = false
  let walkedMs = Number.NEGATIVE_INFINITY
  let othersCalledMs = Number.NEGATIVE_INFINITY
  const ownersToCall = new Set<string>()

  function call() {
    isCalled = true
    wake()
  }

  const isTime = () => performance.now() - walkedMs >= (laneOwners.isWatch() ? watchMs : othersMs)

  async function step(): Promise<number> {
    // A call in the middle of a round may be about a lane that was passed: it is for the next one.
    if (after === beforeAllLanes) {
      if (!isCalled && !isTime()) return 0
      isCalled = false
    }
    walkedMs = performance.now()
    const now = needs.clock()
    const walked = await selectLanes(sql, now, after, lanesAtOnce)
    const due = walked.filter(lane => lane.isDue)
    const { claims, isRoomLeft } = withRoom(due.filter(lane => laneOwners.isOwn(laneHash(lane))))
    if (claims.length > 0) foundInRound += await claim(claims, now)
    if (laneOwners.isWatch()) await callOthers(due)

    // Where all room is used up the next step goes on, so that the last lanes have their turn too.
    const last = isRoomLeft ? walked[lanesAtOnce - 1] : claims.at(-1)
    after = last ?? (isRoomLeft ? beforeAllLanes : after)
    if (last !== undefined) return 1
    const found = foundInRound
    foundInRound = 0
    return isCalled && after === beforeAllLanes ? found + 1 : found
  }

  function withRoom(due: LaneId[]) {
    let left = Math.min(lanes.room(), needs.requests.areThere() ? broughtBesideRequests : Number.POSITIVE_INFINITY)
    const claims: (LaneId & { room: number })[] = []
    for (const { merchantId, lane } of due) {
      if (left === 0) break
      const room = Math.min(left, lanes.roomIn({ merchantId, lane }))
      left -= room
      if (room > 0) claims.push({ merchantId, lane, room })
    }
    return { claims, isRoomLeft: left > 0 }
  }

  async function claim(claims: (LaneId & { room: number })[], now: Date): Promise<number> {
    const events = await claimEvents(sql, claims, now, new Date(now.getTime() + leaseMs))
    for (const event of events) if (event.stage === deliveryMove('claimed').to) void needs.deliver(event)
    return events.length
  }

  async function callOthers(due: LaneId[]): Promise<void> {
    for (const lane of due) {
      const owner = laneOwners.ownerOf(laneHash(lane))
      if (owner !== laneOwners.self && !lanes.isShut(lane)) ownersToCall.add(owner)
    }
    if (ownersToCall.size === 0 || performance.now() - othersCalledMs < watchMs) return
    othersCalledMs = performance.now()
    await callSenders(sql, ownersToCall)
    ownersToCall.clear()
  }

  return {
    step,
    call,
    /** What calls for the next step: PostgreSQL, when events have become due, and lanes that have room again. */
    wokenBy(wakeUp) {
      wake = wakeUp
      lanes.whenRoom(call)
      void listenForDue(sql, laneOwners.self, merchantId => {
        if (merchantId !== '') lanes.probeNow(merchantId)
        call()
      })
    },
  }
}

export async function countUnfinishedWebhooks(needs: { sql: Sql }): Promise<0> {
  unfinishedWebhooks.set(await countUnfinished(needs.sql, 100_000))
  return 0
}
