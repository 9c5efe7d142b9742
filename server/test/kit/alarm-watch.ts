import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { callAlarmWebhook } from '../../src/operations/alarms/call-webhook.ts'
import { evaluateAlarms } from '../../src/operations/alarms/evaluate-alarms.ts'
import type { AlarmItem } from '../../src/operations/alarms/portal-schemas.ts'
import type { RuleName } from '../../src/operations/alarms/rules.ts'
import { sendNotifications } from '../../src/tenancy/notifications/send-notifications.ts'
import type { openMailbox } from './mailbox.ts'
import { newPortalPerson } from './portal-client.ts'
import type { Trilho } from './trilho.ts'
import { openSink } from './webhook-sink.ts'
import { untilDone } from './patience.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** The operators' webhook, and the settings of a server that calls it. */
export async function alarmReceiver() {
  const answer = { status: 200 }
  const sink = await openSink(answer)
  const verifier = new Webhook(secret)
  return {
    answer,
    settings: { ALARM_WEBHOOK_URL: sink.url, ALARM_WEBHOOK_SECRET: secret },
    /** Events of a rule, each with a signature that is right. */
    eventsOf: (rule: RuleName) =>
      sink.received
        .map(({ text, headers }) => {
          // Tests move the clock, so that only the signature is compared.
          const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
          expect(headers['webhook-signature']).toBe(verifier.sign(id, new Date(timestamp * 1000), text))
          return JSON.parse(text) as AlarmEventBody
        })
        .filter(({ alarm }) => alarm.rule === rule)
        .map(({ event }) => event),
  }
}

type AlarmEventBody = { event: string; alarm: { id: string; rule: RuleName; severity: string; url: string } }
type Receiver = Awaited<ReturnType<typeof alarmReceiver>>
type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** An operator who gets alarms, and what they see of them after each round. */
export async function watchAlarms(trilho: Trilho, mailbox: Mailbox, receiver: Receiver) {
  const { needs, sql } = trilho
  const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' })
  await sql`update people set password_hash = 'some', language = 'en' where id = ${operator.id}`
  // Tests move the clock by days, and the operator stays signed in.
  await sql`update sessions set expires_at = '2100-01-01', last_seen_at = '2099-12-31' where person_id = ${operator.id}`

  /** A minute later, all rules are measured, and what follows is sent. */
  async function evaluate() {
    await sql`update alarm_rounds set next_at = '2000-01-01'`
    await evaluateAlarms(needs)
    await untilDone(() => sendNotifications(needs))
    await needs.mailer.sendDue()
    await untilDone(() => callAlarmWebhook(needs))
  }

  const open = async (): Promise<AlarmItem[]> => (await operator.get('/operator/alarms')).body.data.items
  const openOf = async (rule: RuleName) => (await open()).filter(alarm => alarm.rule === rule)
  const mailsAbout = (title: RegExp) =>
    mailbox.mails
      .filter(({ to, subject }) => to === operator.email && title.test(subject))
      .map(({ subject }) => subject)

  async function metricOf(rule: RuleName, acknowledged: 'yes' | 'no' = 'no') {
    const text = await (await fetch(`${trilho.url}/metrics`)).text()
    const line = text
      .split('\n')
      .find(
        one =>
          one.startsWith('trilho_alarms_open{') &&
          one.includes(`rule="${rule}"`) &&
          one.includes(`acknowledged="${acknowledged}"`),
      )
    return Number(line?.split(' ').at(-1))
  }

  return {
    operator,
    evaluate,
    openOf,
    metricOf,
    mailsAbout,
    /** It is on the screen, and a mail, the webhook and the metric have reported it. Returns the alarm. */
    expectRaised: async (rule: RuleName, title: RegExp, { byMail = true, count = 1 } = {}) => {
      await evaluate()
      const alarms = await openOf(rule)
      expect([rule, alarms.length, alarms[0]?.state]).toEqual([rule, count, 'Raised'])
      expect(receiver.eventsOf(rule).at(-1)).toBe('AlarmRaised')
      expect(await metricOf(rule)).toBe(count)
      if (byMail) await expect.poll(() => mailsAbout(title).at(-1)).toMatch(/^Alarm: /)
      return alarms[0] as AlarmItem
    },
    /** Its cause is gone. */
    expectEnded: async (rule: RuleName, title: RegExp, { byMail = true } = {}) => {
      await evaluate()
      expect([rule, await openOf(rule)]).toEqual([rule, []])
      expect(receiver.eventsOf(rule).at(-1)).toBe('AlarmEnded')
      expect(await metricOf(rule)).toBe(0)
      if (byMail) await expect.poll(() => mailsAbout(title).at(-1)).toMatch(/^Alarm ended: /)
    },
  }
}
