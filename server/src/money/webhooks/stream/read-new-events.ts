import type { Sql } from '../../../platform/db/db.ts'
import { firstUuidOf, timeOfUuid } from '../../../platform/lib/uuid.ts'
import { limits } from './limits.ts'
import { type ReadEvent, selectEvents, selectIdsAfter } from './sql.ts'

/** Where a stream begins: after an event, at a moment, or with what is committed from now on. */
export type Beginning = { afterId?: string | undefined; since?: Date | undefined }

type Needs = { sql: Sql; clock: () => Date }
export type NewEvents = { events: readonly ReadEvent[]; isUpToDate: boolean }

/**
 * Answers a function that reads a merchant's events, step by step, each of them once, oldest first. Ids are made before
 * their commit: a commit may bring an id smaller than one that was read already. So the events are gone through in
 * rounds, and each round begins where the one before did, less what is older than any transaction under way.
 */
export async function readNewEvents(needs: Needs, merchantId: string, { afterId, since }: Beginning) {
  const nowMs = () => needs.clock().getTime()
  const isSince = afterId === undefined && since !== undefined
  const beginMs = Math.min(nowMs(), isSince ? since.getTime() : afterId === undefined ? nowMs() : timeOfUuid(afterId))
  /** Nothing is to be sent any more up to this id; of those after it, what has been read. */
  let settled = firstUuidOf(beginMs - (isSince ? 0 : limits.overlapMs))
  const read = new Set(afterId === undefined ? [] : [afterId.toLowerCase()])
  let round = { beganMs: nowMs(), at: settled }

  function nextRound() {
    round = { beganMs: nowMs(), at: settled }
  }

  /** What is older than the overlap when a round begins is found by that round, and needs no other. */
  function settleUpTo(id: string) {
    const horizon = firstUuidOf(round.beganMs - limits.overlapMs)
    const upTo = id < horizon ? id : horizon
    if (upTo > settled) settled = upTo
    for (const known of read) if (known <= settled) read.delete(known)
  }

  async function step(): Promise<NewEvents> {
    // A round that takes long, because the reader does, would have to remember more and more.
    if (nowMs() - round.beganMs > limits.overlapMs) nextRound()
    const ids = await selectIdsAfter(needs.sql, merchantId, round.at, limits.idsAtOnce)
    const unread = ids.filter(id => !read.has(id))
    const next = unread.slice(0, limits.eventsAtOnce)
    const events = next.length === 0 ? [] : await selectEvents(needs.sql, merchantId, next)
    for (const id of next) read.add(id)
    const isUpToDate = ids.length < limits.idsAtOnce && next.length === unread.length
    round.at = (next.length < unread.length ? next : ids).at(-1) ?? round.at
    settleUpTo(isUpToDate ? lastUuid : round.at)
    if (isUpToDate) nextRound()
    return { events, isUpToDate }
  }

  /** What is there already is not new. */
  async function skipAll(): Promise<void> {
    let ids: string[]
    do {
      ids = await selectIdsAfter(needs.sql, merchantId, round.at, limits.idsAtOnce)
      for (const id of ids) read.add(id)
      round.at = ids.at(-1) ?? round.at
    } while (ids.length === limits.idsAtOnce)
    nextRound()
  }

  if (afterId === undefined && since === undefined) await skipAll()
  return step
}

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
