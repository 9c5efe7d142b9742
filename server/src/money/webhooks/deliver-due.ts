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
/** The maximum to claim at once while there are requests: reading thousands of rows would make them wait. */
const broughtBesideRequests = 64
const beforeAllLanes: LaneId = { merchantId: minUuid, lane: '' }
/** How often one process checks for all, and how often the others do, in case its notification does not arrive. */
const watchMs = 900
const othersMs = 5_000

/**
 * Sends what waits in this process's lanes: reads the lanes in turn and claims from each what it has room for, so that
 * every lane gets its share. Full lanes and open circuits are skipped. A step reads one page of lanes and returns 0
 * only at the end of a round that found nothing and was not called.  Idle processes cost almost nothing: one of them
 * checks every second and notifies the owners of lanes with due events.
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
    // A call during a round may concern a lane that was already read: it starts the next round.
    if (after === beforeAllLanes) {
      if (!isCalled && !isTime()) return 0
      isCalled = false
    }
    walkedMs = performance.now()
    const walked = await selectLanes(sql, needs.clock(), after, lanesAtOnce)
    const due = walked.filter(lane => lane.isDue)
    const { claims, isRoomLeft } = withRoom(due.filter(lane => laneOwners.isOwn(laneHash(lane))))
    if (claims.length > 0) foundInRound += await claim(claims)
    if (laneOwners.isWatch()) await callOthers(due)

    // If all room is used up, the next step continues from here, so that the last lanes get their share too.
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

  async function claim(claims: (LaneId & { room: number })[]): Promise<number> {
    // The time at which the circuits let the claims through, not the one before the lanes were read.
    const now = needs.clock()
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
    /** What starts the next step: a notification of PostgreSQL that events are due, and lanes that have room again. */
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
