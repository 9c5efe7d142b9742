import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'

/**
 * The channel on which PostgreSQL notifies processes that events are due. The payload names the receivers: `for` with
 * ids names the processes that own the lanes; a merchant's id means all, because its receivers respond again; an empty
 * payload means all.
 */
export const channel = 'trilho_webhooks'

const toSome = 'for '
/** PostgreSQL refuses a payload of 8,000 bytes, which 216 ids fill. Above this number all processes are notified. */
const mostNamed = 50

export function callFor(senders: Iterable<string>): string {
  const named = Array.from(senders)
  return named.length > mostNamed ? '' : toSome + named.join(' ')
}

export const callSenders = (sql: Sql, senders: Iterable<string>): Promise<void> => sql.notify(channel, callFor(senders))

/** Without notifications (behind a connection pooler, for example) processes still check every few seconds. */
export const listenForDue = async (sql: Sql, self: string, onDue: (merchantId: string) => void): Promise<void> => {
  const receive = (payload: string) => {
    if (!payload.startsWith(toSome)) onDue(payload)
    else if (payload.includes(self)) onDue('')
  }
  await sql.listen(channel, receive).catch(reportIfDefect('webhook', undefined))
}
