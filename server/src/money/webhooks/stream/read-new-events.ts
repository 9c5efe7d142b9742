import type { Sql } from '../../../platform/db/db.ts'
import { firstUuidOf, timeOfUuid } from '../../../platform/lib/uuid.ts'
import { limits } from './limits.ts'
import { type ReadEvent, type Reader, selectEvents, selectIdsAfter } from './sql.ts'

/** Where a stream begins: after an event, at a time, or with what is committed from now on. */
export type Beginning = { afterId?: string | undefined; since?: Date | undefined }

type Needs = { sql: Sql; clock: () => Date }
export type NewEvents = { events: readonly ReadEvent[]; isUpToDate: boolean }

/**
 * Returns a function that reads the events of a merchant that its key may read, step by step, each once, oldest first. Ids
 * are made before their commit, so a commit may bring an id smaller than one already read. So the events are read in rounds, and each round
 * starts where the previous one did, less what is older than any running transaction.
 */
export async function readNewEvents(needs: Needs, reader: Reader, { afterId, since }: Beginning) {
  const nowMs = () => needs.clock().getTime()
  const isSince = afterId === undefined && since !== undefined
  const beginMs = Math.min(nowMs(), isSince ? since.getTime() : afterId === undefined ? nowMs() : timeOfUuid(afterId))
  /** Everything up to this id is done; of the ids after it, those that were read. */
  let settled = firstUuidOf(beginMs - (isSince ? 0 : limits.overlapMs))
  const read = new Set(afterId === undefined ? [] : [afterId.toLowerCase()])
  let round = { beganMs: nowMs(), at: settled }

  function nextRound() {
    round = { beganMs: nowMs(), at: settled }
  }

  /** Ids older than the overlap when a round begins are found by that round and need no other. */
  function settleUpTo(id: string) {
    const horizon = firstUuidOf(round.beganMs - limits.overlapMs)
    const upTo = id < horizon ? id : horizon
    if (upTo > settled) settled = upTo
    for (const known of read) if (known <= settled) read.delete(known)
  }

  async function step(): Promise<NewEvents> {
    // A long round, because of a slow reader, would have to remember more and more ids.
    if (nowMs() - round.beganMs > limits.overlapMs) nextRound()
    const ids = await selectIdsAfter(needs.sql, reader, round.at, limits.idsAtOnce)
    const unread = ids.filter(id => !read.has(id))
    const next = unread.slice(0, limits.eventsAtOnce)
    const events = next.length === 0 ? [] : await selectEvents(needs.sql, reader.merchantId, next)
    for (const id of next) read.add(id)
    const isUpToDate = ids.length < limits.idsAtOnce && next.length === unread.length
    round.at = (next.length < unread.length ? next : ids).at(-1) ?? round.at
    settleUpTo(isUpToDate ? lastUuid : round.at)
    if (isUpToDate) nextRound()
    return { events, isUpToDate }
  }

  /** Skips what exists already. */
  async function skipAll(): Promise<void> {
    let ids: string[]
    do {
      ids = await selectIdsAfter(needs.sql, reader, round.at, limits.idsAtOnce)
      for (const id of ids) read.add(id)
      round.at = ids.at(-1) ?? round.at
    } while (ids.length === limits.idsAtOnce)
    nextRound()
  }

  if (afterId === undefined && since === undefined) await skipAll()
  return step
}

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
