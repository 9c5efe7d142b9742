import type { Sql } from '../../src/platform/db/db.ts'
import type { Needs } from '../../src/needs.ts'
import { transactionDoor } from '../../src/money/transactions/door.ts'

/** The door of a server that sends no webhooks: events are read from the table. */
export const silentDoor = (
  needs: Pick<
    Needs,
    | 'sql'
    | 'clock'
    | 'auditKey'
    | 'addresses'
    | 'railsOf'
    | 'followCharges'
    | 'followBills'
    | 'followReturn'
    | 'catchMoney'
    | 'readMerchant'
    | 'readTransaction'
  >,
) => transactionDoor({ ...needs, deliver: async () => ({ outcome: 'noConnection', success: false, answer: '' }) })

/** The states in the webhook events of a transaction, in delivery order. */
export async function notifiedStates(sql: Sql, transactionId: string): Promise<string[]> {
  const events = await sql<{ payload: string }[]>`
    select payload from webhook_events where transaction_id = ${transactionId} order by position`
  return events.map(({ payload }) => JSON.parse(payload).transactionState)
}
