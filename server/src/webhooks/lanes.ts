import { type Circuit, type Failure, type OpenCircuit, circuitOf } from './circuit.ts'

/** Where an event queues: a merchant's receiver. */
export type LaneId = { merchantId: string; lane: string }

/** What a lane holds goes out within this time at its pace, and well before anybody who waits gives up. */
const aheadMs = 1_600
const mostTurns = 8
const inFlightInLane = 64

/** Bounds of one process. However many events wait, no more than these are in memory. */
const most = {
  inFlight: 1_024,
  inFlightToHost: 128,
  inFlightInLane,
  waiting: 3_072,
  waitingInLane: inFlightInLane * (mostTurns - 1),
  lanes: 10_000,
}
/** A lane begins narrow, so that many bad receivers at once do not take all places, and widens while answers come fast. */
const firstWidth = 8
const fastMs = 2_000

/** An address is one of sixteen lanes of its host, by its path: paths with an order id in them do not make a lane each. */
export function laneOf(url: string): string {
  const { origin, pathname } = new URL(url)
  let hash = 0
  for (let i = 0; i < pathname.length; i++) hash = (hash * 31 + pathname.charCodeAt(i)) | 0
  return `${origin} ${((hash >>> 16) ^ hash) & 15}`
}

/** A lane that has shown to be fast is kept busy: the next events are there before the last are gone. */
const placesOf = ({ width, tookMs }: Lane) =>
  width > firstWidth ? Math.round(width * Math.min(mostTurns, Math.max(1, aheadMs / tookMs))) : width

const hostOf = (lane: string) => lane.split(' ')[0] ?? ''

type Waiter = { start: (place: Place | null) => void; timer: NodeJS.Timeout }
type Lane = {
  key: string
  host: string
  inFlight: number
  width: number
  /** How long its answers take, about. */
  tookMs: number
  waiting: Waiter[]
  circuit: Circuit
  wanted: boolean
}

/** The right to send one event now. To be given back, with the failure if nothing was heard, or unused. */
export type Place = { leave: (tookMs: number, failure: Failure | null) => void; cancel: () => void }

export type Lanes = ReturnType<typeof webhookLanes>

/** Who may send when: bounds in flight for each lane, for each host and in all, and a circuit breaker for each lane. */
export function webhookLanes({ clock }: { clock: () => Date }) {
  const lanes = new Map<string, Lane>()
  const hosts = new Map<string, number>()
  let inFlight = 0
  let waiting = 0
  let isClosed = false
  let isWanted = false
  let onRoom: () => void = () => {}
  /** What this process has found out of receivers and the others have not heard of. */
  let found = new Map<string, LaneId & { open: OpenCircuit | null }>()
  const now = () => clock().getTime()

  function laneFor({ merchantId, lane }: LaneId): Lane {
    const key = `${merchantId} ${lane}`
    const known = lanes.get(key)
    if (known !== undefined) return known
    if (lanes.size >= most.lanes) forgetIdleLane()
    const circuit = circuitOf(now, open => void found.set(key, { merchantId, lane, open }))
    const made = {
      key,
      host: hostOf(lane),
      inFlight: 0,
      width: firstWidth,
      tookMs: fastMs,
      waiting: [],
      circuit,
      wanted: false,
    }
    lanes.set(key, made)
    return made
  }

  function forgetIdleLane() {
    for (const [key, lane] of lanes)
      if (lane.inFlight === 0 && lane.waiting.length === 0) {
        lane.circuit.forget()
        return void lanes.delete(key)
      }
  }

  const isFree = (lane: Lane) =>
    inFlight < most.inFlight &&
    (hosts.get(lane.host) ?? 0) < most.inFlightToHost &&
    lane.inFlight < lane.width &&
    lane.circuit.lets(lane.inFlight)

  function take(lane: Lane): Place {
    const { circuit } = lane
    const isProbe = circuit.isOpen()
    lane.inFlight++
    inFlight++
    hosts.set(lane.host, (hosts.get(lane.host) ?? 0) + 1)
    return {
      leave(tookMs, failure) {
        if (failure === null) {
          lane.width = Math.min(most.inFlightInLane, lane.width + 1)
          lane.tookMs += (tookMs - lane.tookMs) / 8
          if (tookMs >= fastMs) lane.width = Math.max(firstWidth, lane.width - 2)
          if (circuit.reached()) tellRoom(lane)
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
    inFlight--
    const toHost = (hosts.get(lane.host) ?? 1) - 1
    if (toHost === 0) hosts.delete(lane.host)
    else hosts.set(lane.host, toHost)
    letIn(lane)
  }

  /** After somebody left: those who wait, of this lane first, then of lanes that only the common bounds held back. */
  function letIn(left: Lane) {
    if (left.circuit.isOpen()) for (const waiter of left.waiting.splice(0)) dismiss(waiter)
    startWaiting(left)
    const wasTight = inFlight >= most.inFlight - 1 || (hosts.get(left.host) ?? 0) >= most.inFlightToHost - 1
    if (wasTight && waiting > 0) for (const lane of lanes.values()) if (lane.waiting.length > 0) startWaiting(lane)
    if (left.inFlight + left.waiting.length <= placesOf(left) / 2) tellRoom(left)
    if (isWanted && room() >= firstWidth) {
      isWanted = false
      onRoom()
    }
  }

  const room = () => (isClosed || inFlight >= most.inFlight ? 0 : most.inFlight + most.waiting - inFlight - waiting)

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
  }

  function tellRoom(lane: Lane) {
    if (!lane.wanted) return
    lane.wanted = false
    onRoom()
  }

  return {
    /** A place to send from, at once or within `withinMs`; null: there is none, somebody must try later. */
    enter(id: LaneId, withinMs: number): Promise<Place | null> | Place | null {
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
    /** How many more events a worker may bring to a lane. Asked in vain, the lane tells `onRoom` when there is room again. */
    roomIn(id: LaneId): number {
      const lane = lanes.get(`${id.merchantId} ${id.lane}`)
      if (lane === undefined) return firstWidth
      lane.wanted = true
      if (lane.circuit.isOpen()) return lane.circuit.lets(lane.inFlight) ? 1 : 0
      if ((hosts.get(lane.host) ?? 0) >= most.inFlightToHost) return 0
      return Math.max(0, placesOf(lane) - lane.inFlight - lane.waiting.length)
    },
    /** Why the receiver was last not reached, if it was not reached since. */
    lastFailureIn: (id: LaneId): Failure | null =>
      lanes.get(`${id.merchantId} ${id.lane}`)?.circuit.lastFailure() ?? null,
    /** How many more events a worker may bring in all. Asked in vain, `onRoom` is told here too. */
    room(): number {
      isWanted = room() === 0
      return room()
    },
    /** What is to be told to other processes, once. */
    takeFound: () => {
      const taken = Array.from(found.values())
      found = new Map()
      return taken
    },
    learn: (id: LaneId, open: OpenCircuit | null) => {
      const lane = laneFor(id)
      lane.circuit.learn(open)
      if (open === null) tellRoom(lane)
    },
    whenRoom: (tell: () => void) => {
      onRoom = tell
    },
    /** A person says that the receivers of a merchant are well again: open circuits are probed at once. */
    probeNow: (merchantId: string) => {
      for (const lane of lanes.values()) if (lane.key.startsWith(merchantId)) lane.circuit.probeNow()
    },
    /** Lets nobody in any more; those who wait are sent away. */
    close() {
      isClosed = true
      for (const lane of lanes.values()) for (const waiter of lane.waiting.splice(0)) dismiss(waiter)
    },
  }
}
