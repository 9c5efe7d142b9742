import { makeDemoData } from '../../../server/src/edges/sandbox/demo-data.ts'
import { makeDemoMonth } from '../../../server/src/edges/sandbox/demo-month.ts'
import { newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { dataFolder } from '../../../server/test/kit/server-process.ts'
import { openPortal } from '../portal-kit.ts'

/**
 * A sandbox as a newcomer finds it, with its month of payments: what every screen shows when it is filled. No worker runs,
 * so that what is in progress stays so.
 */
export async function openDemo(settings: Record<string, string> = {}) {
  const folder = await dataFolder()
  const portal = await openPortal({ TRILHO_DATA: folder, ...settings })
  const { trilho } = portal
  const demo = await makeDemoData(trilho.needs, { folder, url: trilho.url })
  await makeDemoMonth(trilho.needs, demo)
  /** The id of the first row of a table, for each parameter of a path. */
  const [found] = await trilho.sql<Record<string, string>[]>`
    select m.id as merchant_id, m.id,
           (select t.id from transactions t where t.merchant_id = m.id order by t.id limit 1) as transaction_id,
           (select e.id from webhook_events e where e.merchant_id = m.id limit 1) as delivery_id,
           (select r.id from receivers r where r.merchant_id = m.id limit 1) as receiver_id,
           (select q.id from payment_requests q where q.merchant_id = m.id limit 1) as request_id
      from merchants m where m.name = 'Padaria São João Ltda'`
  const ids = found ?? {}
  const merchantId = ids['merchantId'] ?? ''
  return {
    portal,
    ids,
    merchantId,
    owner: await newPortalPerson(trilho, { merchantId, name: 'Ana Souza' }),
    operator: await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' }),
  }
}
