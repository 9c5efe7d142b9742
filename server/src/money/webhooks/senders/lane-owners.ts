import { randomUUID } from 'node:crypto'
import { type LaneId, keyOf } from '../event.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { webhookSenders } from '../../../platform/lib/metrics.ts'
import { deleteGone, deleteSender, seeSenders } from './sql.ts'

type Sender = { id: string; hash: number }

export type LaneOwners = ReturnType<typeof laneOwners>

export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

export const laneHash = (lane: LaneId): number => hashOf(keyOf(lane))

/** Mixes all bits of a number into all bits of the result. */
function stir(number: number): number {
  let bits = number
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The process that would own this lane checks for due events, also for the others. */
const watch = hashOf('watch')

/**
 * Which of the living processes owns a lane, by rendezvous hashing: each process gets a number for every lane, and the
 * highest owns it. When a process comes or goes, only its own lanes change owners. While no other process is known, all
 * lanes are ours.
 */
export function laneOwners(self: string = randomUUID()) {
  const own: Sender = { id: self, hash: hashOf(self) }
  let living = [own]

  function ownerOf(laneHash: number): string {
    let owner = self
    let highest = -1
    for (const { id, hash } of living) {
      const drawn = stir(laneHash ^ hash)
      if (drawn > highest) [owner, highest] = [id, drawn]
    }
    return owner
  }

  return {
    self,
    ownerOf,
    isOwn: (laneHash: number) => living.length === 1 || ownerOf(laneHash) === self,
    ownersOf: (lanes: readonly LaneId[]): Set<string> => new Set(lanes.map(lane => ownerOf(laneHash(lane)))),
    /** How many others there are. */
    others: () => living.length - 1,
    isWatch: () => ownerOf(watch) === self,
    /** Returns whether anything has changed. Sorted, so that a tie is decided alike in all processes. */
    learn(others: readonly string[]): boolean {
      const before = living.map(sender => sender.id).join()
      living = [own, ...others.map(id => ({ id, hash: hashOf(id) }))].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return living.map(sender => sender.id).join() !== before
    },
  }
}

type Needs = { sql: Sql; laneOwners: LaneOwners }

/** A process that was not seen for this long is gone, and its lanes get other owners. */
const goneAfterMs = 4_000

/**
 * Registers this process as a sender and learns about the others; call it every second. `onChange` is called when lanes
 * may have changed owners. While two processes know different lists both may send from a lane, but each event is leased
 * to only one.
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

/** Unregisters a process that stops, so that the others take its lanes at once. */
export const stopSharing = ({ sql, laneOwners }: Needs) => deleteSender(sql, laneOwners.self)
