import { expect, test, vi } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { linkIn, openMailbox } from '../../../test/kit/mailbox.ts'
import { batchesOf, payoutRow } from '../../../test/kit/payout-batches.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../test/kit/portal-roles.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { createAccessKey } from '../access-keys/create-access-key.ts'
import { rotateAccessKey } from '../access-keys/change-access-key.ts'
import { addMembership } from '../people/create-person.ts'
import type { Role } from '../people/permissions.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { purgeExpired } from '../../operations/retention/purge-expired.ts'
import { findExpiring } from './find/find-expiring.ts'
import { sendNotifications } from './send-notifications.ts'

const mailbox = await openMailbox()
const trilho = await openTrilho(mailbox.settings)
const other = await trilho.startServer()
const { needs, sql, clock } = trilho
const hour = 60 * 60_000
const day = 24 * hour

/** Two workers send all notifications at once, and all mails have gone out. */
async function send() {
  while ((await Promise.all([sendNotifications(needs), sendNotifications(other.needs)])).some(sent => sent > 0));
  await needs.mailer.sendDue()
  await expect.poll(async () => (await sql`select from mails where next_attempt_at is not null`).length).toBe(0)
}

/** Somebody who has accepted the invitation, and reads mails and notifications. */
async function newReader(
  who: { merchantId?: string; roles?: Role[]; name?: string; isOperator?: boolean },
  at?: string,
) {
  const person = await newPortalPerson(trilho, who)
  await sql`update people set password_hash = 'some' where id = ${person.id}`
  const place = at ?? (who.merchantId === undefined ? '/operator' : `/merchants/${who.merchantId}`)
  const list = async () => (await person.get(`${place}/notifications`)).body.data.items
  return {
    ...person,
    mails: () => mailbox.mails.filter(mail => mail.to === person.email),
    list,
    kinds: async () => (await list()).map(({ kind }: { kind: string }) => kind),
    unread: async () => (await person.get(`${place}/notifications/unread`)).body.data.unread,
  }
}

test('a waiting request notifies once everybody who can decide, except its requester; once decided, it is read', async () => {
  const shop = await newPayer(trilho, { balance: '5000' })
  const { merchantId, receiverId, accountId } = shop
  const asker = await newReader({ merchantId, name: 'Dora Lima' })
  const [owner, approver] = [await newReader({ merchantId }), await newReader({ merchantId, roles: ['approver'] })]
  const finance = await newReader({ merchantId, roles: ['finance'] })
  await sql`update people set language = 'en' where id = ${approver.id}`
  const asked = await asker.post(`/merchants/${merchantId}/requests`, {
    amount: '1150.5',
    description: 'Flour',
    receiverId,
    accountId,
  })
  const { id } = asked.body.data
  await send()
  await send()

  const [inPortuguese, ...more] = owner.mails()
  expect(more).toEqual([])
  expect(inPortuguese?.subject).toBe('Padaria São João Ltda: R$ 1.150,50 para Moinho Estrela aguarda sua aprovação')
  expect(inPortuguese?.text).toContain('Solicitado por Dora Lima.')
  // Ids in its address may have as many figures as a document.
  expect(inPortuguese?.text.replaceAll(/[\da-f-]{36}/g, '')).not.toMatch(/\d{11}/)
  // Either of the two servers may have sent it.
  expect(linkIn(inPortuguese ?? { text: '' })).toMatch(new RegExp(`/portal/m/${merchantId}/requests/${id}$`))
  expect(approver.mails().map(({ subject }) => subject)).toEqual([
    'Padaria São João Ltda: R$ 1,150.50 to Moinho Estrela waits for your approval',
  ])
  expect([...asker.mails(), ...finance.mails()]).toEqual([])
  expect(await owner.list()).toMatchObject([
    { kind: 'approvalWaits', path: `/m/${merchantId}/requests/${id}`, readAt: null },
  ])
  expect([await owner.unread(), await asker.unread(), await finance.unread()]).toEqual([1, 0, 0])

  expect((await approver.post(`/merchants/${merchantId}/requests/${id}/approve`)).status).toBe(200)
  await send()
  expect(await owner.unread()).toBe(0)
  expect(await owner.list()).toHaveLength(1)
  // Decided before anybody was notified: nobody is.
  const { id: quick } = await shop.createRequest()
  await shop.reject(quick, { comment: 'No' })
  await send()
  expect(owner.mails()).toHaveLength(1)
})

test('an operator is notified of requests and batches that need operator approval', async () => {
  const shop = await newPayer(trilho)
  const operator = await newReader({ isOperator: true })
  const owner = await newReader({ merchantId: shop.merchantId })
  await sql`update merchants set operator_approves_above = 20000000 where id = ${shop.merchantId}`
  await shop.createRequest('20')
  await shop.createRequest('21')
  const batch = await batchesOf(shop, needs).make([payoutRow('15'), payoutRow('6')])
  await send()
  expect((await operator.kinds()).toSorted()).toEqual(['operatorApprovalWaits', 'operatorBatchWaits'])
  expect(operator.mails()).toHaveLength(2)
  expect((await owner.kinds()).toSorted()).toEqual(['approvalWaits', 'approvalWaits', 'batchWaits'])
  await shop.put(`/sandbox/payout-batches/reject/${batch.id}`, { comment: 'No' })
  await send()
  expect([await owner.unread(), await operator.unread()]).toEqual([2, 1])
})

test('an unreachable address is notified once per outage, however many events fail, and at most once a day', async () => {
  const { merchantId, ...shop } = await trilho.newMerchant()
  const developer = await newReader({ merchantId, roles: ['developer'] })
  const gone = await openSink({ status: 410 })
  for (const amount of ['1', '2'])
    await shop.simulate('complete', await shop.createCashIn({ amount, webhook: { url: gone.url } }))
  await expect.poll(() => gone.received.length).toBe(2)
  await expect
    .poll(async () => (await sql`select from queued_notifications where merchant_id = ${merchantId}`).length)
    .toBe(1)
  await send()
  expect(developer.mails().map(({ subject }) => subject)).toEqual([
    `Padaria São João Ltda: Webhooks não chegam a 127.0.0.1:${gone.port}`,
  ])

  const circuit = (lane: string, openUntil: Date | null, cooldownMs: number) => sql`
    insert into webhook_circuits (merchant_id, lane, open_until, cooldown_ms, outcome, error)
    values (${merchantId}, ${lane}, ${openUntil}, ${cooldownMs}, 'noConnection', 'ECONNREFUSED')
        on conflict (merchant_id, lane) do update set open_until = excluded.open_until, cooldown_ms = excluded.cooldown_ms`
  const later = new Date(needs.clock().getTime() + hour)
  await circuit('https://shop.example 1', later, 5_000)
  await send()
  expect(await developer.kinds()).toHaveLength(1)
  for (const lane of ['https://shop.example 1', 'https://shop.example 2']) await circuit(lane, later, 60_000)
  await send()
  expect(await developer.kinds()).toHaveLength(2)

  // Open for two days: still the same outage. Closed and open again: another one.
  clock.aheadMs = 2 * day
  await send()
  expect(developer.mails()).toHaveLength(2)
  await sql`update webhook_circuits set open_until = null where merchant_id = ${merchantId}`
  await send()
  await circuit('https://shop.example 1', later, 60_000)
  await send()
  expect(developer.mails()).toHaveLength(3)
  clock.aheadMs = 0
})

test('a failed refund queues its notification in the same commit', async () => {
  const shop = await trilho.newMerchant()
  const finance = await newReader({ merchantId: shop.merchantId, roles: ['finance'] })
  const id = await shop.createCashIn({ amount: '10' })
  await shop.simulate('complete', id)
  const bank = requireRail((await needs.railsOf(null)).returns)
  vi.spyOn(bank, 'sendReturn').mockResolvedValue({ state: 'refused', cause: 'AccountClosed' })
  await shop.refund(id, { amount: '4', refundId: 'r-1' })
  vi.restoreAllMocks()
  await expect
    .poll(async () => (await sql`select from queued_notifications where kind = 'refundFailed'`).length)
    .toBe(1)
  await send()
  expect(await finance.list()).toMatchObject([
    { kind: 'refundFailed', path: `/m/${shop.merchantId}/transactions/${id}` },
  ])
  expect(finance.mails()[0]?.subject).toContain('Uma devolução de R$ 4,00 falhou')
})

test('a dispute notifies once those who can answer it, and operators; once answered or decided, it is read', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const finance = await newReader({ merchantId, roles: ['finance'] })
  const viewer = await newReader({ merchantId, roles: ['viewer'] })
  const operator = await newReader({ isOperator: true })
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  const dispute = async () =>
    (await shop.post('/sandbox/disputes', { transactionId, amount: '30' })).body.data.id as string
  const [first, second] = [await dispute(), await dispute()]
  await send()
  await send()
  expect(finance.mails().map(({ subject }) => subject)).toEqual(
    Array(2).fill('Padaria São João Ltda: Um pagamento de R$ 30,00 foi contestado'),
  )
  const [mail] = finance.mails()
  expect(linkIn(mail ?? { text: '' })).toMatch(new RegExp(`/portal/m/${merchantId}/disputes/(${first}|${second})$`))
  expect([viewer.mails(), await viewer.list()]).toEqual([[], []])
  expect(await operator.kinds()).toEqual(['operatorDisputeOpened', 'operatorDisputeOpened'])

  await shop.post(`/disputes/${first}/defence`, { text: 'Delivered' })
  await shop.put(`/sandbox/disputes/${second}/release`)
  await send()
  // What is left to read: that the second was decided; for operators the first, which waits for them.
  expect([await finance.unread(), await operator.unread()]).toEqual([1, 2])
  expect((await finance.kinds()).toSorted()).toEqual(['disputeDecided', 'disputeOpened', 'disputeOpened'])

  await sql`update disputes set answer_until = ${new Date(needs.clock().getTime() - hour)} where id = ${first}`
  await send()
  expect((await operator.kinds())[0]).toBe('operatorDisputeOverdue')
  expect(operator.mails().at(-1)?.subject).toContain('passou do prazo')
  const platform = await operator.get('/operator/platform')
  expect(platform.body.data.disputes).toMatchObject({ undecided: 1, overdue: 1, first: [{ merchantId, id: first }] })
  await shop.put(`/sandbox/disputes/${first}/return`)
  await send()
  expect(await operator.unread()).toBe(0)
})

test('an expiring key is notified a week and a day before, unless it was replaced or made for less than a week', async () => {
  const { merchantId } = await trilho.newMerchant()
  const developer = await newReader({ merchantId, roles: ['developer'] })
  const makeKey = (name: string, days: number) =>
    createAccessKey(needs, {
      merchantId,
      scopes: ['payments'],
      name,
      expiresAt: new Date(needs.clock().getTime() + days * day),
    })
  await makeKey('ERP', 10)
  await makeKey('For a day', 1)
  await makeKey('Replaced', 10)
  const [replaced] = await sql`select id from access_keys where name = 'Replaced'`
  await rotateAccessKey(needs, { merchantId, keyId: replaced?.['id'], overlap: 'week', by: null })
  await sql`update access_keys set expires_at = null where replaced_by is null and name = 'Replaced'`
  const titlesAfter = async (days: number) => {
    clock.aheadMs = days * day
    await findExpiring(needs)
    await send()
    return developer.mails().map(({ subject }) => subject.replace(/ expira em .*/, ''))
  }
  const title = 'Padaria São João Ltda: A chave de acesso “ERP”'
  expect(await titlesAfter(2)).toEqual([])
  expect(await titlesAfter(4)).toEqual([title])
  expect(await titlesAfter(5)).toEqual([title])
  expect(await titlesAfter(9.5)).toEqual([title, title])
  clock.aheadMs = 0
  expect(await developer.unread()).toBe(2)
  await sql`update access_keys set state = 'Revoked' where name = 'ERP'`
  await findExpiring(needs)
  expect(await developer.unread()).toBe(0)
})

test('people who left, lost the role, are disabled or have not accepted the invitation get no notifications', async () => {
  const shop = await newPayer(trilho)
  const { merchantId } = shop
  const people = {
    left: await newReader({ merchantId }),
    demoted: await newReader({ merchantId, roles: ['approver'] }),
    disabled: await newReader({ merchantId }),
    stays: await newReader({ merchantId }),
  }
  const invited = await newPortalPerson(trilho, { merchantId })
  await shop.createRequest()
  await send()
  expect(Object.values(people).map(person => person.mails().length)).toEqual([1, 1, 1, 1])
  expect(mailbox.mails.filter(mail => mail.to === invited.email)).toEqual([])

  await sql`delete from memberships where person_id = ${people.left.id}`
  await addMembership(needs, { merchantId, personId: people.demoted.id, roles: ['viewer'] })
  await sql`update people set disabled_at = now() where id = ${people.disabled.id}`
  await shop.createRequest()
  await send()
  expect(Object.values(people).map(person => person.mails().length)).toEqual([1, 1, 1, 2])
  expect((await people.left.get(`/merchants/${merchantId}/notifications`)).status).toBe(404)
  expect([await people.demoted.list(), await people.demoted.unread()]).toEqual([[], 0])
})

test('each person chooses per topic what arrives by mail and what in the portal', async () => {
  const shop = await newPayer(trilho)
  const at = `/merchants/${shop.merchantId}/notification-choices`
  const [ana, bruno] = [
    await newReader({ merchantId: shop.merchantId, roles: ['approver'] }),
    await newReader({ merchantId: shop.merchantId, roles: ['approver'] }),
  ]
  expect((await ana.get(at)).body.data.items).toEqual([{ topic: 'approvals', byMail: true, inPortal: true }])
  await ana.put(at, { topic: 'approvals', byMail: false, inPortal: true })
  await bruno.put(at, { topic: 'approvals', byMail: true, inPortal: false })
  expect((await ana.get(at)).body.data.items).toEqual([{ topic: 'approvals', byMail: false, inPortal: true }])
  expect(refusalOf(await ana.put(at, { topic: 'keys', byMail: true, inPortal: true }))).toEqual([403, 'RoleNotAllowed'])
  expect((await ana.put(at, { topic: 'weather', byMail: true, inPortal: true })).status).toBe(400)
  expect((await auditEntriesOf(trilho, ana)).find(({ act }) => act === 'notifications.choose')?.details).toEqual({
    topic: 'approvals',
    byMail: false,
    inPortal: true,
    changes: { byMail: { was: true, is: false } },
  })
  await shop.createRequest()
  await send()
  expect([ana.mails().length, (await ana.list()).length]).toEqual([0, 1])
  expect([bruno.mails().length, (await bruno.list()).length]).toEqual([1, 0])
})

test("people read and mark only their own notifications: nobody sees, counts or marks another's", async () => {
  const shop = await newPayer(trilho)
  const { merchantId } = shop
  const [ana, bruno] = [await newReader({ merchantId }), await newReader({ merchantId })]
  const outsider = await newReader({ merchantId: (await trilho.newMerchant()).merchantId })
  const operator = await newReader({ isOperator: true }, `/merchants/${merchantId}`)
  for (let i = 0; i < 3; i++) await shop.createRequest()
  await send()
  const at = `/merchants/${merchantId}/notifications`
  const page = (await ana.get(`${at}?limit=2`)).body.data
  expect(page.items).toHaveLength(2)
  const rest = (await ana.get(`${at}?limit=2&cursor=${page.nextCursor}`)).body.data
  expect([rest.items.length, rest.nextCursor]).toEqual([1, null])

  await bruno.post(`${at}/read`, { id: page.items[0].id })
  expect([await ana.unread(), await bruno.unread()]).toEqual([3, 2])
  await ana.post(`${at}/read`)
  expect([await ana.unread(), await bruno.unread()]).toEqual([0, 2])
  expect(refusalOf(await outsider.get(at))).toEqual([404, 'MerchantNotFound'])
  expect(refusalOf(await outsider.get('/operator/notifications'))).toEqual([403, 'RoleNotAllowed'])
  expect([await operator.list(), await operator.unread()]).toEqual([[], 0])

  clock.aheadMs = 91 * day
  await purgeExpired(needs)
  clock.aheadMs = 0
  for (const table of ['queued_notifications', 'notifications'])
    expect(await sql.unsafe(`select from ${table} where merchant_id = '${merchantId}'`)).toHaveLength(0)
})
