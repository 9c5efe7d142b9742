import { expect, test } from 'vitest'
import { bankWatch } from '../src/money/bank-orders/watch-bank.ts'
import { realBanks } from '../src/money/rails/bacen-pix/dialects.ts'
import type { Rails } from '../src/money/rails/rails.ts'
import { railsReader } from '../src/money/rails/rails-of.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'

/** Production with a bank that gives five tokens in a minute. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const { needs, sql } = await openTrilho(settings, { isConnected: false })
const bank = await startRealBank()
const inter = await bank.connect(needs, 'inter', true)
await bank.control('PUT', '/partners/inter/switches', { enforceLimits: true })

const tokens = async () =>
  ((await bank.control('GET', '/calls')) as { path: string; status: number }[])
    .filter(({ path }) => path.includes('/oauth/v2/token'))
    .map(({ status }) => status)

test('eight processes that start at once use one token of Inter for each set of scopes, and replace one that it refuses once', async () => {
  const processes = await Promise.all(
    times(8, () => railsReader(needs, realBanks({ ...needs, watch: bankWatch(needs) }))(inter)),
  )
  const signal = AbortSignal.timeout(20_000)
  const unknown = `E${'0'.repeat(31)}`
  const askBoth = async ({ received, dueCharges }: Rails) => [
    await received?.readReceived(unknown),
    await dueCharges?.findCharge({ externalId: '0'.repeat(32) }, { signal }),
  ]
  expect((await Promise.all(processes.map(askBoth))).flat()).toEqual(times(16, () => null))
  expect(await tokens()).toEqual([200, 200])
  const [{ text: stored } = { text: '' }] = await sql<{ text: string }[]>`
    select string_agg(t::text, '') as text from bank_tokens t`
  expect(stored).not.toContain('Bearer')
  // The first process that is refused replaces the token for all.
  for (const { received } of processes.slice(0, 3)) {
    await bank.control('POST', '/faults', { kind: 'refusal', status: 401, partner: 'inter', path: '/pix/v2/pix' })
    expect(await received?.readReceived(unknown)).toBeNull()
  }
  expect(await tokens()).toEqual([200, 200, 200])
})
