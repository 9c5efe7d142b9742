import { expect, test } from 'vitest'
import { times } from '../../../test/kit/trilho.ts'
import { laneOf } from './event.ts'
import { type Slot, webhookLanes } from './lanes.ts'
import { laneHash, laneOwners } from './senders/lane-owners.ts'

const failure = { outcome: 'noConnection', error: 'the connection was refused' } as const

function open(owners = laneOwners()) {
  const clock = { ms: 0 }
  const lanes = webhookLanes({ clock: () => new Date(clock.ms), owners })
  const id = { merchantId: 'merchant', lane: laneOf('https://shop.example/hook') }
  const enter = async (to = id) => lanes.enter(to, 3_000)
  const place = async (to = id): Promise<Slot> => {
    const given = await enter(to)
    if (given === null) throw new Error('no place')
    return given
  }
  return { clock, lanes, id, enter, place }
}

/** Without waiting: whether a place is free this moment. */
const isFree = (given: unknown): given is Slot => given !== null && !(given instanceof Promise)

test('a lane begins with 8 places, and has 64 once the receiver has answered fast', async () => {
  const { lanes, id, place } = open()
  const placesNow = () => {
    const taken: Slot[] = []
    for (;;) {
      const given = lanes.enter(id, 50)
      if (!isFree(given)) {
        void Promise.resolve(given).then(waited => waited?.leave(5, null))
        return taken
      }
      taken.push(given)
    }
  }
  expect(placesNow().map(one => one.leave(5, null))).toHaveLength(8)
  for (let i = 0; i < 56; i++) (await place()).leave(5, null)
  expect(placesNow()).toHaveLength(64)
})

test.each([
  [5, 512],
  [200, 512],
  [800, 128],
  [1_900, 64],
])(
  'a lane whose answers take %i ms is given %i events ahead: what it sends before anybody gives up waiting',
  async (tookMs, ahead) => {
    const { lanes, id, place } = open()
    for (let i = 0; i < 120; i++) (await place()).leave(tookMs, null)
    expect(lanes.roomIn(id)).toBe(ahead)
  },
)

test('five failures in a row open the circuit: nothing is let through but one probe, later and later', async () => {
  const { clock, lanes, id, enter, place } = open()
  for (let i = 0; i < 5; i++) (await place()).leave(5, failure)
  const probedAfter: number[] = []
  for (let last = clock.ms; probedAfter.length < 6; clock.ms += 1_000) {
    expect(lanes.roomIn(id)).toBeLessThanOrEqual(1)
    const probe = await enter()
    if (probe === null) continue
    expect(await enter()).toBeNull()
    probe.leave(5, failure)
    probedAfter.push((clock.ms - last) / 1000)
    last = clock.ms
  }
  expect(probedAfter).toEqual([5, 10, 20, 40, 60, 60])
  expect(lanes.lastFailureIn(id)).toEqual(failure)
})

test('a probe that is answered closes the circuit, and workers are notified that there is room', async () => {
  const { clock, lanes, id, enter, place } = open()
  const notified: number[] = []
  lanes.whenRoom(() => notified.push(clock.ms))
  for (let i = 0; i < 5; i++) (await place()).leave(5, failure)
  expect(lanes.roomIn(id)).toBe(0)
  clock.ms = 5_000
  const probe = await place()
  expect(notified).toEqual([])
  probe.leave(5, null)
  expect(notified).toEqual([5_000])
  expect(lanes.roomIn(id)).toBeGreaterThan(0)
  expect(await enter()).not.toBeNull()
  expect(lanes.lastFailureIn(id)).toBeNull()
})

test('failures that are not in a row open nothing', async () => {
  const { enter, place } = open()
  for (let i = 0; i < 40; i++) (await place()).leave(5, i % 5 === 4 ? null : failure)
  expect(await enter()).not.toBeNull()
})

test('a probe is not brought while its host is full: it would only be handed back, again and again', async () => {
  const { clock, lanes, id, place } = open()
  for (let i = 0; i < 5; i++) (await place()).leave(5, failure)
  const others = await Promise.all(times(128, i => place({ ...id, merchantId: `other-${i}` })))
  clock.ms = 5_000
  expect([lanes.roomIn(id), lanes.enter(id, 50)]).toEqual([0, null])
  others[0]?.leave(5, null)
  expect(lanes.roomIn(id)).toBe(1)
})

test('a probe that fails after another process was answered is one failure, and no process is notified that the circuit is open', async () => {
  const { clock, lanes, id, enter, place } = open()
  for (let i = 0; i < 5; i++) (await place()).leave(5, failure)
  clock.ms = 5_000
  const probe = await place()
  lanes.learn(id, null)
  lanes.takeFound()
  probe.leave(5, failure)
  expect(await enter()).not.toBeNull()
  expect(lanes.takeFound()).toEqual([])
})

test('a person may ask for a probe at once', async () => {
  const { lanes, enter, place } = open()
  for (let i = 0; i < 5; i++) (await place()).leave(5, failure)
  expect(await enter()).toBeNull()
  lanes.probeNow('merchant')
  expect(await enter()).not.toBeNull()
})

test('who waits for a place gets the next one that is free, and is sent away when the circuit opens', async () => {
  const { enter, place } = open()
  const taken = await Promise.all(times(8, () => place()))
  const waiting = times(6, () => enter())
  taken[0]?.leave(5, null)
  const [first] = await Promise.all(waiting.slice(0, 2))
  expect(first).not.toBeNull()
  for (const one of taken.slice(1)) one.leave(5, failure)
  expect(await Promise.all(waiting.slice(2))).toContain(null)
})

test('a lane that hangs leaves the places of other merchants and addresses alone', async () => {
  const { id, enter } = open()
  times(500, () => void enter())
  expect(isFree(await enter({ ...id, merchantId: 'other' }))).toBe(true)
  expect(isFree(await enter({ ...id, lane: laneOf('https://shop.example/other') }))).toBe(true)
  expect(isFree(await enter({ ...id, lane: laneOf('https://other.example/hook') }))).toBe(true)
})

test('one host is called by at most 128 at once, and all by at most 1,024', async () => {
  const { lanes } = open()
  const enterAll = (lane: (i: number) => string) =>
    times(4_000, i => lanes.enter({ merchantId: `${i}`, lane: lane(i) }, 5)).filter(isFree).length
  expect(enterAll(() => 'https://one.example 0')).toBe(128)
  expect(enterAll(i => `https://${i}.example 0`)).toBe(1_024 - 128)
  expect(lanes.room()).toBe(0)
})

test('addresses of a host share sixteen lanes, whatever their query', () => {
  const lanes = new Set(times(1_000, i => laneOf(`https://shop.example/orders/${i}/paid?x=${i}`)))
  expect(lanes.size).toBe(16)
  expect(laneOf('https://SHOP.example:443/hook?order=1')).toBe(laneOf('https://shop.example/hook?order=2'))
  expect(laneOf('https://shop.example:444/hook')).not.toBe(laneOf('https://shop.example/hook'))
})

test('three processes that know of each other have 64 places of a lane together, and only its owner probes it', async () => {
  const senders = times(3, () => laneOwners())
  for (const one of senders) one.learn(senders.filter(other => other !== one).map(other => other.self))
  const places: number[] = []
  const probes: boolean[] = []
  for (const { clock, lanes, id, place } of senders.map(open)) {
    for (let i = 0; i < 120; i++) (await place()).leave(5, null)
    const taken = times(80, () => lanes.enter(id, 50)).filter(isFree)
    places.push(taken.length)
    for (const one of taken) one.leave(5, failure)
    clock.ms = 5_000
    probes.push(isFree(lanes.enter(id, 50)))
  }
  expect(places.toSorted((a, b) => a - b)).toEqual([8, 8, 48])
  expect(probes).toEqual(places.map(count => count === 48))
})

test('a circuit that the owner of its lane does not report on for a minute is probed by any process that knows it as open', async () => {
  const owners = laneOwners()
  const { clock, lanes, id, enter, place } = open(owners)
  while (owners.isOwn(laneHash(id))) owners.learn([crypto.randomUUID()])
  lanes.learn(id, { openUntilMs: 5_000, cooldownMs: 5_000, failure })
  clock.ms = 64_000
  expect(await enter()).toBeNull()
  clock.ms = 65_000
  const probe = await place()
  expect(await enter()).toBeNull()
  probe.leave(5, null)
  expect(lanes.takeFound()).toEqual([{ ...id, open: null }])
})

test('closed lanes send everybody away', async () => {
  const { lanes, id, enter, place } = open()
  await Promise.all(times(8, () => place()))
  const waiting = lanes.enter(id, 600_000)
  lanes.close()
  expect(await waiting).toBeNull()
  expect(await enter()).toBeNull()
})
