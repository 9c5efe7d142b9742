import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import { addDays, dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { type Limits, setLimits } from '../../../tenancy/merchants/set-terms.ts'
import { limitsOf } from './limits.ts'
import { openOutflows } from './open-outflows.ts'

const trilho = await openTrilho()
const other = await trilho.startServer()

type Payer = Awaited<ReturnType<typeof newPayer>>
const none: Partial<Limits> = {
  cashOutLimit: null,
  cashOutDailyLimit: null,
  companyPaymentLimit: null,
  companyPaymentDailyLimit: null,
}

/** Limits in force everywhere: set long enough ago for every process to know them. */
async function limited(limits: Partial<Record<keyof Limits, string>>, balance = '10000'): Promise<Payer> {
  const payer = await newPayer(trilho, { balance })
  await limit(payer, limits)
  return payer
}

async function limit({ merchantId }: Payer, limits: Partial<Record<keyof Limits, string>>): Promise<void> {
  const amounts = Object.fromEntries(Object.entries(limits).map(([name, amount]) => [name, parseAmount(amount)]))
  await setLimits(trilho.needs, { merchantId, ...none, ...amounts })
  await trilho.sql`update merchants set limits_set_at = now() - interval '1 minute' where id = ${merchantId}`
  other.needs.readMerchant.invalidate(merchantId)
}

/** The same merchant at a server that has just come up, and knows its settings as they are now. */
const knowing = async (payer: Payer) => payer.at((await trilho.startServer()).url)

const send = async (payer: Pick<Payer, 'requestCashOut'>, amount: string, orderId?: string) => {
  const { status, body } = await payer.requestCashOut({ amount, ...(orderId ? { transaction: { orderId } } : {}) })
  return status === 201 ? 'sent' : (body.error.details.reason as string)
}
const outflowOf = async ({ merchantId }: Payer) =>
  (await trilho.sql`select amount from daily_outflows where merchant_id = ${merchantId}`)[0]?.amount as bigint

test('a cash-out up to the limit is sent, one above is refused and nothing is held for it', async () => {
  const payer = await limited({ cashOutLimit: '100' })
  const refused = await payer.requestCashOut({ amount: '100.000001' })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({
    name: 'OperationError',
    details: { reason: 'LimitExceeded', message: 'the limit per payment is 100.000000' },
  })
  expect(await payer.balance()).toMatchObject({ held: '0.000000' })
  expect(await send(payer, '100')).toBe('sent')
})

test('an order that was accepted is answered again after the limit was lowered', async () => {
  const payer = await limited({ cashOutLimit: '100' })
  expect(await send(payer, '90', 'order-1')).toBe('sent')
  await limit(payer, { cashOutLimit: '50' })
  const there = await knowing(payer)
  expect(await send(there, '90', 'order-1')).toBe('sent')
  expect(await send(there, '90')).toBe('LimitExceeded')
})

test('of cash-outs at once, through two servers, exactly as much is sent as the day allows', async () => {
  const payer = await limited({ cashOutDailyLimit: '100' })
  const elsewhere = payer.at(other.url)
  const answers = await Promise.all(times(40, n => (n % 2 === 0 ? payer : elsewhere).requestCashOut({ amount: '10' })))
  expect(answers.filter(answer => answer.status === 201)).toHaveLength(10)
  expect(new Set(answers.filter(a => a.status !== 201).map(a => a.body.error.details.reason))).toEqual(
    new Set(['LimitExceeded']),
  )
  expect(await payer.balance()).toMatchObject({ held: '100.000000' })
})

test('what the day does not allow is refused, what fits is still sent', async () => {
  const payer = await limited({ cashOutDailyLimit: '100' })
  expect(await send(payer, '70')).toBe('sent')
  const { body } = await payer.requestCashOut({ amount: '40' })
  expect(body.error.details.message).toBe('the limit per day is 100.000000, 70.000000 was sent, 30.000000 is left')
  expect(await send(payer, '30')).toBe('sent')
  expect(await send(payer, '0.01')).toBe('LimitExceeded')
})

test('what was cancelled or failed today may be sent again', async () => {
  const payer = await limited({ cashOutDailyLimit: '100' })
  for (const simulation of ['cancel', 'error']) {
    const id = await payer.createCashOut({ amount: '100' })
    expect(await send(payer, '1')).toBe('LimitExceeded')
    await payer.simulate(simulation, id)
  }
  expect(await send(payer, '100')).toBe('sent')
})

test('money that was not there counts for nothing', async () => {
  const payer = await limited({ cashOutDailyLimit: '100' }, '50')
  expect(await send(payer, '60')).toBe('InsufficientBalance')
  expect(await send(payer, '50')).toBe('sent')
  expect(await outflowOf(payer)).toBe(parseAmount('50'))
})

test('a limit set at noon counts what was sent in the morning', async () => {
  const payer = await newPayer(trilho)
  expect(await send(payer, '80')).toBe('sent')
  await limit(payer, { cashOutDailyLimit: '100' })
  expect(await send(await knowing(payer), '30')).toBe('LimitExceeded')
})

test('what was sent while there was no limit counts when there is one again', async () => {
  const payer = await limited({ cashOutDailyLimit: '100' })
  expect(await send(payer, '10')).toBe('sent')
  await limit(payer, {})
  expect(await send(await knowing(payer), '95')).toBe('sent')
  await setLimits(trilho.needs, { merchantId: payer.merchantId, ...none, cashOutDailyLimit: parseAmount('120') })
  expect(await send(await knowing(payer), '20')).toBe('LimitExceeded')
})

test('the day ends at midnight in São Paulo', async () => {
  const midnight = startOfDay(addDays(dayOf(new Date()), 1)).getTime()
  trilho.clock.aheadMs = midnight - 60_000 - Date.now()
  const payer = await limited({ cashOutDailyLimit: '100' })
  expect(await send(payer, '100')).toBe('sent')
  expect(await send(payer, '1')).toBe('LimitExceeded')
  trilho.clock.aheadMs += 120_000
  expect(await send(payer, '100')).toBe('sent')
  trilho.clock.aheadMs = 0
})

test('a company payment above the limit is refused when it is requested, and, when a limit was set since, at approval', async () => {
  const payer = await limited({ companyPaymentLimit: '100' })
  const refused = await payer.post('/partners-int/accounts/transaction-requests', payer.requestBody('100.01'))
  expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'LimitExceeded'])
  const { id } = await payer.createRequest('100')
  await limit(payer, { companyPaymentLimit: '99' })
  const late = await payer.approve(id)
  expect([late.status, late.body.error.details.reason]).toEqual([409, 'LimitExceeded'])
  expect((await payer.readRequest(id)).entity.status).toBe('Pending')
  await limit(payer, {})
  expect((await payer.approve(id)).status).toBe(200)
})

test('of company payments approved at once exactly as many go as the day allows; cash-outs do not count', async () => {
  const payer = await limited({ companyPaymentDailyLimit: '30' })
  expect(await send(payer, '500')).toBe('sent')
  const requests = await Promise.all(times(6, () => payer.createRequest('10')))
  const elsewhere = payer.at(other.url)
  const answers = await Promise.all(requests.map(({ id }, n) => (n % 2 === 0 ? payer : elsewhere).approve(id)))
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 200, 200, 409, 409, 409])
  expect(await payer.balance()).toMatchObject({ held: '530.000000' })
})

test("a merchant's limits are its own", async () => {
  await limited({ cashOutLimit: '1', cashOutDailyLimit: '1' })
  const free = await newPayer(trilho)
  expect(await send(free, '500')).toBe('sent')
  expect(await outflowOf(free)).toBeUndefined()
})

test('payments of different operations in one group count against their own limit of the day', async () => {
  const payer = await limited({ cashOutDailyLimit: '100', companyPaymentDailyLimit: '50' })
  const { merchantId } = payer
  await payer.simulate('complete', await payer.createCashOut({ amount: '80' }))
  const merchant = await trilho.needs.readMerchant(merchantId)
  const createdAt = trilho.needs.clock()
  const group = (['pixCashOut', 'companyPayment', 'companyPayment'] as const).map(operation => ({
    transaction: { merchantId, operation, amount: parseAmount('30'), createdAt },
    limits: limitsOf(merchant, operation, createdAt),
  }))
  for (const order of [group, group.toReversed()]) {
    const refused = await trilho.sql.begin(async tx => {
      const outflows = await openOutflows(tx, order)
      return order.map(({ transaction, limits }) => {
        const isRefused = outflows.beyond(transaction, limits) !== null
        if (!isRefused) outflows.add(transaction)
        return [transaction.operation, isRefused] as const
      })
    })
    expect(refused.filter(([operation]) => operation === 'pixCashOut')).toEqual([['pixCashOut', true]])
    expect(refused.filter(([operation, isRefused]) => operation === 'companyPayment' && isRefused)).toHaveLength(1)
  }
})
