import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'

/**
 * Where PostgreSQL notifies processes that events have become due. The payload says to whom: `for` with ids to those
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

/** Without it (behind a connection pooler, for example) processes still look every few seconds. */
export const listenForDue = async (sql: Sql, self: string, onDue: (merchantId: string) => void): Promise<void> => {
  const receive = (payload: string) => {
    if (!payload.startsWith(toSome)) onDue(payload)
    else if (payload.includes(self)) onDue('')
  }
  await sql.listen(channel, receive).catch(reportIfDefect('webhook', undefined))
}
