import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { alarmReceiver, watchAlarms } from '../../../test/kit/alarm-watch.ts'
import { openMailbox } from '../../../test/kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../test/kit/portal-roles.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { watchBooks } from '../books-audit/audit-books.ts'
import { damageNoter } from '../books-audit/note-damage.ts'
import { callAlarmWebhook } from './call-webhook.ts'
import { evaluateAlarms } from './evaluate-alarms.ts'
import { alarmRules, ruleNames } from './rules.ts'
import { runbookOf } from './runbooks.ts'
import { settings } from '../../config.ts'
import { deliverDue } from '../../money/webhooks/deliver-due.ts'
import { resumeMerchant } from '../../tenancy/merchants/suspension.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const recipient = { status: 250 }
const mailbox = await openMailbox({ recipient: () => recipient.status })
const receiver = await alarmReceiver()
const few = { ALARM_WEBHOOKS_WAITING: '3', ALARM_MAILS_UNSENT: '2' }
const trilho = await openTrilho({ ...mailbox.settings, ...receiver.settings, ...few })
const { needs, sql, clock } = trilho
const { operator, evaluate, expectRaised, expectEnded, openOf, metricOf } = await watchAlarms(trilho, mailbox, receiver)
const minute = 60_000
const hour = 60 * minute

afterEach(async () => {
  clock.aheadMs = 0
  recipient.status = 250
  receiver.answer.status = 200
  await sql`delete from alarms`
})

/** Wrong books, and right ones again. */
async function breakBooks() {
  const shop = await trilho.newMerchant({ balance: '10' })
  const id = await shop.createCashIn({ amount: '5' })
  await shop.simulate('complete', id)
  const charge = (charges: bigint) => sql`update transactions set charges = ${charges} where id = ${id}`
  await charge(7n)
  await watchBooks(needs)
  return async () => {
    await charge(0n)
    await watchBooks(needs)
  }
}

test('wrong books raise an alarm that ends with the next clean audit', async () => {
  const mend = await breakBooks()
  const alarm = await expectRaised('booksWrong', /audit of the books/)
  expect(alarm).toMatchObject({ severity: 'critical', details: { count: '2' } })
  await mend()
  await expectEnded('booksWrong', /audit of the books/)
})

test('books that were never audited raise an alarm, some hours after the first merchant', async () => {
  await trilho.newMerchant()
  await sql`delete from platform_checks`
  await evaluate()
  expect(await openOf('booksWrong')).toEqual([])
  clock.aheadMs = 7 * hour
  expect(await expectRaised('booksWrong', /audit of the books/)).toMatchObject({ details: { count: '0' } })
  await watchBooks(needs)
  await expectEnded('booksWrong', /audit of the books/)
})

test('a damaged page raises an alarm for a day, and for as long as a merchant is suspended for it', async () => {
  const [shop, note] = [await trilho.newMerchant({ balance: '10' }), damageNoter(needs)]
  const damage = async (of: string) => {
    await sql.unsafe(`
      create function damage() returns trigger language plpgsql as $$ begin
        raise exception 'invalid page in block 7 of relation "base/5/%"', pg_relation_filenode('${of}')
          using errcode = 'XX001'; end $$;
      create trigger damage before insert on transactions for each row execute function damage()`)
    expect((await shop.requestCashOut({ amount: '1' })).status).toBe(503)
    await sql`drop function damage cascade`
    await note()
  }
  // All merchants share this table: nobody is suspended.
  await damage('bank_connections')
  const shared = await expectRaised('dataDamaged', /Damaged data/)
  expect(shared).toMatchObject({ severity: 'critical', details: { count: '0' } })
  clock.aheadMs = 25 * hour
  await expectEnded('dataDamaged', /Damaged data/)
  clock.aheadMs += 2 * hour
  await damage('transactions')
  expect(await expectRaised('dataDamaged', /Damaged data/)).toMatchObject({ details: { count: '1' } })
  clock.aheadMs += 25 * hour
  await evaluate()
  expect(await openOf('dataDamaged')).toHaveLength(1)
  await resumeMerchant(needs, shop.merchantId)
  await expectEnded('dataDamaged', /Damaged data/)
})

test('a dispute near its deadline raises an alarm until it is decided', async () => {
  const shop = await trilho.newMerchant()
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  const { id } = (await shop.post('/sandbox/disputes', { transactionId, amount: '30' })).body.data
  const [row] = await sql<{ answerUntil: Date }[]>`select answer_until from disputes where id = ${id}`
  await evaluate()
  expect(await openOf('disputeEndsSoon')).toEqual([])
  clock.aheadMs = (row?.answerUntil.getTime() ?? 0) - Date.now() - 23 * hour
  await expectRaised('disputeEndsSoon', /near its deadline/)
  await shop.put(`/sandbox/disputes/${id}/release`)
  await expectEnded('disputeEndsSoon', /near its deadline/)
})

test('a backlog of webhooks raises an alarm until they are delivered', async () => {
  const shop = await trilho.newMerchant()
  const answer = { status: 500 }
  const dead = await openSink(answer)
  for (const amount of ['1', '2', '3'])
    await shop.simulate('complete', await shop.createCashIn({ amount, webhook: { url: dead.url } }))
  await expectRaised('webhooksWaiting', /webhooks wait/)
  answer.status = 200
  expect(
    (await shop.post('/webhooks/resend', { startDate: '2026-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' }))
      .status,
  ).toBeLessThan(300)
  const due = deliverDue(needs)
  const waiting = async () => {
    await due.step()
    return (await sql`select from webhook_events where next_attempt_at is not null and url = ${dead.url}`).length
  }
  await expect.poll(waiting).toBe(0)
  await expectEnded('webhooksWaiting', /webhooks wait/)
})

test('a contested return without an answer of the bank raises an alarm until an operator enters it', async () => {
  const shop = await trilho.newMerchant()
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  const { id } = (await shop.post('/sandbox/disputes', { transactionId, amount: '30' })).body.data
  await shop.put(`/sandbox/disputes/${id}/return`)
  const contest = await shop.post(`/disputes/${id}/contest`, { reason: 'NoFraud', text: 'Signed for' })
  expect(contest.status).toBe(200)
  clock.aheadMs = 9 * 24 * hour
  await evaluate()
  expect(await openOf('contestWaits')).toEqual([])
  clock.aheadMs = 11 * 24 * hour
  expect(await expectRaised('contestWaits', /contested return/)).toMatchObject({ details: { count: '1' } })
  const outcome = { outcome: 'Refused', note: 'The bank insists' }
  const fresh = await newPortalPerson(trilho, { isOperator: true })
  await fresh.post(`/operator/merchants/${shop.merchantId}/disputes/${id}/contest/outcome`, outcome)
  await expectEnded('contestWaits', /contested return/)
})

test('mails that do not go out raise an alarm by webhook and metric, and are sent when the mail server answers', async () => {
  recipient.status = 451
  const { email } = await newPersonWithPassword(trilho)
  await newVisitor(trilho.url).post('/password-reset', { email })
  await expect.poll(async () => (await sql`select from mails where next_attempt_at is not null`).length).toBe(1)
  clock.aheadMs = 16 * minute
  await expectRaised('mailsWaiting', /Mails do not go out/, { byMail: false })
  recipient.status = 250
  clock.aheadMs += hour
  await untilDone(() => needs.mailer.sendDue())
  await expectEnded('mailsWaiting', /Mails do not go out/)
})

test('mails that were given up raise an alarm for a day', async () => {
  recipient.status = 550
  for (const { email } of [await newPersonWithPassword(trilho), await newPersonWithPassword(trilho)])
    await newVisitor(trilho.url).post('/password-reset', { email })
  await expect
    .poll(async () => (await sql`select from mails where next_attempt_at is null and sent_at is null`).length)
    .toBeGreaterThan(1)
  recipient.status = 250
  await expectRaised('mailsUnsent', /Mails were given up/)
  clock.aheadMs = 25 * hour
  await expectEnded('mailsUnsent', /Mails were given up/)
})

test("a clock of the server's machine that differs from the database's raises an alarm", async () => {
  clock.aheadMs = 40_000
  const { details } = await expectRaised('clockDrift', /clock of Trilho differs/)
  expect(details).toMatchObject({ seconds: '40' })
  clock.aheadMs = 0
  await expectEnded('clockDrift', /clock of Trilho differs/)
})

test('an alarm is raised once, and repeated five times at most while nobody acknowledges it', async () => {
  const mend = await breakBooks()
  const { id } = await expectRaised('booksWrong', /audit of the books/)
  const before = receiver.eventsOf('booksWrong').length
  await evaluate()
  expect(receiver.eventsOf('booksWrong')).toHaveLength(before)
  for (let hours = 1; hours <= 9; hours++) {
    clock.aheadMs = hours * 61 * minute
    await watchBooks(needs)
    await evaluate()
  }
  expect(receiver.eventsOf('booksWrong').slice(before)).toEqual(Array(5).fill('AlarmRepeated'))
  expect((await openOf('booksWrong')).map(alarm => alarm.id)).toEqual([id])
  await mend()
  await evaluate()
})

test('an acknowledged alarm is not repeated, says who looks after it, and is raised again when its cause grows', async () => {
  const mend = await breakBooks()
  const { id } = await expectRaised('booksWrong', /audit of the books/)
  const path = `/operator/alarms/${id}`
  const note = 'I compare with the backup of the night'
  expect(refusalOf(await operator.post(`${path}/acknowledge`, { note: '' }))[0]).toBe(400)
  const { body } = await operator.post(`${path}/acknowledge`, { note })
  expect(body.data).toMatchObject({ state: 'Acknowledged', acknowledged: { by: 'Olga Lima', note } })
  expect((await auditEntriesOf(trilho, operator)).at(-1)).toMatchObject({
    act: 'alarm.acknowledge',
    subject: id,
    details: { rule: 'booksWrong', note, changes: { state: { was: 'Raised', is: 'Acknowledged' } } },
  })
  expect(refusalOf(await operator.post(`${path}/acknowledge`, { note }))).toEqual([409, 'AlarmStateNotAllowed'])
  const before = receiver.eventsOf('booksWrong').length
  clock.aheadMs = 61 * minute
  await watchBooks(needs)
  await evaluate()
  expect([await metricOf('booksWrong', 'yes'), await metricOf('booksWrong')]).toEqual([1, 0])
  expect(receiver.eventsOf('booksWrong')).toHaveLength(before)

  const mendOther = await breakBooks()
  await evaluate()
  expect(receiver.eventsOf('booksWrong').slice(before)).toEqual(['AlarmRepeated'])
  expect((await operator.get(path)).body.data).toMatchObject({ state: 'Raised', acknowledged: null })
  await mend()
  await mendOther()
  await evaluate()
  const ended = (await operator.get('/operator/alarms/ended')).body.data.items
  expect(ended).toMatchObject([{ id, state: 'Ended', endedAt: expect.any(String) }])
})

test('what comes and goes is one alarm, and wakes people once an hour', async () => {
  const [first, ids] = [receiver.eventsOf('clockDrift').length, new Set<string>()]
  for (const round of times(6, n => n)) {
    clock.aheadMs = 40_000
    await evaluate()
    for (const { id } of await openOf('clockDrift')) ids.add(id)
    expect([round, ids.size]).toEqual([round, 1])
    clock.aheadMs = 0
    await evaluate()
  }
  expect(receiver.eventsOf('clockDrift').slice(first)).toEqual(['AlarmRaised', 'AlarmEnded'])
})

test('of several processes one evaluates a round, and all show its alarms', async () => {
  const other = await trilho.startServer()
  clock.aheadMs = 40_000
  other.clock.aheadMs = 40_000
  await sql`update alarm_rounds set next_at = '2000-01-01'`
  const [before] = await sql<{ evaluatedAt: Date }[]>`select evaluated_at from alarm_rounds`
  await Promise.all([needs, other.needs, needs, other.needs].map(one => evaluateAlarms(one)))
  expect(await sql`select from alarms where rule = 'clockDrift'`).toHaveLength(1)
  const [after] = await sql<{ evaluatedAt: Date; nextAt: Date }[]>`select evaluated_at, next_at from alarm_rounds`
  expect(after?.evaluatedAt).not.toEqual(before?.evaluatedAt)
  await evaluateAlarms(other.needs)
  expect((await sql`select evaluated_at, next_at from alarm_rounds`)[0]).toEqual(after)
})

test('a rule that cannot be measured neither raises nor ends an alarm, and holds up no other', async () => {
  const mend = await breakBooks()
  await expectRaised('booksWrong', /audit of the books/)
  await mend()
  await sql`alter table platform_checks rename to platform_checks_away`
  clock.aheadMs = 40_000
  await evaluate()
  await sql`alter table platform_checks_away rename to platform_checks`
  expect([await openOf('booksWrong'), await openOf('clockDrift')]).toMatchObject([[{ state: 'Raised' }], [{}]])
  const { rules } = (await operator.get('/operator/alarms')).body.data
  expect(rules.filter((rule: { isUnmeasured: boolean }) => rule.isUnmeasured)).toMatchObject([
    { rule: 'booksWrong' },
    { rule: 'dataDamaged' },
  ])
  await expectEnded('booksWrong', /audit of the books/)
})

test('a webhook that fails is called again, a bounded number of times', async () => {
  receiver.answer.status = 503
  clock.aheadMs = 40_000
  const first = receiver.eventsOf('clockDrift').length
  await evaluate()
  for (let later = 0; later < 20; later++) {
    clock.aheadMs += 130 * minute
    await callAlarmWebhook(needs)
  }
  expect(receiver.eventsOf('clockDrift').slice(first)).toEqual(Array(7).fill('AlarmRaised'))
  clock.aheadMs = 0
  const [alarm] = await openOf('clockDrift')
  const { calls } = (await operator.get(`/operator/alarms/${alarm?.id}`)).body.data
  expect(calls).toMatchObject([{ event: 'AlarmRaised', attempts: 7, sentAt: null, fault: 'HTTP 503' }])
})

test('an operator who does not want alarms by mail gets none', async () => {
  await operator.put('/operator/notification-choices', { topic: 'alarms', byMail: false, inPortal: true })
  const before = mailbox.mails.length
  clock.aheadMs = 40_000
  await evaluate()
  expect(mailbox.mails.length).toBe(before)
  const [alarm] = await openOf('clockDrift')
  const { items } = (await operator.get('/operator/notifications?limit=100')).body.data
  expect(items).toContainEqual(expect.objectContaining({ kind: 'alarmRaised', path: `/operator/alarms/${alarm?.id}` }))
  await operator.put('/operator/notification-choices', { topic: 'alarms', byMail: true, inPortal: true })
})

test("a merchant's people see no alarms", async () => {
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId })
  expect(refusalOf(await owner.get('/operator/alarms'))).toEqual([403, 'RoleNotAllowed'])
  expect(refusalOf(await operator.get('/operator/alarms/nothing'))).toEqual([404, 'AlarmNotFound'])
})

test('every rule has its threshold among the settings, its row in the documentation, and a runbook in both languages', () => {
  const operations = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  for (const rule of ruleNames) {
    const { setting, severity } = alarmRules[rule]
    const row = new RegExp(
      `^\\| \`${rule}\` +\\| ${severity} +\\|.*\`${setting}\` +\\| ${settings[setting].fallback} +\\|$`,
      'm',
    )
    expect(operations).toMatch(row)
    const [pt, en] = [runbookOf(rule, 'pt'), runbookOf(rule, 'en')]
    expect([rule, pt.steps.length, pt.meaning !== '']).toEqual([rule, en.steps.length, true])
    expect(en.steps.length).toBeGreaterThan(1)
  }
})

/** Evaluates so many times, an hour and a minute apart. */
async function evaluateHourly(times: number) {
  for (let n = 0; n < times; n++) await evaluateAfter(61 * minute)
}

async function evaluateAfter(ms: number) {
  clock.aheadMs += ms
  await watchBooks(needs)
  await evaluate()
}

test('a cause that is back soon after the last repeat of its alarm is sent again, though it is no larger', async () => {
  const mend = await breakBooks()
  await expectRaised('booksWrong', /audit of the books/)
  await evaluateHourly(5)
  await mend()
  await evaluate()
  const before = receiver.eventsOf('booksWrong').length
  clock.aheadMs += 10 * minute
  const mendOther = await breakBooks()
  await evaluate()
  expect(receiver.eventsOf('booksWrong').slice(before)).toEqual([])
  await evaluateHourly(1)
  expect(receiver.eventsOf('booksWrong').slice(before)).toEqual(['AlarmRepeated'])
  await mendOther()
})

test('another or a larger cause of an alarm that was repeated to the end wakes people again', async () => {
  const mend = await breakBooks()
  await expectRaised('booksWrong', /audit of the books/)
  await evaluateHourly(7)
  const notices = () => receiver.eventsOf('booksWrong').length
  const first = notices()
  const mends = [await breakBooks(), await breakBooks()]
  await evaluateHourly(1)
  expect(notices()).toBe(first + 1)
  for (const one of [mend, ...mends]) await one()
  await evaluateHourly(6)
  const ended = notices()
  const others = [await breakBooks(), await breakBooks(), await breakBooks(), await breakBooks()]
  await evaluateHourly(1)
  expect(notices()).toBeGreaterThan(ended)
  for (const one of others) await one()
})

test('a critical alarm that nobody acknowledges goes on once a day after its last repeat', async () => {
  const mend = await breakBooks()
  await expectRaised('booksWrong', /audit of the books/)
  await evaluateHourly(7)
  const notices = () => receiver.eventsOf('booksWrong').length
  const before = notices()
  for (const ms of [hour, 20 * hour]) await evaluateAfter(ms)
  expect(notices()).toBe(before)
  for (const ms of [3 * hour, hour, 20 * hour]) await evaluateAfter(ms)
  expect(notices()).toBe(before + 1)
  await mend()
})
