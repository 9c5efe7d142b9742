import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { type Sql, openDatabase } from '../src/platform/db/db.ts'
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { type Answer, type Api, apiClient, call } from './kit/api-client.ts'
import { eventually } from './kit/delivery-kit.ts'
import { type Operation, findViolation, keepHistory, openAccount } from './kit/history.ts'
import { childrenOf } from './kit/processes.ts'
import { databasePid, dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { slowness } from './kit/slowness.ts'
import { times } from './kit/trilho.ts'

/** This file's own PostgreSQL: it is killed, paused, filled and removed while a server uses it. */
const place = await preparedFolder()
const settings = { fsync: 'off', max_connections: '20', shared_buffers: '16MB', port: String(await freePort()) }
let database: EmbeddedPostgres = await startEmbeddedPostgres({ folder: place, settings })
afterAll(async () => {
  // A failed test may have left it paused.
  signalAll('SIGCONT')
  await database.stop()
})

const ask = async <Result>(question: (sql: Sql) => Promise<Result>): Promise<Result> => {
  const sql = openDatabase(database.url, { connections: 1, name: 'test', limits: 'longWork' })
  try {
    return await question(sql)
  } finally {
    await sql.end()
  }
}

async function startServer() {
  const folder = await dataFolder()
  const server = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL: database.url, DATABASE_CONNECTIONS: '6' })
  await server.ready()
  const sandbox = await readSandboxFile(folder)
  const [api, other] = await Promise.all([sandbox, sandbox.otherMerchant].map(key => apiClient(server.url, key)))
  return { ...server, api: api as Api, other: other as Api }
}

/** Twelve concurrent callers, each sending its next request after the last response, until they are stopped. */
function startCallers(fault: string, api: Api, output: () => string) {
  const counts = times(12, () => ({ done: 0, refused: 0 }))
  const acknowledged: string[] = []
  let longestMs = 0
  let isOver = false

  const ended = Promise.all(
    counts.map(async (count, i) => {
      while (!isOver) {
        const start = performance.now()
        const answer = await (i % 3 === 0 ? api.requestCashOut({ amount: '0.01' }) : api.requestCashIn())
        longestMs = Math.max(longestMs, performance.now() - start)
        if (answer.status === 201) {
          acknowledged.push(answer.body.data.transaction.id)
          count.done++
        } else {
          expectUnavailable(answer, output)
          count.refused++
          await delay(50)
        }
      }
    }),
  )
  const everyone = async (what: 'done' | 'refused') => {
    const before = counts.map(count => count[what])
    const waiting = () => counts.flatMap((count, i) => (count[what] > (before[i] ?? 0) ? [] : [i]))
    await Promise.race([ended, eventually(() => expect([fault, what, waiting()]).toEqual([fault, what, []]))])
  }
  return {
    everyoneIs: everyone,
    async stop() {
      isOver = true
      await ended
      return { acknowledged, longestMs }
    },
  }
}

function expectUnavailable({ status, body, headers }: Answer, output: () => string) {
  if (status === 500) throw new Error(`a fault of ours: ${linesOf(body.error.details.requestId, output())}`)
  expect([status, body.error?.details?.reason]).toEqual([503, 'ServiceUnavailable'])
  expect(headers.get('retry-after')).toBe('1')
}

const linesOf = (requestId: string, log: string) =>
  log
    .split('\n')
    .filter(line => line.includes(requestId))
    .join('\n')

function signalAll(signal: NodeJS.Signals) {
  const pid = databasePid(place)
  for (const one of [String(pid), ...childrenOf(pid)]) process.kill(Number(one), signal)
}

const terminateAll = () =>
  ask(sql => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trilho'`)

const setReadOnly = (to: 'on' | 'off') =>
  ask(async sql => {
    await sql.unsafe('set default_transaction_read_only = off')
    await sql.unsafe(`alter system set default_transaction_read_only = ${to}`)
    await sql`select pg_reload_conf()`
  })

type Fault = {
  /** The response of `/readyz` during the fault; null: the fault ends at once. */
  reason: string | null
  begin: () => Promise<unknown>
  end?: () => Promise<unknown>
}

const others: Sql[] = []
const openOther = () => {
  const sql = openDatabase(database.url, { connections: 1, name: 'other' })
  others.push(sql)
  return sql
}

const faults: Record<string, Fault> = {
  'its connections are terminated, again and again': {
    reason: null,
    begin: async () => {
      for (const pause of times(5, i => 20 * i)) await terminateAll().then(() => delay(pause))
    },
  },
  'one of its backends is killed with -9': {
    reason: null,
    begin: async () => {
      const [one] = await ask(
        sql => sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'trilho' limit 1`,
      )
      process.kill(one?.pid ?? 0, 'SIGKILL')
    },
  },
  'it is restarted': { reason: null, begin: async () => process.kill(databasePid(place), 'SIGINT') },
  'it is killed with -9': { reason: null, begin: async () => process.kill(databasePid(place), 'SIGKILL') },
  'it hangs': {
    reason: 'databaseSilent',
    begin: async () => signalAll('SIGSTOP'),
    end: async () => signalAll('SIGCONT'),
  },
  'it is away': {
    reason: 'databaseAway',
    begin: () => database.stop(),
    end: async () => (database = await startEmbeddedPostgres({ folder: place, settings })),
  },
  'others have all its connections': {
    reason: 'databaseCrowded',
    begin: async () => {
      const first = openOther()
      const grab = () => openOther()`select 1`.catch(() => {})
      for (let left = 1; left > 0; ) {
        await first`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trilho'`
        await Promise.all(times(20, grab))
        // A connection that is just starting has no name yet.
        left = (
          await first`
            select from pg_stat_activity where backend_type = 'client backend' and application_name in ('trilho', '')`
        ).count
      }
    },
    end: () => Promise.all(others.map(sql => sql.end())),
  },
  'it is read-only': {
    reason: 'databaseReadOnly',
    begin: () => setReadOnly('on'),
    end: () => setReadOnly('off'),
  },
  // A full disk refuses every write that needs another page; triggers simulate it here.
  'it is full': {
    reason: 'databaseFull',
    begin: () =>
      ask(sql =>
        sql.unsafe(`
          create function full_disk() returns trigger language plpgsql as
            $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
          create function full_disk_of_tables() returns event_trigger language plpgsql as
            $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
          create event trigger full_disk on ddl_command_end when tag in ('CREATE TABLE AS')
            execute function full_disk_of_tables();
          create trigger full_disk before insert on transactions execute function full_disk()`),
      ),
    end: () =>
      ask(sql =>
        sql.unsafe(`
          drop event trigger full_disk;
          drop function full_disk_of_tables();
          drop function full_disk() cascade`),
      ),
  },
}

test('for any fault of the database the process keeps running, every caller gets a response, and nothing acknowledged is lost', async () => {
  const { url, api, other, output } = await startServer()
  const history: Operation[] = []
  const account = await openAccount(other)
  let isOver = false
  const watching = Promise.all(times(3, () => keepHistory(other, history, () => !isOver)))
  const readiness = async () => (await call(`${url}/readyz`)).body
  for (const [name, { reason, begin, end }] of Object.entries(faults)) {
    const callers = startCallers(name, api, output)
    await callers.everyoneIs('done')
    await begin()
    if (reason !== null) {
      await callers.everyoneIs('refused')
      await eventually(async () => expect([name, await readiness()]).toEqual([name, { status: 'not ready', reason }]))
      await end?.()
    }
    await callers.everyoneIs('done')
    await eventually(async () => expect([name, await readiness()]).toEqual([name, { status: 'ready' }]))
    const { acknowledged, longestMs } = await callers.stop()
    expect([name, longestMs < 10_000 * slowness()]).toEqual([name, true])
    const stored = await ask(
      sql => sql`select id from transactions where id = any(${acknowledged}::uuid[]) order by id`,
    )
    expect([name, stored.length]).toEqual([name, acknowledged.length])
  }
  isOver = true
  await watching
  // What another merchant was answered of its balance and its repeated orders is right in one order of all calls.
  expect(history.some(({ outcome }) => outcome === 'unknown')).toBe(true)
  expect(findViolation(history, account)).toBeNull()
  // Background work continues, too.
  const id = await api.createCashIn({ expiresIn: 1 })
  await eventually(async () => expect(await api.stateOf(id)).toBe('Canceled'))
  expect(await ask(sql => auditBooks({ sql }))).toEqual([])
})

test('a database that falls silent is answered for within two seconds, lists within five, however many queries a call makes', async () => {
  const { api } = await startServer()
  const id = await api.createCashIn({ amount: '10' })
  await api.simulate('complete', id)
  const calls: Record<string, () => Promise<Answer>> = {
    cashIn: () => api.requestCashIn(),
    refund: () => api.refund(id, { amount: '1' }),
    read: () => api.read(id),
    list: () => api.get('/accounts/transactions/pix'),
    statement: () => api.get('/accounts/statement'),
  }
  for (const ask of Object.values(calls)) await ask()
  const slower = slowness()
  signalAll('SIGSTOP')
  try {
    // Twice: the second time nothing is connected any more.
    for (const round of ['first', 'second']) {
      const answers = await Promise.all(
        Object.entries(calls).map(async ([name, ask]) => {
          const startMs = performance.now()
          const { status } = await ask()
          // As documented, and more than a second for a busy machine.
          const mostMs = name === 'list' || name === 'statement' ? 6_500 : 3_500
          return { name, status, isInTime: performance.now() - startMs < mostMs * slower }
        }),
      )
      expect({ round, answers }).toEqual({
        round,
        answers: Object.keys(calls).map(name => ({ name, status: 503, isInTime: true })),
      })
    }
  } finally {
    signalAll('SIGCONT')
  }
})

test('a server that starts while the database is unavailable waits, reports it, and starts when it is available', async () => {
  await database.stop()
  const server = await spawnServer({ TRILHO_DATA: await dataFolder(), DATABASE_URL: database.url })
  await eventually(() => expect(server.errors()).toMatch(/^trilho: waiting: the database cannot be reached.*\n$/))
  database = await startEmbeddedPostgres({ folder: place, settings })
  await server.ready()
  expect((await call(`${server.url}/readyz`)).status).toBe(200)
})

test('a database that refuses the server stops the start with one line', async () => {
  const wrong = new URL(database.url)
  wrong.password = 'guess'
  const server = await spawnServer({ TRILHO_DATA: await dataFolder(), DATABASE_URL: wrong.href })
  expect(await server.exited).toBe(1)
  expect(server.errors()).toMatch(/^trilho: DATABASE_URL cannot be used: .*password.*\n$/)
})

test('an embedded PostgreSQL that dies is started again by its server', async () => {
  const folder = await preparedFolder()
  const server = await spawnServer({ TRILHO_DATA: folder })
  await server.ready()
  const api = await apiClient(server.url, await readSandboxFile(folder))
  const id = await api.createCashIn()
  process.kill(databasePid(folder), 'SIGKILL')
  // Connections of the old one close a moment later: query both until the new one responds.
  await eventually(async () => {
    expect((await api.requestCashIn()).status).toBe(201)
    expect(await api.stateOf(id)).toBe('Registered')
  })
})
