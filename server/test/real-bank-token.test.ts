import { expect, test } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production beside Inter with its published limits: it gives five tokens a minute. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const { needs } = trilho
const bank = await startRealBank()
const { limits: _none, ...settings } = await bank.settingsOf('inter')
const { id: inter } = await connectBank(needs, { name: 'inter', dialect: 'inter', isDefault: true, settings })
await untilDone(() => ensureCallbackUrls(needs))
const { passTime } = sharedTime(trilho, bank)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

test('a bank that answers one kind of call with 401 uses up no tokens of the others: charges are made', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const unauthorised = { kind: 'refusal in another form', form: 'empty', status: 401, partner: 'inter', times: 1000 }
  await bank.control('POST', '/faults', { ...unauthorised, method: 'GET', path: '/banking/v2/pix/' })
  for (let payout = 0; payout < 2; payout++) await api.createCashOut({ amount: '2', webhook, ...joao })
  for (let round = 1; round <= 4; round++) {
    await passTime(10 * round)
    await needs.bankOrders.stepAndWait()
  }
  for (let charge = 0; charge < 4; charge++)
    expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
  const calls = (await bank.control('GET', '/calls')) as { method: string; path: string; status: number }[]
  expect(
    calls.filter(({ path, status }) => path.startsWith('/banking/v2/pix/') && status === 401).length,
  ).toBeGreaterThan(2)
  expect(calls.filter(({ path }) => path.includes('/token')).length).toBeLessThanOrEqual(3)
}, 30_000)
