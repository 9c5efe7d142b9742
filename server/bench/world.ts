import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { readAccessKey } from '../src/tenancy/access-keys/access-key.ts'
import { createAccessKey } from '../src/tenancy/access-keys/create-access-key.ts'
import { readConfig } from '../src/config.ts'
import { openBooks } from '../src/money/ledger/books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { freePort, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { readServerSecret } from '../src/platform/db/server-secret.ts'
import { openMerchant } from '../src/money/ledger/read-books.ts'
import { gatherNeeds } from '../src/needs.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** As `npm start` runs it. */
const startFlags = (packageJson.scripts.start.match(/--\S+/g) ?? []) as string[]

/**
 * A fresh durable PostgreSQL, or an empty database of another one, its own server with one or more processes, and
 * merchants with a balance.
 */
export async function openWorld({
  nodeFlags = [],
  postgres = {},
  processes = 1,
  databaseUrl = '',
}: {
  nodeFlags?: string[]
  postgres?: Record<string, string>
  processes?: number
  databaseUrl?: string
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-bench-'))
  const database =
    databaseUrl === ''
      ? await startEmbeddedPostgres({ folder, settings: postgres })
      : { url: databaseUrl, stop: () => {} }
  // The process whose CPU is counted; not counted for another PostgreSQL.
  const databasePid =
    databaseUrl === '' ? Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]) : -1
  const floorUrl = new URL(database.url)
  floorUrl.pathname = '/floor'
  const admin = openDatabase(database.url, { connections: 1 })
  await admin.unsafe('drop database if exists floor')
  await admin.unsafe('create database floor')
  await admin.end()

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: database.url,
    TRILHO_DATA: join(folder, 'server'),
    PORT: String(port),
    RATE_LIMIT: '0',
    REQUESTS_AT_ONCE: '0',
    LOG_LEVEL: 'info',
    PROCESSES: String(processes),
  }
  const server = await startServer(settings, nodeFlags)
  const sql = openDatabase(database.url, { connections: 4, limits: 'longWork' })
  const config = readConfig(settings)
  const needs = gatherNeeds({
    config,
    sql,
    serverSecret: await readServerSecret(sql, {}),
    publicUrl: () => url,
    clock: () => new Date(),
  })

  return {
    url,
    processes,
    sql,
    needs,
    databaseUrl: database.url,
    floorUrl: floorUrl.href,
    serverPid: server.pid ?? 0,
    databasePid,
    /** A merchant with a balance, and a token for it. */
    async newMerchant(balance = '1000000000', openedAt = new Date()) {
      const details = {
        name: 'Padaria São João Ltda',
        taxNumber: '11222333000181',
        city: 'São Paulo',
        accountNumber: '1',
      }
      const plan = { chargeFixed: parseAmount('0.10'), chargeRate: 990_000n }
      const { merchant } = await openMerchant(needs, { ...details, ...plan })
      await sql.begin(async tx => {
        const books = await openBooks(tx, [merchant.id])
        const opening = {
          transactionId: null,
          name: 'openingBalance',
          amount: parseAmount(balance),
          charges: 0n,
          at: openedAt,
        } as const
        books.post({ merchantId: merchant.id, ...opening })
        await books.close()
      })
      const { accessKey } = await createAccessKey(needs, { merchantId: merchant.id, scopes: ['payments'] })
      const keyId = readAccessKey(accessKey)?.id ?? ''
      const token = needs.tokens.issue({ merchantId: merchant.id, keyId, scopes: ['payments'] })
      return { merchant, token }
    },
    async close() {
      await needs.drainDeliveries()
      await sql.end()
      server.kill('SIGTERM')
      await new Promise(resolve => server.once('exit', resolve))
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(settings: Record<string, string>, nodeFlags: string[]): Promise<ChildProcess> {
  const server = spawn(process.execPath, [...startFlags, ...nodeFlags, main], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', code => reject(new Error(`the server ended with ${code}`)))
    server.stdout.on('data', text => String(text).includes('is ready at') && resolve())
  })
  return server
}
