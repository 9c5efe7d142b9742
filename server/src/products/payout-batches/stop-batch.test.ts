import { expect, test } from 'vitest'
import { cnpj, newPayer } from '../../../test/kit/company-payments.ts'
import { batchesOf, payoutRows } from '../../../test/kit/payout-batches.ts'
import { type PortalPerson, newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { resumeMerchant, suspendMerchant } from '../../tenancy/merchants/suspension.ts'
import type { Door } from '../../money/transactions/door.ts'
import { runBatches } from './run-batches.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const sink = await openSink()

const rowsOf = {
  payouts: payoutRows,
  companyPayments: (count: number) =>
    times(count, () => ({ receiver: cnpj.moinho, amount: '1.00', description: 'Farinha' })),
}

const newShop = async () => {
  const shop = await newPayer(trilho, { balance: '100' })
  return { ...shop, batches: batchesOf(shop, trilho.needs) }
}

test('a running batch is stopped: what waits is refused, the merchant is notified, and another batch can pay it', async () => {
  const { batches, merchantId, ...shop } = await newShop()
  const { id } = await batches.make(payoutRows(3), { webhook: { url: sink.url } })
  expect(refusalOf(await batches.stop(id))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  await batches.approve(id)
  const path = `/merchants/${merchantId}/payout-batches/${id}`
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'] })
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  expect((await approver.get(path)).body.data).toMatchObject({ stopAs: 'Partner', hasUnpaid: false })
  expect((await finance.get(path)).body.data).toMatchObject({ stopAs: null })
  expect((await finance.post(`${path}/stop`)).status).toBe(403)
  expect((await approver.post(`${path}/stop`)).status).toBe(200)

  expect(await batches.read(id)).toMatchObject({ state: 'Stopped', refused: { count: 3, amount: '3.000000' } })
  expect((await batches.rows(id)).map(({ reason }) => reason)).toEqual(Array(3).fill('BatchStopped'))
  expect(refusalOf(await batches.stop(id))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  expect(await runBatches(trilho.needs)).toBe(0)
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  expect((await auditEntriesOf(trilho, approver)).at(-1)).toMatchObject({ act: 'batch.stop', subject: id })
  await expect.poll(() => sink.received.map(({ body }) => body.event)).toContain('PayoutBatchStopped')
  const { rows } = (await finance.get(`${path}/unpaid`)).body.data
  expect((await batches.pay((await batches.make(rows)).id)).made.count).toBe(3)
  expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
})

test.each(['before', 'beside'])('a batch that is stopped %s a row is made pays no row afterwards', async when => {
  const { batches, merchantId, ...shop } = await newShop()
  const { id } = await batches.make(payoutRows(30))
  await batches.approve(id)
  let rows = 0
  let stopped: ReturnType<typeof batches.stop> | undefined
  const door: Door = {
    ...trilho.needs.door,
    async commit(work) {
      if (++rows === 4) stopped = batches.stop(id)
      if (when === 'before') await stopped
      return trilho.needs.door.commit(work)
    },
  }
  await untilDone(() => runBatches({ ...trilho.needs, door }))
  expect((await stopped)?.status).toBe(200)
  const { state, made, refused } = await batches.read(id)
  expect([state, made.count + refused.count]).toEqual(['Stopped', 30])
  if (when === 'before') expect(made.count).toBe(3)
  expect((await shop.balance()).held).toBe(made.amount)
  expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
})

test('an operator stops a batch of any merchant, with a reason that its people read, after a fresh confirmation', async () => {
  const { batches, merchantId, ...shop } = await newShop()
  const { id } = await batches.make(payoutRows(3), { webhook: { url: sink.url } })
  await batches.approve(id)
  const people = await everybody(trilho, merchantId)
  const { operator, viewer } = people
  const read = (person: PortalPerson) => person.get(`/merchants/${merchantId}/payout-batches/${id}`)
  const path = `/operator/merchants/${merchantId}/payout-batches/${id}/stop`
  const why = { comment: 'Contas de laranjas' }
  expect([(await read(operator)).body.data.stopAs, (await read(viewer)).body.data.stopAs]).toEqual(['Operator', null])

  // What is the merchant's own to do is not done in its name.
  const own = await operator.post(`/merchants/${merchantId}/payout-batches/${id}/stop`)
  expect(refusalOf(own)).toEqual([403, 'RoleNotAllowed'])
  await expectOnly(people, ['operator'], person => person.post(path, {}))
  await expectNotFoundByOutsiders(people, person => person.post(path, why))
  expect(refusalOf(await operator.post(path, {}))[0]).toBe(400)
  await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${operator.id}`
  expect(refusalOf(await operator.post(path, why))).toEqual([403, 'ConfirmationRequired'])
  expect((await batches.read(id)).state).toBe('Running')
  await trilho.sql`update sessions set confirmed_at = now() where person_id = ${operator.id}`

  expect((await operator.post(path, why)).status).toBe(200)
  expect(refusalOf(await operator.post(path, why))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  expect(await batches.read(id)).toMatchObject({ state: 'Stopped', made: { count: 0 }, refused: { count: 3 } })
  expect(await runBatches(trilho.needs)).toBe(0)
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  const shown = (await read(viewer)).body.data
  expect(shown.steps.at(-1)).toMatchObject({ name: 'Olga do Trilho', realm: 'Operator', comment: why.comment })
  const log = await people.owner.get(`/merchants/${merchantId}/audit-log?act=batch.stop`)
  expect(log.body.data.items.at(-1)).toMatchObject({
    personName: 'Olga do Trilho',
    subject: id,
    details: { ...why, realm: 'Operator', changes: { state: { was: 'Running', is: 'Stopped' } } },
  })
  await expect
    .poll(() => sink.received.filter(({ text }) => text.includes(id)).map(({ body }) => body.event))
    .toContain('PayoutBatchStopped')
})

test.each([
  ['payouts', 'approver'],
  ['payouts', 'operator'],
  ['companyPayments', 'approver'],
] as const)(
  'a batch of %s of a suspended merchant waits; its %s stops it, and nothing more is paid when it is resumed',
  async (kind, who) => {
    const { batches, merchantId } = await newShop()
    const { id } = await batches.make(rowsOf[kind](2), { kind })
    await batches.approve(id)
    const people = await everybody(trilho, merchantId)
    const pending = await batches.make(rowsOf[kind](1), { kind })
    await suspendMerchant(trilho.needs, { merchantId, reason: 'Documentos vencidos', by: 'Olga' })
    trilho.needs.readMerchant.invalidate(merchantId)
    await runBatches(trilho.needs)
    const path = `/merchants/${merchantId}/payout-batches`
    const { approver, finance, viewer } = people
    expect((await approver.get(`${path}/${id}`)).body.data).toMatchObject({ state: 'Running', stopAs: 'Partner' })
    expect(refusalOf(await approver.post(`${path}/${pending.id}/approve`, {}))).toEqual([403, 'MerchantSuspended'])
    for (const person of [finance, viewer])
      expect(refusalOf(await person.post(`${path}/${id}/stop`))).toEqual([403, 'RoleNotAllowed'])

    const by = who === 'operator' ? '/operator' : ''
    expect((await people[who].post(`${by}${path}/${id}/stop`, { comment: 'Parem' })).status).toBe(200)
    expect((await auditEntriesOf(trilho, people[who])).at(-1)).toMatchObject({
      act: 'batch.stop',
      details: { comment: 'Parem', changes: { state: { was: 'Running', is: 'Stopped' } } },
    })
    await resumeMerchant(trilho.needs, merchantId)
    trilho.needs.readMerchant.invalidate(merchantId)
    expect(await runBatches(trilho.needs)).toBe(0)
    expect(await trilho.sql`select state, made_count, refused_count from payout_batches where id = ${id}`).toEqual([
      { state: 'Stopped', madeCount: 0, refusedCount: 2 },
    ])
    expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
  },
)
