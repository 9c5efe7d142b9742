import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { defectsFound } from '../../platform/lib/metrics.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'
import { ensureCallbackUrls } from './ensure-callback-urls.ts'

const trilho = await openTrilho()
const { sql } = trilho
let isRefused = true
let refusal: Error = new ExternalFault('refused')
const place = {
  read: async () => null,
  set: async () => (isRefused ? Promise.reject(refusal) : undefined),
}
const railsOf = async () => ({ received: { callbackPlaces: [place] } }) as never
const needs = { ...trilho.needs, railsOf }

/** Looks after the address when it is due; answers after how many seconds that will be the next time. */
async function nextAfter(): Promise<number> {
  expect(await ensureCallbackUrls(needs)).toBe(1)
  const [row] = await sql<{ next: Date }[]>`
    select next_callback_check_at as next from bank_connections where callback_token is not null`
  const seconds = Math.round(((row?.next.getTime() ?? 0) - needs.clock().getTime()) / 1000)
  trilho.clock.aheadMs += seconds * 1000 + 1000
  return seconds
}

test('a URL that a bank refuses is sent again soon, then with longer pauses; an accepted one is checked daily', async () => {
  await sql`
    insert into bank_connections (id, name, dialect, is_default, callback_token, next_callback_check_at)
    values (gen_random_uuid(), 'Efí', 'efi', false, 'a-token', ${needs.clock()})`
  const inVain = []
  for (let tries = 0; tries < 6; tries++) inVain.push(await nextAfter())
  expect(inVain).toEqual([15, 30, 60, 120, 300, 300])
  isRefused = false
  expect(await nextAfter()).toBe(24 * 60 * 60)
  isRefused = true
  expect(await nextAfter()).toBe(15)
})

test('a defect while a URL is registered is counted as one, and the URL is sent again', async () => {
  const defects = async () => {
    const { values } = await defectsFound.get()
    return values.find(({ labels }) => labels.where === 'bank callback')?.value ?? 0
  }
  isRefused = true
  refusal = new Error('a defect')
  const before = await defects()
  trilho.clock.aheadMs += 86_400_000
  expect(await nextAfter()).toBe(30)
  expect(await defects()).toBe(before + 1)
})
