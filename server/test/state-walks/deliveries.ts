import { expect } from 'vitest'
import type { TransactionEvent } from '../../src/money/transactions/event.ts'
import { deliverDue } from '../../src/money/webhooks/deliver-due.ts'
import { deliverer } from '../../src/money/webhooks/deliver.ts'
import { resendDelivery } from '../../src/money/webhooks/deliveries/resend-deliveries.ts'
import type { WebhookEvent } from '../../src/money/webhooks/event.ts'
import { expireQueued } from '../../src/money/webhooks/expire-events.ts'
import { webhookLanes } from '../../src/money/webhooks/lanes.ts'
import { leaseMs, scheduleMs } from '../../src/money/webhooks/retry-schedule.ts'
import { webhookSigner } from '../../src/money/webhooks/sign.ts'
import { recordAttempts } from '../../src/money/webhooks/sql.ts'
import { type deliveryTransitions, after } from '../../src/money/webhooks/states.ts'
import { silentDoor } from '../kit/silent-door.ts'
import type { Trilho } from '../kit/trilho.ts'
import { openSink } from '../kit/webhook-sink.ts'
import type { Walks } from './walks.ts'
import { endToEndId as newEndToEndId } from '../../src/platform/brazil/end-to-end-id.ts'
import { untilDone } from '../kit/patience.ts'

const newPaid = () =>
  ({
    kind: 'paid',
    amount: 10_000_000n,
    participant: null,
    endToEndId: newEndToEndId({ ispb: '99999999', at: new Date() }),
  }) as const
const nobody = async () => ({ outcome: 'queued', success: false, answer: '' }) as const

/** A server that was killed after its commit: its events are leased to nobody. */
export async function deliveryWalks(trilho: Trilho): Promise<Walks<(typeof deliveryTransitions)[number]>> {
  const { sql, needs, clock, newMerchant } = trilho
  const answer = { status: 200 }
  const sink = await openSink(answer)
  const door = silentDoor(needs)
  /** A worker that takes what is due and is killed before it sends it. */
  const due = deliverDue({ ...needs, deliver: nobody })
  const claim = async () => {
    due.call()
    await untilDone(() => due.step())
  }
  const letLeasesEnd = () => void (clock.aheadMs += leaseMs + 1_000)

  /** A transaction with a number of events, one commit each. */
  async function writeEvents(): Promise<() => Promise<WebhookEvent>> {
    const { merchantId, createCashIn } = await newMerchant()
    const id = await createCashIn({ amount: '10', webhook: { url: sink.url } })
    let event: TransactionEvent = newPaid()
    return async () => {
      const { webhookEvents } = await door.apply({ merchantId, id, event })
      event = { kind: 'forcedReturn', refundId: crypto.randomUUID(), amount: null }
      const [written] = webhookEvents
      if (written === undefined) throw new Error('no event was written')
      return written
    }
  }

  async function send(event: WebhookEvent, status: number): Promise<void> {
    answer.status = status
    expect(await needs.deliver(event)).toMatchObject({ outcome: 'answered' })
  }

  const resend = ({ merchantId, id }: WebhookEvent) => resendDelivery(needs, { merchantId, id })

  /** The receiver's 200 is stored, and the process is killed before it releases the next event. */
  const acceptAndDie = (event: WebhookEvent) =>
    recordAttempts(sql, [
      {
        ...event,
        ...after('accepted'),
        leasedUntil: event.leasedUntil ?? new Date(0),
        at: needs.clock(),
        nextAttemptAt: null,
        outcome: 'answered',
        httpStatus: 200,
        latencyMs: 1,
        answer: '',
        error: null,
      },
    ])

  /** Its lane's receiver has been unreachable for the whole retry schedule. */
  async function outwait(event: WebhookEvent): Promise<void> {
    const now = () => new Date(needs.clock().getTime() + scheduleMs + leaseMs)
    await expireQueued({ ...needs, clock: now }, event)
  }

  const one = async () => (await writeEvents())()
  /** The second waits for the first, which is not sent. */
  async function two() {
    const next = await writeEvents()
    return { first: await next(), second: await next() }
  }
  /** The first was given up; the second is being sent. */
  async function givenUpAndNext() {
    const next = await writeEvents()
    const first = await next()
    await send(first, 410)
    return { first, second: await next() }
  }
  async function sent(status: number): Promise<WebhookEvent> {
    const event = await one()
    await send(event, status)
    return event
  }

  return {
    walks: {
      'nothing enqueued': async () => (await one()).id,
      'nothing queued': async () => (await two()).second.id,
      'Waiting released': async () => {
        const { first, second } = await two()
        await send(first, 200)
        return second.id
      },
      'Due claimed': async () => {
        const { id } = await sent(500)
        clock.aheadMs += 10_000
        await claim()
        return id
      },
      'Waiting claimed': async () => {
        const { first, second } = await two()
        await acceptAndDie(first)
        letLeasesEnd()
        await claim()
        return second.id
      },
      'Sending claimed': async () => {
        const { id } = await one()
        letLeasesEnd()
        await claim()
        return id
      },
      'Due outOfTurn': async () => {
        const { first } = await givenUpAndNext()
        await resend(first)
        await claim()
        return first.id
      },
      'Waiting outOfTurn': async () => {
        const { second } = await two()
        letLeasesEnd()
        await claim()
        return second.id
      },
      'Sending outOfTurn': async () => {
        const { first, second } = await givenUpAndNext()
        await resend(first)
        letLeasesEnd()
        await claim()
        return second.id
      },
      'Due superseded': async () => {
        const { first, second } = await givenUpAndNext()
        await resend(first)
        await send(second, 200)
        await claim()
        return first.id
      },
      'Waiting superseded': async () => {
        const { first, second } = await givenUpAndNext()
        await resend(first)
        await claim()
        await send(second, 200)
        letLeasesEnd()
        await claim()
        return first.id
      },
      'Sending superseded': async () => {
        const { first, second } = await givenUpAndNext()
        await resend(first)
        letLeasesEnd()
        await claim()
        await acceptAndDie(second)
        letLeasesEnd()
        await claim()
        return first.id
      },
      'Sending handedBack': async () => {
        const event = await one()
        const { deliver, drain } = deliverer({ ...needs, sign: webhookSigner(needs), lanes: webhookLanes(needs) })
        await drain()
        await deliver(event)
        return event.id
      },
      'Sending accepted': async () => (await sent(200)).id,
      'Sending failed': async () => (await sent(500)).id,
      'Sending givenUp': async () => (await sent(410)).id,
      'Due expiredInQueue': async () => {
        const event = await sent(500)
        await outwait(event)
        return event.id
      },
      'Waiting expiredInQueue': async () => {
        const { second } = await two()
        await outwait(second)
        return second.id
      },
      'Sending expiredInQueue': async () => {
        const event = await one()
        await outwait(event)
        return event.id
      },
      'Finished resent': async () => (await resend(await sent(200))).id,
      'Due resent': async () => (await resend(await sent(500))).id,
      'Waiting resent': async () => (await resend((await two()).second)).id,
      'Due heldBack': async () => {
        const { first, second } = await givenUpAndNext()
        await send(second, 500)
        await resend(first)
        return second.id
      },
      'Waiting heldBack': async () => {
        const { first, second } = await givenUpAndNext()
        await send(second, 500)
        await resend(first)
        await resend(first)
        return second.id
      },
    },
    check: async ({ status }, id) => {
      const [event] = await sql`select status from webhook_events where id = ${id}`
      if (status !== null) expect(event).toEqual({ status })
    },
  }
}
