import type { Sql } from '../../platform/db/db.ts'

/**
 * Where PostgreSQL tells processes that events have become due. The payload says to whom: `for` with ids to those
 * processes, in whose lanes they are; a merchant to all, because its receivers are well again; nothing to all.
 */
export const channel = 'trilho_webhooks'

const toSome = 'for '
/** PostgreSQL refuses a call of 8,000 bytes: 216 ids fill it. Where more than these are called, all are. */
const mostNamed = 50

export function callFor(senders: Iterable<string>): string {
  const named = Array.from(senders)
  return named.length > mostNamed ? '' : toSome + named.join(' ')
}

export const callSenders = (sql: Sql, senders: Iterable<string>): Promise<void> => sql.notify(channel, callFor(senders))

/** Without it (a pooler in between, say) processes still look every few seconds. */
export const listenForDue = async (sql: Sql, self: string, heard: (merchantId: string) => void): Promise<void> => {
  const hear = (payload: string) => {
    if (!payload.startsWith(toSome)) heard(payload)
    else if (payload.includes(self)) heard('')
  }
  await sql.listen(channel, hear).catch(() => {})
}
