import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { makeDemoData } from '../../server/src/edges/sandbox/demo-data.ts'
import { makeDemoMonth } from '../../server/src/edges/sandbox/demo-month.ts'
import { expectAccessible, openPortal, windows } from './portal-kit.ts'

/** The paths of the portal's route table. */
const source = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
const pathsBy = (pattern: RegExp) => Array.from(source.matchAll(pattern), ([, path = '']) => path)
const screens = [
  ...pathsBy(/^ {2}path: '(\/[^']*)',$/gm),
  ...pathsBy(/ofMerchant\('([^']+)'/g).map(path => `/m/$merchantId${path}`),
  ...pathsBy(/ofPlatform\('([^']+)'/g).map(path => `/operator${path}`),
]

/** Screens without data in the demo month: journeys open them, with axe in this tier. */
const inJourneys: Record<string, string> = {
  '/link/$token': 'people.test.ts',
  '/m/$merchantId/payment-links/$linkId': 'payment-links.test.ts',
  '/m/$merchantId/disputes/$disputeId': 'disputes.test.ts',
  '/m/$merchantId/batches/$batchId': 'payout-batches.test.ts',
  '/operator/exceptions/$of/$id': 'bank-exceptions.test.ts',
  '/operator/reconciliations/$bank/$day': 'reconciliation.test.ts',
}
const visited = screens.filter(path => !(path in inJourneys))

const { trilho, openPage, openPageOf } = await openPortal()
const worker = await trilho.startServer({ workers: true })
const demo = await makeDemoData(trilho.needs, { folder: await dataFolder(), url: trilho.url })
await makeDemoMonth(worker.needs, demo)

/** The id of the first row of a table, for each parameter of a path. */
const [found] = await trilho.sql`
  select m.id as merchant_id, m.id,
         (select t.id from transactions t where t.merchant_id = m.id order by t.id limit 1) as transaction_id,
         (select e.id from webhook_events e where e.merchant_id = m.id limit 1) as delivery_id,
         (select r.id from receivers r where r.merchant_id = m.id limit 1) as receiver_id,
         (select q.id from payment_requests q where q.merchant_id = m.id limit 1) as request_id
    from merchants m where m.name = 'Padaria São João Ltda'`
const ids = found as Record<string, string | null>
const merchantId = ids['merchantId'] ?? ''
const owner = await newPortalPerson(trilho, { merchantId })
const operator = await newPortalPerson(trilho, { isOperator: true })

const addressOf = (path: string) =>
  path.replace(/\$(\w+)/g, (_, name: string) => {
    const id = ids[name]
    if (typeof id !== 'string') throw new Error(`the demo month has nothing for $${name} in ${path}`)
    return id
  })

test('every screen is visited, here or in a journey', () => {
  expect(screens.length).toBeGreaterThan(40)
  expect(Object.keys(inJourneys).filter(path => !screens.includes(path))).toEqual([])
  expect(visited.map(addressOf)).not.toContain('')
})

test.each(visited.flatMap(path => windows.map(window => [path, window] as const)))(
  'axe finds no problems on %s on a %s, light and dark',
  async (path, window) => {
    const options = { path: addressOf(path), window }
    const isPublic = ['/sign-in', '/password-reset'].includes(path)
    const person = path.startsWith('/operator') ? operator : owner
    const { page, complaints } = isPublic ? await openPage(options) : await openPageOf(person, options)
    await expectAccessible(page)
    expect(complaints).toEqual([])
  },
)
