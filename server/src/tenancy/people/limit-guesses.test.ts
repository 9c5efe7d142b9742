import { afterEach, describe, expect, test } from 'vitest'
import { linkPrinted } from '../../../test/kit/mailbox.ts'
import { waiting } from '../../../test/kit/meet.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newVisitor,
  refusalOf,
} from '../../../test/kit/portal-client.ts'
import { purgeExpired } from '../../operations/retention/purge-expired.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho({ TRUST_PROXY: 'yes' })
const other = await trilho.startServer()
const tooMany = [429, 'RateLimitExceeded']
const minute = 60_000

// Two servers whose clocks differ forget at different times.
afterEach(() => void (trilho.clock.aheadMs = 0))

type Try = { email: string; password?: string; address?: string; url?: string; code?: string }

/** A guess from an address of one's own, so that tests do not use up each other's. */
const guess = ({ email, password = 'wrong', address = '203.0.113.1', url = trilho.url, code }: Try) =>
  newVisitor(url).send(
    'POST',
    '/sign-in',
    { email, password, ...(code === undefined ? {} : { code }) },
    { 'x-forwarded-for': address },
  )

const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status).sort()

describe('guessing a password', () => {
  test('stops after eight wrong ones for an e-mail from an address, says for how long, and goes on after that', async () => {
    const ana = await newPersonWithPassword(trilho)
    const address = '203.0.113.10'
    for (const _ of times(8, () => 0)) expect((await guess({ email: ana.email, address })).status).toBe(401)
    const stopped = await guess({ email: ana.email, address, password: goodPassword })
    expect(refusalOf(stopped)).toEqual(tooMany)
    const waitSeconds = Number(stopped.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(20)
    expect(waitSeconds).toBeLessThanOrEqual(30)
    trilho.clock.aheadMs += waitSeconds * 1000
    expect((await guess({ email: ana.email, address, password: goodPassword })).status).toBe(200)
  })

  test('stops for an e-mail nobody has just the same', async () => {
    const answers = []
    for (const _ of times(9, () => 0))
      answers.push(await guess({ email: 'nobody@example.com', address: '203.0.113.11' }))
    expect(statuses(answers)).toEqual([...Array(8).fill(401), 429])
  })

  test('stops however many come at once, in however many processes', async () => {
    const ana = await newPersonWithPassword(trilho)
    const address = '203.0.113.12'
    const answers = await Promise.all(
      times(24, index => guess({ email: ana.email, address, url: index % 2 === 0 ? trilho.url : other.url })),
    )
    expect(statuses(answers)).toEqual([...Array(8).fill(401), ...Array(16).fill(429)])
  })

  test('a right password is not counted', async () => {
    const ana = await newPersonWithPassword(trilho)
    for (const _ of times(12, () => 0))
      expect((await guess({ email: ana.email, password: goodPassword, address: '203.0.113.13' })).status).toBe(200)
  })

  test('stops for one address that tries many e-mails', async () => {
    const answers = await Promise.all(
      times(70, index => guess({ email: `${index}@example.com`, address: '203.0.113.14' })),
    )
    expect(statuses(answers)).toEqual([...Array(60).fill(401), ...Array(10).fill(429)])
  })

  test('is not helped by making addresses up in front of the one the proxy wrote', async () => {
    const answers = []
    for (const index of times(9, index => index))
      answers.push(await guess({ email: 'nobody7@example.com', address: `192.0.2.${index}, 203.0.113.15` }))
    expect(statuses(answers)).toEqual([...Array(8).fill(401), 429])
  })

  test('a whole IPv6 network counts as one address', async () => {
    const answers = await Promise.all(
      times(10, index => guess({ email: 'nobody6@example.com', address: `2001:db8::${index + 1}` })),
    )
    expect(statuses(answers)).toEqual([...Array(8).fill(401), 429, 429])
    expect((await guess({ email: 'nobody6@example.com', address: '2001:db8:0:1::1' })).status).toBe(401)
  })

  test('counts from the moment of the count, so that one that waited for the database does not cost another', async () => {
    const late = { email: 'nobody8@example.com', address: '203.0.113.16' }
    trilho.clock.aheadMs = minute
    const first = { answer: Promise.resolve({ status: 0 }) }
    await trilho.sql.begin(async tx => {
      await tx`lock table guesses in exclusive mode`
      first.answer = guess(late)
      await expect.poll(async () => (await waiting(trilho.sql)).length).toBe(1)
      trilho.clock.aheadMs = 0
    })
    const answers = [await first.answer]
    for (const _ of times(7, () => 0)) answers.push(await guess(late))
    expect(statuses(answers)).toEqual(Array(8).fill(401))
  })

  test('from many addresses stops too, but does not lock out the owner where they were before, nor anybody for good', async () => {
    const ana = await newPersonWithPassword(trilho)
    const home = '198.51.100.1'
    expect((await guess({ email: ana.email, password: goodPassword, address: home })).status).toBe(200)
    const answers = await Promise.all(times(40, index => guess({ email: ana.email, address: `192.0.2.${index}` })))
    expect(statuses(answers)).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
    expect((await guess({ email: ana.email, password: goodPassword, address: home })).status).toBe(200)
    const elsewhere = { email: ana.email, password: goodPassword, address: '198.51.100.2' }
    expect(refusalOf(await guess(elsewhere))).toEqual(tooMany)

    await newVisitor(trilho.url).post('/password-reset', { email: ana.email })
    const token = linkPrinted(trilho.logged).split('/').at(-1)
    const taken = await newVisitor(trilho.url).post(`/links/${token}`, { password: 'another long password' })
    expect(taken.body.data.signedIn).toBe(true)
    trilho.clock.aheadMs += minute
    expect((await guess({ ...elsewhere, password: 'another long password' })).status).toBe(200)
  })
})

test('guessing one-time codes stops after six, even with the right password, from any address', async () => {
  const ana = await newPersonWithPassword(trilho)
  const owner = newVisitor(trilho.url)
  await owner.signIn(ana.email)
  const { secret } = await enableCodes(trilho, owner)
  const good = codeAt(secret, trilho.needs.clock())
  const wrong = String((Number(good) + 1) % 1_000_000).padStart(6, '0')
  const withCode = (code: string, index: number) =>
    guess({ email: ana.email, password: goodPassword, code, address: `203.0.113.${20 + index}` })
  const answers = await Promise.all(times(10, index => withCode(wrong, index)))
  expect(statuses(answers)).toEqual([...Array(6).fill(401), ...Array(4).fill(429)])
  expect(refusalOf(await withCode(good, 50))).toEqual(tooMany)
  trilho.clock.aheadMs += 5 * minute
  expect((await withCode(codeAt(secret, trilho.needs.clock()), 51)).status).toBe(200)
})

test('requests for password resets are limited, for known and unknown e-mails, so that nobody is flooded with mails', async () => {
  const ana = await newPersonWithPassword(trilho)
  for (const email of [ana.email, 'nobody-at-all@example.com']) {
    const answers = []
    for (const _ of times(5, () => 0)) answers.push(await newVisitor(trilho.url).post('/password-reset', { email }))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 429])
  }
})

test('expired guesses leave no rows behind', async () => {
  trilho.clock.aheadMs += 24 * 60 * minute
  await untilDone(() => purgeExpired(trilho.needs))
  expect(await trilho.sql`select * from guesses`).toEqual([])
  expect((await trilho.sql`select * from sessions`).length).toBeGreaterThan(0)
  trilho.clock.aheadMs += 32 * 24 * 60 * minute
  await untilDone(() => purgeExpired(trilho.needs))
  expect(await trilho.sql`select id::text from sessions union all select token_hash from one_time_tokens`).toEqual([])
})
