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

/** Spreads all bits of a number over all bits of the result. */
function stir(number: number): number {
  let bits = number
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Whose lane this would be if it were one: that process looks for what has become due, also for the others. */
const watch = hashOf('watch')

/**
 * Which of the living processes a lane belongs to. Each draws a number for every lane, and the highest has it: when one
 * comes or goes, only the lanes it gets or had change hands. As long as nobody else is known, all lanes are ours.
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
    /** Says whether anything has changed. In one order in all processes, for the rare lane of which two draw the same. */
    learn(others: readonly string[]): boolean {
      const before = living.map(sender => sender.id).join()
      living = [own, ...others.map(id => ({ id, hash: hashOf(id) }))].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return living.map(sender => sender.id).join() !== before
    },
  }
}

type Needs = { sql: Sql; laneOwners: LaneOwners }

/** Who was not seen for so long is gone, and its lanes are others'. */
const goneAfterMs = 4_000

/**
 * Says that this process sends and learns who else does; to be called every second. `onChange` is called when lanes may have
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
