import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { webhookLanes } from '../lanes.ts'
import { circuitSharer } from './share-circuits.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const silent = { merchantId, lane: 'https://silent.example 1' }
const well = { merchantId, lane: 'https://well.example 1' }
const clock = () => new Date()

/** What one process knows of receivers, on a database that may be away. */
function newProcess() {
  const lanes = webhookLanes({ clock })
  const at = { isAway: false }
  const reach = (...args: Parameters<Sql>) =>
    at.isAway ? Promise.reject(new Error('the database is away')) : trilho.sql(...args)
  const share = circuitSharer({ lanes, sql: Object.assign(reach, trilho.sql) })
  const call = async (id: typeof silent, isReached: boolean) => {
    const place = await lanes.enter(id, 1_000)
    place?.leave(1, isReached ? null : { outcome: 'noAnswer', error: 'timeout' })
  }
  return { lanes, at, share, call, isShut: () => [silent, well].map(id => lanes.isShut(id)) }
}

test('what is found of a receiver while the database is away is shared when it is back, unless something newer is known', async () => {
  const [one, other] = [newProcess(), newProcess()]
  for (const id of [silent, well]) for (const _ of times(5, i => i)) await one.call(id, false)
  one.at.isAway = true
  await expect(one.share()).rejects.toThrow('away')
  one.at.isAway = false
  // Found anew since: a person had it probed, and it answers.
  one.lanes.probeNow(merchantId)
  await one.call(well, true)
  await one.share()
  await other.share()
  expect([one.isShut()[1], other.isShut()]).toEqual([false, [true, false]])
})
