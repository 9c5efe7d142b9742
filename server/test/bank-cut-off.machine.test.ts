import { expect, test } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { type Api, apiClient } from './kit/api-client.ts'
import { type Operation, findViolation, keepHistory, openAccount } from './kit/history.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openLink } from './kit/tcp-link.ts'
import { openTrilho, times } from './kit/trilho.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) } as const
const payout = {
  webhook: { url: 'https://hooks.example.invalid/hook' },
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

/** Pays a person whom the bank knows. */
const paying = (api: Api): Api => ({
  ...api,
  requestCashOut: cashOut => api.requestCashOut({ ...payout, ...cashOut }),
  createCashOut: cashOut => api.createCashOut({ ...payout, ...cashOut }),
})

test('while two servers cannot reach their bank no client sees two truths, and afterwards each payout is paid once', async () => {
  const bank = await startRealBank({ isProcess: true })
  const link = await openLink(Number(new URL(bank.url).port))
  const trilho = await openTrilho(production, { isConnected: false })
  const worker = await trilho.startServer({ workers: true })
  const direct = await bank.settingsOf('sicoob')
  const behindLink = (url: string) => url.replace(new URL(bank.url).host, link.host)
  const urls = {
    pixUrl: behindLink(direct.pixUrl),
    tokenUrl: behindLink(direct.tokenUrl),
    payoutUrl: behindLink(direct.payoutUrl ?? ''),
  }
  await connectBank(trilho.needs, {
    name: 'Sicoob',
    dialect: 'sicoob',
    isDefault: true,
    settings: { ...direct, ...urls },
  })
  const merchant = await trilho.newMerchant({ balance: '1000.00' })
  const apis = [merchant, await apiClient(worker.url, merchant)].map(paying)
  const account = await openAccount(apis[0] as Api)
  const history: Operation[] = []
  let isOver = false
  const running = Promise.all(times(6, i => keepHistory(apis[i % 2] as Api, history, () => !isOver)))
  const answered = async (more: number) => {
    const before = history.length
    await expect.poll(() => history.length).toBeGreaterThan(before + more)
  }
  await answered(30)
  link.cut()
  await answered(30)
  const waiting = await trilho.sql`select from transactions where operation = 'pixCashOut' and state <> 'Completed'`
  expect(waiting.length).toBeGreaterThan(0)
  link.mend()
  await answered(30)
  isOver = true
  await running
  expect(findViolation(history, account)).toBeNull()

  const made = await trilho.sql<{ id: string }[]>`select id from transactions where operation = 'pixCashOut'`
  for (const { id } of made) await expect.poll(() => merchant.stateOf(id)).toBe('Completed')
  const sent: { state: string }[] = await bank.control('GET', '/payouts?all')
  expect(sent.filter(({ state }) => state === 'Paid')).toHaveLength(made.length)
})
