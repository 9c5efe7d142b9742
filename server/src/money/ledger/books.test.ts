import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import type { Posting } from './sql.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
/** 0.10 a payment and 0.99 % of it. */
const plan = { chargeFixed: '0.10', chargeRate: 990_000n }

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>
type Amounts = { available: bigint; held: bigint; bank: bigint; fees: bigint }

const postingsOf = ({ merchantId }: Merchant) =>
  trilho.sql<Posting[]>`select * from postings where merchant_id = ${merchantId} order by sequence`

const balancesOf = async ({ merchantId }: Merchant) => {
  const [balance] = await trilho.sql<(Amounts & { postings: bigint })[]>`
    select available, held, bank, fees, postings from balances where merchant_id = ${merchantId}`
  return balance
}

const sumOf = (postings: Posting[], account: keyof Amounts) => postings.reduce((sum, one) => sum + one[account], 0n)

/** What must be true of a merchant's books at any time. */
async function expectBooksInOrder(merchant: Merchant): Promise<Posting[]> {
  const postings = await postingsOf(merchant)
  expect(postings.map(one => one.sequence)).toEqual(times(postings.length, i => BigInt(i + 1)))
  let [available, held] = [0n, 0n]
  for (const one of postings) {
    expect(one.available + one.held + one.bank + one.fees).toBe(0n)
    available += one.available
    held += one.held
    expect([one.availableAfter, one.heldAfter]).toEqual([available, held])
  }
  expect(await balancesOf(merchant)).toEqual({
    available,
    held,
    bank: sumOf(postings, 'bank'),
    fees: sumOf(postings, 'fees'),
    postings: BigInt(postings.length),
  })
  return postings
}

test('a completed cash-in credits the amount and takes the charges of the plan, in one posting', async () => {
  const merchant = await trilho.newMerchant({ balance: '5', ...plan })
  const id = await merchant.createCashIn({ amount: '100', webhook })
  await merchant.simulate('complete', id)
  const [, posting] = await expectBooksInOrder(merchant)
  expect(posting).toMatchObject({
    transactionId: id,
    name: 'cashInSettled',
    available: 98_910_000n,
    held: 0n,
    bank: -100_000_000n,
    fees: 1_090_000n,
    availableAfter: 103_910_000n,
    heldAfter: 0n,
  })
  expect(posting?.postedAt.toISOString()).toBe((await merchant.read(id)).body.data.transaction.stateCompletedDate)
})

test.each([
  ['reverse', '12.34'],
  ['refund', '0.000001'],
])('%s gives the paid amount back and keeps the charges', async (simulation, amount) => {
  const merchant = await trilho.newMerchant({ balance: '1', ...plan })
  const id = await merchant.createCashIn({ amount, webhook })
  await merchant.simulate('complete', id)
  await merchant.simulate(simulation, id)
  const [, settled, returned] = await expectBooksInOrder(merchant)
  expect(returned).toMatchObject({ transactionId: id, name: 'cashInReturned', held: 0n, fees: 0n })
  expect(returned?.bank).toBe(-(settled?.bank ?? 0n))
  expect(returned?.availableAfter).toBe(1_000_000n - (settled?.fees ?? 0n))
})

test.each(['error', 'cancel'])('%s moves no money', async simulation => {
  const merchant = await trilho.newMerchant(plan)
  await merchant.simulate(simulation, await merchant.createCashIn({ webhook }))
  expect(await expectBooksInOrder(merchant)).toEqual([])
})

test('a wrong amount moves no money', async () => {
  const merchant = await trilho.newMerchant(plan)
  await merchant.simulate('complete', await merchant.createCashIn({ amount: '10', webhook }), { amount: '11' })
  expect(await expectBooksInOrder(merchant)).toEqual([])
})

/** In this file's own database a balance takes its time to change, so that those who change it really meet. */
await trilho.sql`
  create function linger() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.005);
    return new;
  end $$`
await trilho.sql`create trigger linger before update on balances for each row execute function linger()`

test('50 completions at once on two servers leave books in order', async () => {
  const merchant = await trilho.newMerchant({ balance: '7', ...plan })
  const elsewhere = clientWith((await trilho.startServer()).url, merchant.token)
  const ids = await Promise.all(times(50, i => merchant.createCashIn({ amount: `${i + 1}.5`, webhook })))
  const answers = await Promise.all(ids.map((id, i) => (i % 2 ? merchant : elsewhere).simulate('complete', id)))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([200]))
  const postings = await expectBooksInOrder(merchant)
  expect(postings).toHaveLength(51)
  expect(
    postings
      .slice(1)
      .map(one => one.transactionId)
      .sort(),
  ).toEqual(ids.sort())
  expect(sumOf(postings, 'bank')).toBe(-(7n + 1275n + 25n) * 1_000_000n)
})

test('merchants paid and refunded at once on two servers all keep books in order', async () => {
  const second = await trilho.startServer()
  const merchants = await Promise.all(times(5, () => trilho.newMerchant({ balance: '30', ...plan })))
  await Promise.all(
    merchants.flatMap(merchant =>
      times(8, async i => {
        const id = await merchant.createCashIn({ amount: '3', webhook })
        const [one, other] = [merchant, clientWith(second.url, merchant.token)]
        await (i % 2 ? one : other).simulate('complete', id)
        await (i % 2 ? other : one).simulate(i % 3 ? 'refund' : 'reverse', id)
      }),
    ),
  )
  for (const merchant of merchants) {
    expect(await expectBooksInOrder(merchant)).toHaveLength(17)
    expect(await merchant.availableBalance()).toBe('28.960000')
  }
})

test.each([
  ['0', '0.000000'],
  ['10000', '10000.000000'],
  ['0.000001', '0.000001'],
  ['9999999999.999999', '9999999999.999999'],
])('a balance of %s is shown as %s, with every field', async (balance, available) => {
  const merchant = await trilho.newMerchant({ balance })
  const beforeMs = Date.now()
  const { status, body } = await merchant.get('/accounts/balance')
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      available,
      held: '0.000000',
      blocked: '0.000000',
      reserved: '0.000000',
      toSettle: '0.000000',
      total: available,
      currency: 'BRL',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  })
  expect(Date.parse(body.data.date)).toBeGreaterThanOrEqual(beforeMs)
})

test("a merchant's money is its own", async () => {
  const [mine, theirs] = [await trilho.newMerchant({ balance: '1' }), await trilho.newMerchant({ balance: '2' })]
  await mine.simulate('complete', await mine.createCashIn({ amount: '10', webhook }))
  expect([await mine.availableBalance(), await theirs.availableBalance()]).toEqual(['11.000000', '2.000000'])
})
