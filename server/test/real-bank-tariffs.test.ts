import { expect, test } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { proveNow } from '../src/operations/balance-proofs/prove-balance.ts'
import { findConnection } from '../src/money/rails/connections.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay, reconcileMissing } from '../src/operations/reconciliation/reconcile-day.ts'
import { addDays, dayOf, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process that charges tariffs, which only its statement shows. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime } = sharedTime(trilho, bank)
const inter = await bank.connect(needs, 'inter', true)
const { scopes: _, ...given } = await bank.settingsOf('sicoob')
const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write pixpagamentos_consulta cco_consulta'
const { id: sicoob } = await connectBank(needs, {
  name: 'sicoob',
  dialect: 'sicoob',
  isDefault: false,
  settings: { ...given, scopes, accountNumber: '1234' },
})
await untilDone(() => ensureCallbackUrls(needs))

const booked = (connectionId: string) => sql`
  select name, amount, reason, made_by from adjustments
   where connection_id = ${connectionId} and name = 'tariffPaid' order by amount`
const gapOf = async (connectionId: string) => {
  const connection = await findConnection(needs, connectionId)
  if (connection === null) throw new Error('not connected')
  const audit = { act: 'bank.proveBalance', subject: 'x', by: server, at: needs.clock(), key: needs.auditKey } as const
  await proveNow(needs, { connection, audit })
  const [proof] = await sql`
    select gap, in_flight from balance_proofs where connection_id = ${connectionId} order by at desc limit 1`
  return proof
}
const server = { id: null, name: 'Trilho', merchantId: null, address: 'test' } as const
const untilTomorrow = async () => {
  const tomorrow = startOfDay(addDays(dayOf(needs.clock()), 1)).getTime() + 2 * 60 * 60_000
  await passTime(Math.ceil((tomorrow - needs.clock().getTime()) / 1000))
}

test('tariffs in the statement of a day are booked with it, once a row, and are no gap before or after', async () => {
  for (const connectionId of [inter, sicoob]) expect(await gapOf(connectionId)).toEqual({ gap: 0n, inFlight: 0n })
  const day = dayOf(needs.clock())
  for (const [name, amount] of [
    ['inter', '1.50'],
    ['inter', '0.70'],
    ['inter', '0.70'],
    ['sicoob', '2.25'],
  ])
    await bank.control('POST', `/partners/${name}/fee`, { amount })
  await passTime(60)
  expect(await gapOf(inter)).toEqual({ gap: 0n, inFlight: -2_900_000n })
  await untilTomorrow()
  await untilDone(() => reconcileMissing(needs))
  const ofTrilho = { name: 'tariffPaid', madeBy: 'Trilho' }
  expect(await booked(inter)).toMatchObject([
    { ...ofTrilho, amount: 700_000n },
    { ...ofTrilho, amount: 700_000n },
    { ...ofTrilho, amount: 1_500_000n, reason: expect.stringMatching(/^Tarifa/) },
  ])
  expect(await booked(sicoob)).toMatchObject([{ ...ofTrilho, amount: 2_250_000n, reason: 'TARIFA PIX' }])
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const shown = (await operator.get(`/operator/reconciliations/${inter}/${day}`)).body.data
  expect(shown).toMatchObject({ state: 'Clean', tariffs: { count: 3, amount: '2.900000' } })

  await Promise.all([inter, sicoob].map(connectionId => reconcileDay(needs, { connectionId, day })))
  expect([(await booked(inter)).length, (await booked(sicoob)).length]).toEqual([3, 1])
  for (const connectionId of [inter, sicoob]) expect(await gapOf(connectionId)).toEqual({ gap: 0n, inFlight: 0n })
  expect(await sql`select tariffs from balances where merchant_id = ${platformId}`).toEqual([{ tariffs: -5_150_000n }])
  expect(await auditBooks(needs)).toEqual([])
})
