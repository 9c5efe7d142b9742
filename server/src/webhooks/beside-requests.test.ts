import { afterEach, expect, test, vi } from 'vitest'
import { openTrilho, times } from '../../test/kit/trilho.ts'
import { deliverDue } from './deliver-due.ts'
import { laneOf } from './lane-id.ts'

const trilho = await openTrilho()
afterEach(() => vi.useRealTimers())

test('what has waited is brought in small portions while there are requests, and all at once when there are none', async () => {
  const { sql, needs, newMerchant } = trilho
  const { merchantId, read } = await newMerchant()
  const [lanes, inLane] = [20, 8]
  const urls = times(lanes, i => `http://receiver-${i}.example/`)
  await sql`
    insert into webhook_events (merchant_id, id, position, payload, url, lane, status, stage, next_attempt_at, created_at)
    select ${merchantId}, gen_random_uuid(), 1, '{}', url, lane, 'Pending', 'Sending', now() - interval '1 minute', now()
      from unnest(${urls}::text[], ${urls.map(laneOf)}::text[]) l(url, lane), generate_series(1, ${inLane})`
  const brought: string[] = []
  const due = deliverDue({
    ...needs,
    deliver: async event => {
      brought.push(event.id)
      return { outcome: 'queued', success: false, answer: '' }
    },
  })

  vi.useFakeTimers({ toFake: ['performance'] })
  await read(crypto.randomUUID())
  due.call()
  await due.step()
  expect(brought).toHaveLength(64)
  vi.advanceTimersByTime(1_000)
  await due.step()
  expect(brought).toHaveLength(lanes * inLane)
})
