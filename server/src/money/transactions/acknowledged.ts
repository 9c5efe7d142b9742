import type { Sql } from '../../platform/db/db.ts'
import type { Door } from './door.ts'
import { selectStored } from './sql.ts'
import type { Transaction } from './transaction.ts'

/** Of each such time the last write is remembered, and so many of them. */
const everyMs = 20
const most = 256

export type Acknowledged = ReturnType<typeof rememberAcknowledged>['acknowledged']

/**
 * Remembers the latest writes of the door that callers of this process got an answer of. A promoted standby that lagged lacks the
 * end of the log, so it lacks the last of them: that is how a lost write is noticed.
 */
export function rememberAcknowledged(sql: Sql, door: Door) {
  const latest: Transaction[] = []
  let at = 0
  let untilMs = 0

  function note<Result extends { transaction: Transaction }>(result: Result): Result {
    const nowMs = performance.now()
    if (nowMs >= untilMs) {
      at = (at + 1) % most
      untilMs = nowMs + everyMs
    }
    latest[at] = result.transaction
    return result
  }

  const noting: Door = {
    ...door,
    open: async input => note(await door.open(input)),
    apply: async input => note(await door.apply(input)),
  }
  return {
    door: noting,
    acknowledged: {
      /** Whether this database lacks one of them. */
      async isMissing(): Promise<boolean> {
        const writes = latest.filter(write => write !== undefined)
        return (await selectStored(sql, writes)).length < writes.length
      },
      /** Their loss is known. */
      clear: () => void (latest.length = 0),
    },
  }
}
