import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { hangUp, openSession } from '../../src/platform/db/connection.ts'
import { findBinaries, freePort } from '../../src/platform/db/embedded-postgres.ts'
import { limits } from '../../src/platform/db/limits.ts'
import {
  chooseWay,
  giveToOwner,
  launchPostgres,
  stopPostmaster,
  waysToRun,
} from '../../src/platform/db/postgres-process.ts'
import { cleanUp } from './clean-up.ts'
import { keepLog } from './kept-logs.ts'
import { inTime, patienceMs } from './patience.ts'
import { childrenOf } from './processes.ts'
import { dataFolder, preparedFolder } from './server-process.ts'

const lines = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')

/** A second data folder with the same PostgreSQL in it; `but` says what is left out. */
export async function copyCluster(from: string, but: RegExp = /$^/): Promise<string> {
  const folder = await dataFolder()
  for (const name of ['postgres', 'postgres-password'])
    await cp(join(from, name), join(folder, name), { recursive: true, filter: path => !but.test(path) })
  return folder
}

/** A PostgreSQL as an operator runs it: it is not restarted when it exits. */
export async function runCluster(folder: string, settings: Record<string, string>) {
  const data = join(folder, 'postgres')
  const { postgres: binary } = await findBinaries()
  const way = await chooseWay(waysToRun, folder, binary)
  const port = await freePort()
  await writeFile(join(data, 'postgresql.auto.conf'), lines({ ...own, ...settings, port: String(port) }))
  await giveToOwner(data, way.owner())
  const { pid = 0, ended } = await launchPostgres(way, binary, ['-D', data, '-i'], join(folder, 'log'), 0)
  cleanUp(() => stopPostmaster(data, pid))
  keepLog('postgres', () => readFile(join(folder, 'log'), 'utf8'))
  const password = await readFile(join(folder, 'postgres-password'), 'utf8')
  const host = `127.0.0.1:${port}`
  const address = (hosts = host) => `postgres://trilho:${password}@${hosts}/trilho`
  return {
    host,
    data,
    address,
    /** How its standby connects to it. */
    asPrimary: `host=127.0.0.1 port=${port} user=trilho password=${password}`,
    stop: () => stopPostmaster(data, pid),
    /** Like a power loss of the machine. */
    async kill() {
      process.kill(pid, 'SIGKILL')
      const gone = async () => {
        while (!ended()) await delay(5)
      }
      await inTime(`the end of PostgreSQL ${pid}, which was killed`, gone(), () => 'it still runs')
    },
    /** SIGSTOP: it is cut off, and does not know it. SIGCONT: it goes on as if nothing had been. */
    signalAll(signal: 'SIGSTOP' | 'SIGCONT') {
      for (const one of [String(pid), ...childrenOf(pid)]) process.kill(Number(one), signal)
    },
    ask,
    async askUntilFound(text: string) {
      const find = async () => {
        if ((await ask(text)).length === 0) throw new Error(`nothing was found by: ${text}`)
      }
      await vi.waitFor(find, { timeout: patienceMs, interval: 20 })
    },
  }

  /** Queries it as soon as it responds, whether it is a standby or not. */
  async function ask(text: string): Promise<Record<string, unknown>[]> {
    const { client } = await whenItAnswers(() => openSession(address(), limits.longWork, 'test', () => {}))
    const { rows } = await client.query<Record<string, unknown>>(text)
    await hangUp(client)
    return rows
  }

  async function whenItAnswers<Result>(act: () => Promise<Result>): Promise<Result> {
    for (const beganMs = performance.now(); ; )
      try {
        return await act()
      } catch (error) {
        const isLate = performance.now() - beganMs > patienceMs
        if (ended() || isLate) throw new Error(await readFile(join(folder, 'log'), 'utf8'), { cause: error })
        await delay(20)
      }
  }
}

/** A PostgreSQL and its synchronous standby: what is committed on one is on the other. */
export async function runPair() {
  const first = await preparedFolder()
  const second = await preparedFolder()
  const primary = await runCluster(first, { synchronous_standby_names: '*' })
  await writeFile(join(second, 'postgres/standby.signal'), '')
  const copy = await runCluster(second, { primary_conninfo: primary.asPrimary })
  await primary.askUntilFound("select 1 from pg_stat_replication where sync_state = 'sync'")
  return { primary, copy }
}

const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '32MB', timezone: 'UTC' }
