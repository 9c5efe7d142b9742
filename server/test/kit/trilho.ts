import { buildApp } from '../../src/app.ts'
import { createAccessKey } from '../../src/tenancy/access-keys/create-access-key.ts'
import type { Scope } from '../../src/tenancy/access-keys/states.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { openBooks } from '../../src/money/ledger/books.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { freePort } from '../../src/platform/db/embedded-postgres.ts'
import { openLog } from '../../src/platform/lib/log.ts'
import { parseAmount } from '../../src/platform/brazil/money.ts'
import { readServerSecret } from '../../src/platform/db/server-secret.ts'
import { openMerchant } from '../../src/money/ledger/read-books.ts'
import { rememberEnvironment } from '../../src/platform/db/database-health.ts'
import { publicAddresses } from '../../src/platform/http/public-addresses.ts'
import { deriveKey } from '../../src/platform/lib/seal.ts'
import { gatherNeeds } from '../../src/needs.ts'
import { addConnection } from '../../src/money/rails/connections.ts'
import type { Dialects } from '../../src/money/rails/rails-of.ts'
import { simulatedBank } from '../../src/money/rails/simulator/simulated-bank.ts'
import { simulatorConnection } from '../../src/money/rails/simulator/simulator.ts'
import type { ReadTxt } from '../../src/tenancy/people/sso/domain-records.ts'
import { startWorkers } from '../../src/worker.ts'
import { apiClient } from './api-client.ts'
import { cleanUp } from './clean-up.ts'
import { newDatabase } from './databases.ts'
import { undocumented } from './documented-answers.ts'
import { installation } from './installation.ts'
import { keepLog } from './kept-logs.ts'
import { testBank, testConnection } from './test-bank.ts'

type Settings = Partial<Record<keyof Config, string>>

/** Tests call more often, and more at once, than a merchant may. */
const unlimited = { LOG_LEVEL: 'debug', RATE_LIMIT: '0', REQUESTS_AT_ONCE: '0' }

type ServerOptions = { workers?: boolean; others?: Settings; at?: number | undefined }
type Circumstances = {
  isConnected?: boolean
  /** In its address. Browsers have no passkeys for 127.0.0.1. */
  host?: '127.0.0.1' | 'localhost'
  /** The name servers of its world. */
  readTxt?: ReadTxt
  /** Of its first server. Default: any that is free. */
  port?: number
}

export type Trilho = Awaited<ReturnType<typeof openTrilho>>

/**
 * A whole Trilho for one test file: its own database, its own server on its own port, and a clock that can be moved.
 * It is closed and its database dropped when the file ends. openapi.json must document every response of an operation.
 * If an installation of several processes is requested (installation.ts), callers reach that one.
 */
export async function openTrilho(
  settings: Settings = {},
  { isConnected = true, host = '127.0.0.1', port: firstPort, readTxt }: Circumstances = {},
) {
  const { url: databaseUrl, drop } = await newDatabase()
  const closers: (() => Promise<unknown>)[] = []
  const surprises = new Set<string>()
  cleanUp(async () => {
    for (const close of closers.toReversed()) await close()
    await drop()
    if (surprises.size > 0) throw new Error(`openapi.json does not document ${[...surprises].join('; ')}`)
  })

  const many = await installation(databaseUrl, settings)
  const first = await startServer({ at: firstPort })
  return { ...first, databaseUrl, startServer, newMerchant }

  /** Another server on the same database, as in another process: shares nothing in memory with the first. */
  async function startServer({ workers = false, others, at }: ServerOptions = {}) {
    // Long timeouts: tests hold locks on purpose and create large histories, and a busy machine is not a failure.
    const sql = openDatabase(databaseUrl, { connections: 8, limits: 'longWork' })
    const port = at ?? (await freePort())
    const url = many?.url ?? `http://${host}:${port}`
    const config = readConfig({ ...unlimited, ...settings, ...others, PORT: String(port) })
    const lines: string[] = []
    keepLog('server', () => lines.join(''))
    const log = openLog(config.LOG_LEVEL, {
      write: line => {
        lines.push(line)
        for (const answer of undocumented(line)) surprises.add(answer)
      },
    })
    const clock = { aheadMs: 0 }
    const serverSecret = await readServerSecret(sql, config)
    const isSandbox = (await rememberEnvironment(sql, config.TRILHO_ENV)) === 'sandbox'
    const now = () => new Date(Date.now() + clock.aheadMs)
    if (isConnected) await addConnection({ sql, clock: now }, isSandbox ? simulatorConnection : testConnection)
    const addresses = publicAddresses(serverSecret, () => url)
    const bank = simulatedBank({ key: deriveKey(serverSecret, 'simulated bank'), address: addresses.simulatedBank })
    const dialects: Dialects = isSandbox ? {} : { test: testBank({ bank, addresses, clock: now }) }
    const needs = gatherNeeds({
      config,
      sql,
      serverSecret,
      publicUrl: () => url,
      clock: now,
      // Tests move the clock by days; their tokens must stay valid.
      tokenClock: () => new Date(),
      dialects,
      readTxt,
    })
    const app = await buildApp(config, needs, log)
    await app.listen({ port, host: '127.0.0.1' })
    const working = workers ? startWorkers(needs, log) : null
    closers.push(async () => {
      await working?.stop()
      await app.close()
      await sql.end()
    })
    return { app, sql, url, needs, clock, logged: lines }
  }

  /** A merchant, without fees unless requested, and a client that is logged in as it. */
  async function newMerchant({
    balance = '0',
    chargeFixed = '0',
    chargeRate = 0n,
    scopes = ['payments', 'company-payments'] as Scope[],
  } = {}) {
    const { merchant, webhookSecret } = await openMerchant(first.needs, {
      name: 'Padaria São João Ltda',
      taxNumber: '11222333000181',
      city: 'São Paulo',
      accountNumber: '1000001',
      chargeFixed: chargeFixed === '0' ? 0n : parseAmount(chargeFixed),
      chargeRate,
    })
    if (balance !== '0')
      await first.sql.begin(async tx => {
        const books = await openBooks(tx, [merchant.id])
        const movement = { merchantId: merchant.id, transactionId: null, name: 'openingBalance', charges: 0n } as const
        books.post({ ...movement, amount: parseAmount(balance), at: new Date() })
        await books.close()
      })
    const key = await createAccessKey(first.needs, { merchantId: merchant.id, scopes })
    return { ...key, merchantId: merchant.id, webhookSecret, ...(await apiClient(first.url, key)) }
  }
}

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Valid CPFs that the sandbox does not refuse. */
export const cpf = { maria: '52998224725', joao: '39053344705', ana: '15350946056' } as const
