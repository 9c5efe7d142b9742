import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { metrics } from '../../platform/lib/metrics.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { deliverer } from './deliver.ts'
import { readWebhookHealth } from './health/read-health.ts'
import { enqueueEvents } from './enqueue-events.ts'
import { webhookLanes } from './lanes.ts'

const trilho = await openTrilho()

test.each([new TypeError('undefined is not a function'), new Error('the merchant does not exist')])(
  '%o while sending loses no event: it is a failed attempt that is retried, counted and shown in health',
  async defect => {
    const { needs, sql } = trilho
    const { merchantId } = await trilho.newMerchant()
    const { deliver, drain } = deliverer({
      ...needs,
      sign: () => Promise.reject(defect),
      lanes: webhookLanes(needs),
    })
    const { defects } = await readWebhookHealth(needs)
    const createdAt = needs.clock()
    const id = uuidv7(createdAt.getTime())
    const target = { url: 'http://127.0.0.1:9/', headerName: null, headerValue: null }
    const [event] = await sql.begin(tx =>
      enqueueEvents(tx, [{ merchantId, id, transactionId: null, position: 1, payload: '{}', ...target, createdAt }]),
    )
    if (event === undefined) throw new Error('no event was written')
    expect(await deliver(event)).toMatchObject({ success: false, answer: 'a fault on our side' })
    await drain()
    expect(await sql`select outcome, error from webhook_attempts where event_id = ${id}`).toEqual([
      { outcome: 'noAnswer', error: 'a fault on our side' },
    ])
    expect(await sql`select next_attempt_at > ${createdAt} as again from webhook_events where id = ${id}`).toEqual([
      { again: true },
    ])
    expect((await readWebhookHealth(needs)).defects).toBe(defects + 1)
    expect(await metrics.metrics()).toMatch(/trilho_defects_total\{where="webhook"\} [1-9]/)
  },
)
