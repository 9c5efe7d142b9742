import type { Sql } from './db.ts'

const everyMs = 1_000

/**
 * The database's time, the same for all processes, whatever their machines' clocks say. PostgreSQL is queried from time to time;
 * between queries this process uses its monotonic clock, which cannot be set.
 */
export async function databaseClock(sql: Sql) {
  /** PostgreSQL read its clock at some moment between our query and its response. */
  async function ask() {
    const askedMs = performance.now()
    const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    const receivedMs = performance.now()
    if (row === undefined) throw new Error('the database did not return the time')
    return { least: row.ms - receivedMs, most: row.ms - askedMs }
  }

  const first = await ask()
  let aheadMs = (first.least + first.most) / 2
  let isFollowed = false

  async function follow(): Promise<void> {
    if (!isFollowed) return
    // While PostgreSQL does not respond, this process continues with its own clock. It corrects itself only as far as
    // a response proves it wrong: a slow response proves little.
    const { least, most } = await ask().catch(() => ({ least: aheadMs, most: aheadMs }))
    aheadMs = Math.min(Math.max(aheadMs, least), most)
    setTimeout(() => void follow(), everyMs).unref()
  }

  return {
    now: () => new Date(performance.now() + aheadMs),
    /** For a process that keeps running: queries again every second. Returns a function that stops it. */
    follow() {
      isFollowed = true
      void follow()
      return async () => void (isFollowed = false)
    },
  }
}

/** How far the clock of this machine is ahead of the database's, for those who run both. */
export const machineAheadMs = (databaseTime: Date): number => Date.now() - databaseTime.getTime()
