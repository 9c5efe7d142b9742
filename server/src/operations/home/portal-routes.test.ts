import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson, type PortalPerson } from '../../../test/kit/portal-client.ts'
import { everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { rowsRead } from '../../../test/kit/rows-read.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { registerReceiver } from '../../products/company-payments/receivers/register-receiver.ts'
import { sumUpFlows } from './read-home.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const dayMs = 86_400_000

/** Moves the clock to so many hours after the start of a day in São Paulo. */
const dayStart = Date.parse('2028-05-10T03:00:00Z')
const goTo = (day: number, hour: number) => {
  trilho.clock.aheadMs = dayStart + day * dayMs + hour * 3_600_000 - Date.now()
}

async function newShop() {
  const shop = await newPayer(trilho, { balance: '1000', chargeFixed: '0.10' })
  /** An owner who has just signed in: sessions end while the clock is moved. */
  const newOwner = () => newPortalPerson(trilho, { merchantId: shop.merchantId })
  const home = async (person?: PortalPerson, query = '') =>
    (await (person ?? (await newOwner())).get(`/merchants/${shop.merchantId}/home${query}`)).body.data
  const receive = async (amount: string) => {
    const id = await shop.createCashIn({ amount, webhook })
    await shop.simulate('complete', id)
    return id
  }
  const pay = async (amount: string) => shop.simulate('complete', await shop.createCashOut({ amount, webhook }))
  return { ...shop, newOwner, home, receive, pay }
}

const flow = (came: string, inCount: number, went: string, outCount: number) => ({
  in: came,
  inCount,
  out: went,
  outCount,
})

test('balance, the hours of today and the days before are summed up, in São Paulo time', async () => {
  const shop = await newShop()
  goTo(-8, 12)
  await shop.receive('1')
  goTo(-1, 23.9)
  await shop.receive('10')
  goTo(0, 0.1)
  await shop.receive('20')
  await shop.receive('5')
  goTo(0, 15)
  await shop.pay('7')
  await shop.refund(await shop.receive('3'), { amount: '2' })
  await shop.createCashOut({ amount: '50', webhook })

  const { balance, today, days, isSummingUp } = await shop.home()
  expect(balance).toEqual({
    available: '979.300000',
    held: '50.100000',
    blocked: '0.000000',
    reserved: '0.000000',
    total: '1029.400000',
  })
  expect(isSummingUp).toBe(false)
  expect(today).toMatchObject({ day: '2028-05-10', ...flow('28.000000', 3, '9.000000', 2) })
  expect(today.hours).toHaveLength(24)
  expect(today.hours[0]).toEqual({ hour: 0, ...flow('25.000000', 2, '0.000000', 0) })
  expect(today.hours[15]).toEqual({ hour: 15, ...flow('3.000000', 1, '9.000000', 2) })
  expect(days.map(({ day }: { day: string }) => day)).toEqual(
    times(7, i => `2028-05-${String(i + 4).padStart(2, '0')}`),
  )
  expect(days[5]).toEqual({ day: '2028-05-09', ...flow('10.000000', 1, '0.000000', 0) })
  expect(days[6]).toEqual({ day: '2028-05-10', ...flow('28.000000', 3, '9.000000', 2) })
  const month = (await shop.home(undefined, '?days=30')).days
  expect(month).toHaveLength(30)
  expect(month[21]).toEqual({ day: '2028-05-02', ...flow('1.000000', 1, '0.000000', 0) })
})

test('a new merchant has zeros, not gaps', async () => {
  const { home } = await newShop()
  const { today, days, needed } = await home()
  expect([...today.hours, ...days].every(({ in: came, out }) => came === '0.000000' && out === '0.000000')).toBe(true)
  expect(needed).toEqual({
    requestsToDecide: 0,
    failedEvents: 0,
    pendingReceivers: 0,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
})

test('twenty people who look at once while money comes in count every transaction once', async () => {
  const shop = await newShop()
  goTo(3, 10)
  const owner = await shop.newOwner()
  for (let round = 0; round < 5; round++)
    await Promise.all([...times(10, () => shop.receive('1')), ...times(20, () => shop.home(owner))])
  const { today } = await shop.home()
  expect(today).toMatchObject(flow('50.000000', 50, '0.000000', 0))
})

test('two who sum up the same postings at once add them once', async () => {
  const shop = await newShop()
  goTo(3, 10)
  await Promise.all(times(10, () => shop.receive('1')))
  await Promise.all(times(8, () => sumUpFlows(trilho.needs, shop.merchantId)))
  expect((await shop.home()).today).toMatchObject(flow('10.000000', 10, '0.000000', 0))
})

test('a long backlog is summed up piece by piece, and says that there is more', async () => {
  const shop = await newShop()
  goTo(4, 10)
  for (let i = 0; i < 5; i++) await shop.receive('1')
  const steps: boolean[] = []
  do steps.push(await sumUpFlows(trilho.needs, shop.merchantId, 2))
  while (steps.at(-1))
  expect(steps).toEqual([true, true, false]) // the opening balance and five transactions, two at a time
  expect((await shop.home()).today).toMatchObject(flow('5.000000', 5, '0.000000', 0))
})

test('what is summed up agrees with the postings', async () => {
  const [wrong] = await trilho.sql<{ count: number }[]>`
    select count(*)::int from (
      select merchant_id, date_trunc('hour', posted_at) as hour, -sum(bank) as net from postings
       where bank <> 0 and name <> 'openingBalance' group by 1, 2) p
      full join hourly_flows f using (merchant_id, hour)
     where p.net is distinct from f.in_amount - f.out_amount
       and merchant_id in (select merchant_id from flow_marks)`
  expect(wrong?.count).toBe(0)
})

test('many postings are summed up fast, and looking again reads none of them', async () => {
  const shop = await newShop()
  await trilho.sql`
    insert into postings (merchant_id, sequence, name, available, held, bank, fees, available_after, held_after, posted_at)
    select ${shop.merchantId}, i, 'cashInSettled', 1000000, 0, -1000000, 0, i * 1000000::bigint, 0, to_timestamp(1830000000 + i)
      from generate_series(2, 100001) i`
  await trilho.sql`update balances set postings = 100001 where merchant_id = ${shop.merchantId}`
  expect(await sumUpFlows(trilho.needs, shop.merchantId)).toBe(false)
  const [sum] = await trilho.sql<{ count: bigint }[]>`
    select sum(in_count) as count from hourly_flows where merchant_id = ${shop.merchantId}`
  expect(Number(sum?.count)).toBe(100_000)
  expect(await rowsRead(trilho.sql, 'postings', sql => sumUpFlows({ sql }, shop.merchantId))).toBe(0)
})

test('what needs somebody is counted for those who can do something about it', async () => {
  trilho.clock.aheadMs = 0
  const shop = await newShop()
  const people = await everybody(trilho, shop.merchantId)
  await shop.createRequest('1')
  await shop.createRequest('2')
  await registerReceiver(trilho.needs, { merchantId: shop.merchantId, fantasyName: 'Serra', cnpj: '45997418000153' })
  await shop.simulate('complete', await shop.createCashIn())
  await people.developer.post(`/merchants/${shop.merchantId}/keys`, { name: 'ERP', scopes: ['payments'] })
  const needed = async (person: typeof people.owner) => (await shop.home(person)).needed
  expect(await needed(people.owner)).toEqual({
    requestsToDecide: 2,
    failedEvents: 1,
    pendingReceivers: 1,
    pendingKeys: 1,
    disputesToAnswer: 0,
  })
  expect(await needed(people.approver)).toEqual({
    requestsToDecide: 2,
    failedEvents: 0,
    pendingReceivers: 1,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
  expect(await needed(people.finance)).toEqual({
    requestsToDecide: 0,
    failedEvents: 0,
    pendingReceivers: 1,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
  expect(await needed(people.developer)).toEqual({
    requestsToDecide: 0,
    failedEvents: 1,
    pendingReceivers: 0,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
  expect(await needed(people.viewer)).toEqual({
    requestsToDecide: 0,
    failedEvents: 0,
    pendingReceivers: 1,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
  expect(await needed(people.operator)).toEqual({
    requestsToDecide: 0,
    failedEvents: 1,
    pendingReceivers: 1,
    pendingKeys: 0,
    disputesToAnswer: 0,
  })
})

test('a request one has decided on, or made, does not wait for oneself', async () => {
  const shop = await newShop()
  const owner = await shop.newOwner()
  const { id } = await shop.createRequest('1')
  expect((await shop.home(owner)).needed.requestsToDecide).toBe(1)
  await trilho.sql`
    insert into approval_steps (merchant_id, request_id, id, at, user_id, user_name, realm, status)
    values (${shop.merchantId}, ${id}, ${crypto.randomUUID()}, now(), ${owner.id}, 'Ana', 'Partner', 'Pending')`
  expect((await shop.home(owner)).needed.requestsToDecide).toBe(0)
})

test('every role sees it; people of other merchants do not find it; a made-up period is refused', async () => {
  const shop = await newShop()
  const people = await everybody(trilho, shop.merchantId)
  const path = `/merchants/${shop.merchantId}/home`
  const all = ['owner', 'finance', 'approver', 'developer', 'viewer', 'operator'] as const
  await expectOnly(people, all, person => person.get(path))
  await expectNotFoundByOutsiders(people, person => person.get(path))
  const { status, body } = await people.owner.get(`${path}?days=365`)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual(expect.objectContaining({ path: '/days', code: 'enum' }))
})
