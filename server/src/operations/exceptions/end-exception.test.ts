import { ExternalFault } from '../../platform/lib/within-time.ts'
import { expect, test, vi } from 'vitest'
import {
  accepted,
  openPayoutDesk,
  paid,
  refused,
  timeOut,
  whenPaid,
  whenReturned,
  whileHeld,
} from '../../../test/kit/payout-desk.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { mostSteps } from '../../money/bank-orders/schedule.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import type { ExceptionAct } from './actions.ts'
import { endException } from './end-exception.ts'

const desk = await openPayoutDesk()
const { trilho, silent, scriptedBank, step, wait, newPayout, payoutOf } = desk
const endToEndId = `E${'9'.repeat(31)}`

const exceptionOf = async (transactionId: string) => {
  const [exception] = await trilho.sql`select * from bank_exceptions where transaction_id = ${transactionId}`
  return exception as { merchantId: string; id: string; state: string; act: string | null } & Record<string, unknown>
}

/** A payout that a bank has taken and never spoken of again. */
async function unknownPayout() {
  const payout = await newPayout()
  await step(scriptedBank([['send', accepted]]))
  await trilho.sql`update bank_orders set step = ${mostSteps - 1} where id = ${payout.id}`
  wait(1)
  await step(scriptedBank([['ask', timeOut]]))
  return { ...payout, exception: await exceptionOf(payout.id) }
}

/** A payout that was given up here, and that its bank has paid all the same. */
async function contradictedPayout() {
  const payout = await newPayout()
  await step(scriptedBank([['send', timeOut]]))
  const event = { kind: 'failed', cause: 'GivenUp' } as const
  await silent.apply({ merchantId: payout.api.merchantId, id: payout.id, event })
  wait(1)
  await step(scriptedBank([['ask', paid]]))
  return { ...payout, exception: await exceptionOf(payout.id) }
}

/** A person ends it, while its bank has paid the payout that is settled, and knows nothing of any other. */
const end = (
  { merchantId, id }: { merchantId: string; id: string },
  act: ExceptionAct,
  more: { endToEndId?: string; amount?: bigint } = {},
) =>
  endException(
    {
      ...trilho.needs,
      door: silent,
      railsOf: async connectionId => ({
        ...(await trilho.needs.railsOf(connectionId)),
        payouts: scriptedBank([['ask', act === 'settle' ? { ...paid, ...more } : null]]).rail,
      }),
    },
    { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more },
  )

test.each([
  ['settle', { endToEndId }, 'Completed', whenPaid],
  ['release', {}, 'Error', whenReturned],
] as const)('%s of a payout without an end books it so, ends order and exception, and once', async (...row) => {
  const [act, more, state, balance] = row
  const { api, id, exception } = await unknownPayout()
  expect([await api.stateOf(id), (await payoutOf(id))?.state]).toEqual(['Registered', 'Exception'])
  expect(await api.balance()).toMatchObject(whileHeld)
  const ends = await Promise.allSettled([end(exception, act, more), end(exception, act, more)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await api.stateOf(id)).toBe(state)
  expect(await api.balance()).toMatchObject(balance)
  expect(await payoutOf(id)).toBeUndefined()
  expect(await exceptionOf(id)).toMatchObject({ state: 'Ended', act, endedBy: 'Olga', note: 'as the bank says' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a payout that is sent again is asked about first, under the same id', async () => {
  const { api, id, exception } = await unknownPayout()
  await end(exception, 'sendAgain')
  const bank = scriptedBank([['ask', paid]])
  expect(await step(bank)).toBe(1)
  expect(bank.calls).toEqual([['ask', id]])
  expect(await api.stateOf(id)).toBe('Completed')
  expect(await api.balance()).toMatchObject(whenPaid)
})

test('a bank that has paid what was given up here is an exception: nothing is booked until a person settles it', async () => {
  const { api, id, exception } = await contradictedPayout()
  expect(exception).toMatchObject({ state: 'Open', kind: 'payout', expected: { code: 'paymentIs', value: 'Error' } })
  expect(exception['said']).toMatchObject({ code: 'paid' })
  expect(await api.balance()).toMatchObject(whenReturned)
  const late = `E${'8'.repeat(31)}`
  await end(exception, 'settle', { endToEndId: late })
  expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Completed', receiptVoucher: late })
  expect(await api.balance()).toMatchObject(whenPaid)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('an act that is not of the table, or lacks what it needs from the bank, changes nothing', async () => {
  const { api, id, exception } = await unknownPayout()
  await expect(end(exception, 'return')).rejects.toMatchObject({ reason: 'ExceptionActNotAllowed' })
  await expect(end(exception, 'settle')).rejects.toMatchObject({
    problems: [{ info: { missingProperty: 'endToEndId' } }],
  })
  expect([await api.stateOf(id), (await exceptionOf(id)).state]).toEqual(['Registered', 'Open'])
})

test('a payout that its bank refuses at once needs nobody', async () => {
  const { id } = await newPayout()
  await step(scriptedBank([['send', refused]]))
  expect(await exceptionOf(id)).toBeUndefined()
})

test('an operator sees unmatched money that no bank takes back, orders its return anew, and that is written down', async () => {
  const sandbox = await openTrilho()
  const operator = await newPortalPerson(sandbox, { isOperator: true, name: 'Olga Operadora' })
  const api = await sandbox.newMerchant()
  const charge = await api.createCashIn({ amount: '10', payer: null })
  await api.simulate('complete', charge, { amount: '7', name: 'João', taxNumber: cpf.joao })
  const returns = requireRail((await sandbox.needs.railsOf(null)).returns)
  for (const call of ['sendReturn', 'readReturn'] as const)
    vi.spyOn(returns, call).mockResolvedValueOnce({ state: 'refused', cause: 'AccountClosed' })
  await sandbox.needs.bankOrders.stepAndWait()

  const [item] = (await operator.get('/operator/exceptions')).body.data.items
  expect(item).toMatchObject({
    kind: 'return',
    said: { code: 'refused', value: 'AccountClosed' },
    merchant: { id: platformId },
    meantFor: { merchant: { id: api.merchantId }, transactionId: charge },
  })
  const path = `/operator/merchants/${platformId}/exceptions/${item.id}`
  const shown = (await operator.get(path)).body.data
  expect(shown).toMatchObject({ state: 'Open', amount: '7.000000', difference: null })
  expect(shown.actions.map(({ act }: { act: string }) => act)).toEqual(['settle', 'sendAgain', 'return'])

  const owner = await newPortalPerson(sandbox, { merchantId: api.merchantId, roles: ['owner'] })
  const form = { act: 'return', note: 'the payer gave another account' }
  expect([(await owner.get('/operator/exceptions')).status, (await owner.post(`${path}/end`, form)).status]).toEqual([
    403, 404,
  ])
  const unmatched = { ...form, act: 'release' }
  expect((await operator.post(`${path}/end`, unmatched)).body.error.details.reason).toBe('ExceptionActNotAllowed')
  expect((await operator.post(`${path}/end`, form)).body.data).toMatchObject({
    state: 'Ended',
    ended: { act: 'return' },
  })
  expect((await operator.post(`${path}/end`, form)).body.error.details.reason).toBe('ExceptionEnded')

  await sandbox.needs.bankOrders.stepAndWait()
  const [books] = await sandbox.sql`select suspense, bank from balances where merchant_id = ${platformId}`
  expect(books).toEqual({ suspense: 0n, bank: 0n })
  const entries = await sandbox.sql`
    select act, details->'changes' as changes from audit_entries where subject = ${item.id} order by at, sequence`
  const ended = { state: { was: 'Open', is: 'Ended' } }
  expect(entries.map(({ act, changes }) => [act, changes])).toEqual([['exception.return', ended]])
  expect(await auditBooks(sandbox.needs)).toEqual([])
})

test('an exception of a refund in part shows the amount of the refund, not that of its payment', async () => {
  const sandbox = await openTrilho()
  const operator = await newPortalPerson(sandbox, { isOperator: true })
  const api = await sandbox.newMerchant()
  const charge = await api.createCashIn({ amount: '10' })
  await api.simulate('complete', charge)
  const returns = requireRail((await sandbox.needs.railsOf(null)).returns)
  for (const call of ['sendReturn', 'readReturn'] as const)
    vi.spyOn(returns, call).mockRejectedValue(new ExternalFault('ETIMEDOUT'))
  expect((await api.refund(charge, { amount: '4' })).status).toBe(201)
  await sandbox.sql`
    update bank_orders set step = ${mostSteps - 1}, next_step_at = now() - interval '1 second', state = 'Waiting'
     where transaction_id = ${charge}`
  await sandbox.needs.bankOrders.stepAndWait()
  const [item] = (await operator.get('/operator/exceptions')).body.data.items
  const shown = (await operator.get(`/operator/merchants/${api.merchantId}/exceptions/${item.id}`)).body.data
  expect(shown).toMatchObject({ kind: 'return', amount: '4.000000', transaction: { amount: '10.000000' } })
})
