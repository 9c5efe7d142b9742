import { slotCounter } from '../../platform/lib/fair-queue.ts'
import { openCircuits } from '../../platform/lib/metrics.ts'
import { type Circuit, type OpenCircuit, circuitBreaker } from '../../platform/limits/circuit.ts'
import { type Pace, fastMs, firstWidth, most, paceMeter, slotsAt, toHostAmong, widthAmong } from './lane-bounds.ts'
import { type LaneId, hostOf, keyOf } from './event.ts'
import { type LaneOwners, hashOf, laneOwners } from './senders/lane-owners.ts'

type Waiter = { start: (slot: Slot | null) => void; timer: NodeJS.Timeout }
type Lane = {
  key: string
  hash: number
  host: string
  inFlight: number
  width: number
  /** The approximate response time, and the number of responses, which its host and the process also limit. */
  tookMs: number
  pace: Pace
  waiting: Waiter[]
  circuit: Circuit<Failure>
  isAwaited: boolean
}

/** Why a receiver was not reached. */
export type Failure = { outcome: 'noConnection' | 'noAnswer'; error: string }

type Found = LaneId & { open: OpenCircuit<Failure> | null }

/** After five failed calls a receiver is probed, with growing pauses of up to a minute. */
const cooldowns = { firstCooldownMs: 5_000, longestCooldownMs: 60_000 }

/** The right to send one event now. It is given back with the failure if there was no response, or unused. */
export type Slot = { leave: (tookMs: number, failure: Failure | null) => void; cancel: () => void }

export type Lanes = ReturnType<typeof webhookLanes>

/**
 * Decides when an event may be sent: limits for calls in flight per lane, per host and in total, and a circuit breaker
 * per lane. A lane belongs to one process, which sends what waited and probes the receiver; its slots are shared with
 * the others. It is not a fair queue: a lane's width, circuit and owner decide who starts next, and lanes share only
 * the slots of their host and of the process.
 */
export function webhookLanes({ clock, owners = laneOwners() }: { clock: () => Date; owners?: LaneOwners }) {
  const lanes = new Map<string, Lane>()
  const mostToHost = () => toHostAmong(owners.others())
  const slots = slotCounter({ most: most.inFlight, mostOfKey: mostToHost })
  let waiting = 0
  let isClosed = false
  let isRoomAwaited = false
  let onRoom: () => void = () => {}
  /** What this process has learnt about receivers and not shared yet. */
  let found = new Map<string, Found>()
  const now = () => clock().getTime()

  function laneFor({ merchantId, lane }: LaneId): Lane {
    const key = keyOf({ merchantId, lane })
    const known = lanes.get(key)
    if (known !== undefined) return known
    if (lanes.size >= most.lanes) purgeIdleLane()
    const circuit = circuitBreaker<Failure>({
      now,
      ...cooldowns,
      gauge: openCircuits,
      onChange: open => void found.set(key, { merchantId, lane, open }),
    })
    const made = {
      key,
      hash: hashOf(key),
      host: hostOf(lane),
      inFlight: 0,
      width: firstWidth,
      tookMs: fastMs,
      pace: paceMeter(),
      waiting: [],
      circuit,
      isAwaited: false,
    }
    lanes.set(key, made)
    return made
  }

  function purgeIdleLane() {
    for (const [key, lane] of lanes)
      if (lane.inFlight === 0 && lane.waiting.length === 0) {
        lane.circuit.reset()
        return void lanes.delete(key)
      }
  }

  const isFree = (lane: Lane) =>
    slots.free(lane.host) > 0 &&
    lane.inFlight < widthOf(lane) &&
    lane.circuit.allows(lane.inFlight) &&
    (owners.isOwn(lane.hash) || !lane.circuit.isOpen() || lane.circuit.isProbeOverdue())

  const widthOf = ({ width, hash }: Lane) => widthAmong(owners.others(), owners.isOwn(hash), width)
  const slotsOf = (lane: Lane) => slotsAt(widthOf(lane), lane.tookMs, lane.pace.perSecond())

  function take(lane: Lane): Slot {
    const { circuit } = lane
    const isProbe = circuit.isOpen()
    lane.inFlight++
    slots.take(lane.host)
    return {
      leave(tookMs, failure) {
        lane.pace.note()
        if (failure === null) {
          lane.width = Math.min(most.inFlightInLane, lane.width + 1)
          lane.tookMs += (tookMs - lane.tookMs) / 8
          if (tookMs >= fastMs) lane.width = Math.max(firstWidth, lane.width - 2)
          if (circuit.succeeded()) signalRoom(lane)
        } else {
          lane.width = Math.max(2, lane.width >> 1)
          circuit.failed(failure, isProbe)
        }
        giveBack(lane)
      },
      cancel: () => giveBack(lane),
    }
  }

  function giveBack(lane: Lane) {
    lane.inFlight--
    slots.giveBack(lane.host)
    letIn(lane)
  }

  /** Starts waiting callers when a slot is free: of this lane first, then of those that shared limits held back. */
  function letIn(left: Lane) {
    if (left.circuit.isOpen()) for (const waiter of left.waiting.splice(0)) dismiss(waiter)
    startWaiting(left)
    const wasTight = slots.free(left.host) <= 1
    if (wasTight && waiting > 0) for (const lane of lanes.values()) if (lane.waiting.length > 0) startWaiting(lane)
    if (left.inFlight + left.waiting.length <= slotsOf(left) / 2) signalRoom(left)
    wakeWaiting()
  }

  /** Not for a few: claiming events costs as much for one as for hundreds. */
  function room(): number {
    const free = isClosed || slots.inUse() >= most.inFlight ? 0 : most.waiting - waiting
    return free < most.waiting / 8 ? 0 : free
  }

  function wakeWaiting() {
    if (!isRoomAwaited || room() === 0) return
    isRoomAwaited = false
    onRoom()
  }

  function startWaiting(lane: Lane) {
    while (lane.waiting.length > 0 && isFree(lane)) {
      const waiter = lane.waiting.shift() as Waiter
      clearTimeout(waiter.timer)
      waiting--
      waiter.start(take(lane))
    }
  }

  function dismiss(waiter: Waiter) {
    clearTimeout(waiter.timer)
    waiting--
    waiter.start(null)
    wakeWaiting()
  }

  function signalRoom(lane: Lane) {
    if (!lane.isAwaited) return
    lane.isAwaited = false
    onRoom()
  }

  return {
    /** A slot, at once or within `withinMs`; null: there is none, try again later. */
    enter(id: LaneId, withinMs: number): Promise<Slot | null> | Slot | null {
      if (isClosed || withinMs <= 0) return null
      const lane = laneFor(id)
      if (lane.waiting.length === 0 && isFree(lane)) return take(lane)
      if (lane.circuit.isOpen() || lane.waiting.length >= most.waitingInLane || waiting >= most.waiting) return null
      waiting++
      return new Promise(start => {
        const waiter: Waiter = {
          start,
          timer: setTimeout(() => {
            lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
            dismiss(waiter)
          }, withinMs),
        }
        lane.waiting.push(waiter)
      })
    },
    /** How many more events a worker may bring to a lane. If none, `onRoom` is called when there is room again. */
    roomIn(id: LaneId): number {
      const lane = lanes.get(keyOf(id))
      if (lane === undefined) return firstWidth
      lane.isAwaited = true
      if (slots.inUseOf(lane.host) >= mostToHost()) return 0
      if (lane.circuit.isOpen()) return lane.circuit.allows(lane.inFlight) ? 1 : 0
      return Math.max(0, slotsOf(lane) - lane.inFlight - lane.waiting.length)
    },
    /** The last failure to reach the receiver, if it has not been reached since. */
    lastFailureIn: (id: LaneId): Failure | null => lanes.get(keyOf(id))?.circuit.lastFailure() ?? null,
    /** Whether the receiver does not respond and it is not time for a probe. */
    isShut: (id: LaneId): boolean => lanes.get(keyOf(id))?.circuit.allows(0) === false,
    /** Whether probes have failed for more than a minute, which is longer than a restart takes. */
    isLongShut: (id: LaneId): boolean => lanes.get(keyOf(id))?.circuit.isLongOpen() === true,
    /** How many more events a worker may bring in total. If none, `onRoom` is called as well. */
    room(): number {
      isRoomAwaited = room() === 0
      return room()
    },
    /** What is to be shared with other processes, each item once. */
    takeFound: () => {
      const taken = Array.from(found.values())
      found = new Map()
      return taken
    },
    /** Returns items that could not be shared, unless something newer is known. */
    putBack: (unshared: Found[]) => {
      for (const one of unshared) if (!found.has(keyOf(one))) found.set(keyOf(one), one)
    },
    learn: (id: LaneId, open: OpenCircuit<Failure> | null) => {
      const lane = laneFor(id)
      lane.circuit.learn(open)
      if (open === null) signalRoom(lane)
    },
    whenRoom: (listener: () => void) => {
      onRoom = listener
    },
    /** A person says that a merchant's receivers work again: open circuits are probed at once. */
    probeNow: (merchantId: string) => {
      for (const lane of lanes.values()) if (lane.key.startsWith(merchantId)) lane.circuit.probeNow()
    },
    /** Refuses new callers and dismisses those that wait. */
    close() {
      isClosed = true
      for (const lane of lanes.values()) for (const waiter of lane.waiting.splice(0)) dismiss(waiter)
    },
  }
}
