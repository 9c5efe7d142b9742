import { afterEach, expect, test, vi } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { deliverDue } from './deliver-due.ts'
import { laneOf } from './event.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const { sql, needs, newMerchant } = await openTrilho()
afterEach(() => vi.useRealTimers())

const [lanes, inLane] = [20, 8]
const urls = times(lanes, i => `http://receiver-${i}.example/`)

/** So many events in each of the lanes, left behind by a process that died. */
const leaveBehind = (merchantId: string, to: string[], count: number) => sql`
  insert into webhook_events (merchant_id, id, position, payload, url, lane, status, stage, next_attempt_at, created_at)
  select ${merchantId}, gen_random_uuid(), 1, '{}', url, lane, 'Pending', 'Sending', now() - interval '1 minute', now()
    from unnest(${to}::text[], ${to.map(laneOf)}::text[]) l(url, lane), generate_series(1, ${count})`

/** A process that brings what waits, and where to. */
function bringing() {
  const brought: string[] = []
  const due = deliverDue({
    ...needs,
    deliver: async event => {
      brought.push(event.url)
      return { outcome: 'queued', success: false, answer: '' }
    },
  })
  return { due, brought }
}

/** All lanes have events, somebody asks for something, and a process takes its first step. */
async function stepBesideRequest() {
  const { merchantId, read } = await newMerchant()
  await leaveBehind(merchantId, urls, inLane)
  const { due, brought } = bringing()

  vi.useFakeTimers({ toFake: ['performance'] })
  await read(crypto.randomUUID())
  due.call()
  await due.step()
  return { merchantId, due, brought }
}

test('what has waited is brought in small portions while there are requests, and all at once when there are none', async () => {
  const { due, brought } = await stepBesideRequest()
  expect(brought).toHaveLength(64)
  vi.advanceTimersByTime(1_000)
  await due.step()
  expect(brought).toHaveLength(lanes * inLane)
})

test('who is called in the middle of a round begins another one after it', async () => {
  const { merchantId, due, brought } = await stepBesideRequest()
  const passed = brought[0] ?? ''
  await leaveBehind(merchantId, [passed], 1)
  due.call()
  await untilDone(() => due.step())
  expect(brought.filter(url => url === passed)).toHaveLength(inLane + 1)
  expect(brought).toHaveLength(lanes * inLane + 1)
})
