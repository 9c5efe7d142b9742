import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, type TestContext, test } from 'vitest'
import { copyFolder } from '../../../test/kit/copy-folder.ts'
import { type Sql, openDatabase } from './db.ts'
import { findBinaries, startEmbeddedPostgres } from './embedded-postgres.ts'
import { waysToRun } from './postgres-process.ts'

const fixture = fileURLToPath(new URL('../../../test/fixtures/hold-postgres.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
const settings = { shared_buffers: '16MB' }

/** Dead, or dead and not yet buried. */
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && readFileSync(`/proc/${pid}/cmdline`).length === 0
  } catch {
    return true
  }
}

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  for (const deadline = Date.now() + 60_000; !(await isTrue()); await delay(20)) {
    if (Date.now() > deadline) throw new Error(`Not within 60 s: ${isTrue.toString()}`)
  }
}

/** Whatever still runs on a folder ends before the folder goes. */
const clear = async (folder: string) => {
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith('postmaster.pid')) continue
    const pid = Number((await readFile(join(folder, path), 'utf8')).split('\n')[0])
    if (!isGone(pid)) process.kill(pid, 'SIGKILL')
    await until(() => isGone(pid))
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** A server in a process of its own, and the first line it says. */
const spawnServer = async (folder: string, account: { uid?: number; gid?: number }) => {
  const child = spawn(process.execPath, [fixture, folder], { ...account, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  const [line] = await once(createInterface(child.stdout), 'line')
  const said: { url?: string; error?: string } = JSON.parse(String(line))
  return { ...said, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

const makeKit = ({ onTestFinished }: TestContext) => {
  const cleanUps: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    const ends = []
    for (const cleanUp of cleanUps.toReversed()) ends.push(...(await Promise.allSettled([cleanUp()])))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
  const kit = {
    cleanUps,
    newFolder: async (mode = 0o700) => {
      const folder = await mkdtemp(join(tmpdir(), 'trilho-postgres-'))
      await chmod(folder, mode)
      cleanUps.push(() => clear(folder))
      return folder
    },
    /** One that was started before: only some tests are about the first start, which takes a second. */
    usedFolder: async () => {
      const folder = await kit.newFolder()
      await copyFolder(inject('preparedFolder'), folder)
      return folder
    },
    start: async (folder: string, ways?: typeof waysToRun) => {
      const database = await startEmbeddedPostgres({ folder, settings }, ways)
      cleanUps.push(() => database.stop())
      return database
    },
    startServer: async (folder: string, account: { uid?: number; gid?: number } = {}) => {
      const server = await spawnServer(folder, account)
      cleanUps.push(() => server.kill())
      return server
    },
  }
  return kit
}

const ask = async <T>(url: string | undefined, question: (sql: Sql) => Promise<T>) => {
  const sql = openDatabase(url ?? '', { connections: 1, name: 'trilho test' })
  try {
    return await question(sql)
  } finally {
    await sql.end()
  }
}
const keep = (url: string | undefined, value: number) =>
  ask(url, async sql => {
    await sql`create table if not exists kept (value int)`
    await sql`insert into kept values (${value})`
  })
const kept = (url: string | undefined) =>
  ask(url, async sql => (await sql<{ value: number }[]>`select value from kept order by value`).map(row => row.value))

const postmasterOf = async (folder: string) =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('what was stored is there after a stop and a new start, in a folder closed to all others', async context => {
  const kit = makeKit(context)
  const folder = join(await kit.newFolder(), 'made/by/us')
  const first = await kit.start(folder)
  await keep(first.url, 1)
  const pid = await postmasterOf(folder)
  await first.stop()
  expect(isGone(pid)).toBe(true)
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  expect([await modeOf(folder), await modeOf(join(folder, 'postgres-password'))]).toEqual(['700', '600'])
  expect(await readFile(join(folder, 'postgres-password'), 'utf8')).toMatch(/^[\w-]{32,}$/)

  const second = await kit.start(folder)
  expect(await kept(second.url)).toEqual([1])
})

test('it is durable, speaks UTF-8, listens on loopback only and asks for the password', async context => {
  const kit = makeKit(context)
  const folder = await kit.newFolder()
  const { url } = await kit.start(folder)
  const requested = ['fsync', 'synchronous_commit', 'wal_level', 'jit', 'listen_addresses', 'unix_socket_directories']
  const rows = await ask(
    url,
    sql => sql<{ setting: string }[]>`
    select setting from unnest(${[...requested, 'server_encoding', 'shared_buffers']}::text[]) with ordinality as requested(name, place)
      join pg_settings using (name) order by place`,
  )
  expect(rows.map(row => row.setting)).toEqual(['on', 'on', 'replica', 'off', '127.0.0.1', '', 'UTF8', '2048'])
  expect(await ask(url, sql => sql`select upper('ção') as upper`)).toEqual([{ upper: 'ÇÃO' }])
  const { port } = new URL(url)
  await expect(ask(`postgres://trilho:guess@127.0.0.1:${port}/trilho`, sql => sql`select 1`)).rejects.toThrow(
    'password',
  )
})

test('a server killed with -9 leaves its database running, and the next server takes it over and stops it', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const killed = await kit.startServer(folder)
  await keep(killed.url, 1)
  const pid = await postmasterOf(folder)
  await killed.kill()

  const next = await kit.start(folder)
  expect(next.url).toBe(killed.url)
  expect(await postmasterOf(folder)).toBe(pid)
  expect(await kept(next.url)).toEqual([1])
  await next.stop()
  expect(isGone(pid)).toBe(true)
})

test('what was committed before server and database were both killed with -9 is there after the next start', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const killed = await kit.startServer(folder)
  await keep(killed.url, 1)
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await killed.kill()

  const next = await kit.start(folder)
  expect(await kept(next.url)).toEqual([1])
})

test('a first start killed in the middle leaves nothing that the next one trips over', async context => {
  const kit = makeKit(context)
  const folder = await kit.newFolder()
  const child = spawn(process.execPath, [fixture, folder], { stdio: 'ignore' })
  const halfMade = async () => (await readdir(folder)).some(name => name.startsWith('postgres.new-'))
  await until(halfMade)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readdir(folder)).not.toContain('postgres')

  const next = await kit.start(folder)
  await keep(next.url, 1)
  expect(await halfMade()).toBe(false)
})

// Those that follow mostly wait for a refusal, so they wait together.
test.concurrent('a second server on the same folder is refused in one clear line, and the first works on', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const first = await kit.start(folder)
  const second = await kit.startServer(folder)
  expect(second.error).toBe(
    `Another Trilho server (pid ${process.pid}) already uses ${folder}: stop it, or set another TRILHO_DATA and PORT.`,
  )
  await keep(first.url, 1)
  expect(await kept(first.url)).toEqual([1])
})

test.concurrent('of two servers started at once on an empty folder, one wins and the other is refused', async context => {
  const kit = makeKit(context)
  const folder = await kit.newFolder()
  const servers = await Promise.all([kit.startServer(folder), kit.startServer(folder)])
  const winner = servers.find(server => server.url)
  const refused = servers.find(server => server.error)
  expect(refused?.error).toContain(`Another Trilho server (pid ${winner?.pid}) already uses ${folder}`)
  await keep(winner?.url, 1)
  const pid = await postmasterOf(folder)
  await winner?.stop()
  expect(isGone(pid)).toBe(true)
})

test.concurrent('a server whose lock is lost with its session takes it again', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const { url } = await kit.start(folder)
  const name = `trilho server ${process.pid}`
  const lockHolders = () =>
    ask(
      url,
      sql => sql<{ pid: number }[]>`
      select pid from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and application_name = ${name}`,
    )
  const [holder] = await lockHolders()
  await ask(url, sql => sql`select pg_terminate_backend(${holder?.pid ?? 0})`)
  await until(async () => {
    const [now] = await lockHolders()
    return now !== undefined && now.pid !== holder?.pid
  })
  expect((await kit.startServer(folder)).error).toContain(`(pid ${process.pid}) already uses ${folder}`)
})

test.concurrent('a stale postmaster.pid that names an outsider’s pid does not prevent the start', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const first = await kit.startServer(folder)
  await keep(first.url, 1)
  const pidFile = join(folder, 'postgres/postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  // A server that still runs would start PostgreSQL again.
  await first.kill()
  process.kill(Number(lines[0]), 'SIGKILL')
  const outsider = spawn('sleep', ['60'])
  kit.cleanUps.push(async () => outsider.kill())
  await writeFile(pidFile, [outsider.pid, ...lines.slice(1)].join('\n'))

  const next = await kit.start(folder)
  expect(await kept(next.url)).toEqual([1])
})

test.concurrent('a password file that was replaced is named as the reason, and nothing is left running', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  await writeFile(join(folder, 'postgres-password'), 'another')
  await expect(kit.start(folder)).rejects.toThrow(
    `${folder}/postgres-password does not open ${folder}/postgres: put the right one back.`,
  )
  await expect(postmasterOf(folder)).rejects.toThrow('ENOENT')
})

test.concurrent('a setting that PostgreSQL refuses fails the start with the line that says why', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  await expect(startEmbeddedPostgres({ folder, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /^PostgreSQL does not start in .*: FATAL: {2}invalid value for parameter "shared_buffers": "plenty"$/,
  )
})

test.concurrent('a log above 10 MB is emptied at the start', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const log = join(folder, 'postgres.log')
  await writeFile(log, '')
  await truncate(log, 11 * 1024 * 1024)
  await kit.start(folder)
  expect((await stat(log)).size).toBeLessThan(100_000)
})

test('a database that ends by itself is started again where it was, and one that is stopped is not', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const database = await kit.start(folder)
  await keep(database.url, 1)
  const pid = await postmasterOf(folder)
  process.kill(pid, 'SIGKILL')
  await until(async () => ![0, pid].includes(await postmasterOf(folder).catch(() => 0)))
  await until(async () => (await kept(database.url).catch(() => [])).length === 1)
  await database.stop()
  await delay(500)
  await expect(postmasterOf(folder)).rejects.toThrow('ENOENT')
})

test('a database that is killed again while its server is coming back to it is started every time', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const database = await kit.start(folder)
  await keep(database.url, 1)
  void database.died.then(line => context.onTestFailed(() => void process.stderr.write(`it gave up: ${line}\n`)))
  let pid = 0
  const isStartedAgain = async () => {
    const now = await postmasterOf(folder).catch(() => 0)
    return now > 0 && now !== pid && !isGone(now)
  }
  for (let crashes = 0; crashes < 6; crashes++) {
    await until(isStartedAgain)
    pid = await postmasterOf(folder)
    process.kill(pid, 'SIGKILL')
  }
  await until(async () => (await kept(database.url).catch(() => [])).length === 1)
  expect(await kept(database.url)).toHaveLength(1)
})

test('a database that cannot be started again is reported in one line', async context => {
  const kit = makeKit(context)
  const folder = await kit.usedFolder()
  const database = await kit.start(folder)
  const pid = await postmasterOf(folder)
  await rm(join(folder, 'postgres/PG_VERSION'))
  process.kill(pid, 'SIGKILL')
  expect(await database.died).toMatch(/^PostgreSQL does not start in .+$/)
})

const isOpenToAll = async (path: string): Promise<boolean> =>
  path === '/' || (((await stat(path)).mode & 0o5) === 0o5 && (await isOpenToAll(dirname(path))))

/** Where the clone is closed to others, as root's home is, they run a copy of the programs that is open to all. */
const openCopy = async (native: string) => {
  if (!isRoot || (await isOpenToAll(native))) return native
  const copy = await mkdtemp(join(tmpdir(), 'trilho-binaries-'))
  afterAll(() => rm(copy, { recursive: true, force: true }))
  await copyFolder(native, copy)
  await chmod(copy, 0o755)
  return copy
}
const native = dirname(dirname((await findBinaries()).postgres))
const binaries = await openCopy(native)
const asUser = (name: string): typeof waysToRun =>
  waysToRun
    .filter(way => way.name === `as the user ${name}`)
    .map(way => ({ ...way, wrap: command => way.wrap({ ...command, file: command.file.replace(native, binaries) }) }))
const usersToTry = ['postgres', 'nobody'].filter(name => asUser(name)[0]?.usable() === true)

test.runIf(isRoot).for(usersToTry)(
  'root without namespaces runs it as the user %s, and either way serves the other’s data',
  async (name, context) => {
    const kit = makeKit(context)
    const folder = join(await kit.newFolder(0o711), 'data')
    const first = await kit.start(folder, asUser(name))
    await keep(first.url, 1)
    expect((await stat(`/proc/${await postmasterOf(folder)}`)).uid).toBe(asUser(name)[0]?.owner().uid)
    expect([await modeOf(folder), await modeOf(join(folder, 'postgres-password'))]).toEqual(['710', '600'])
    await first.stop()

    for (const ways of [waysToRun, asUser(name)]) {
      const next = await kit.start(folder, ways)
      expect(await kept(next.url)).toEqual([1])
      await next.stop()
    }
  },
)

test.runIf(isRoot && usersToTry.length > 0)(
  'a folder closed to that user is refused in one line that says what to do',
  async context => {
    const kit = makeKit(context)
    const folder = join(await kit.newFolder(), 'data')
    const name = usersToTry[0] ?? ''
    await expect(kit.start(folder, asUser(name))).rejects.toThrow(
      `PostgreSQL run as the user ${name} cannot enter ${folder}: set TRILHO_DATA to a folder it can enter, run as an ordinary user, or set DATABASE_URL.`,
    )
  },
)

const allCanRun = (await isOpenToAll(dirname(fixture))) && (await isOpenToAll(process.execPath))

test.runIf(isRoot)('an ordinary user runs it directly', async context => {
  if (!allCanRun)
    context.skip('an ordinary user cannot enter this clone: npm test in a folder that is open to all tries it')
  const kit = makeKit(context)
  const folder = await kit.newFolder(0o777)
  const server = await kit.startServer(join(folder, 'data'), { uid: 65534, gid: 65534 })
  expect(server.error).toBeUndefined()
  await keep(server.url, 1)
  expect((await stat(join(folder, 'data/postgres'))).uid).toBe(65534)
  await server.stop()
})
