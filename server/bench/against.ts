import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/platform/db/db.ts'
import { freePort, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { cpuMs, settled, wrk } from './measure.ts'
import { startBeside } from './processes.ts'
import { inGroups, lines } from './scenario.ts'
import { changeOf, inTurns, markdownTable } from './turns.ts'

const short = { seconds: 2 }
const completions = 8_000

type Side = Awaited<ReturnType<typeof startSide>>
type Turn = { rate: number; serverMicros: number; databaseMicros: number }

/** The setup of a turn, and the load that is measured. */
type Scenario = (side: Side) => Promise<() => Promise<{ rate: number; requests?: number }>>

/** Uses only public HTTP, so that any commit can be measured. */
const scenarios: Record<string, Scenario> = {
  'cash-in creation': async side => () => wrk(side.url, 'cash-in', [side.token], short),
  'cash-out, one hot account': async side => () => wrk(side.url, 'cash-out', [side.tokenFile], short),
  'complete, until its webhook is answered': async side => completeAll(side, await side.openCharges(completions)),
  'transaction read by id': async side => () => wrk(side.url, 'get', [side.token, side.reads], short),
  'list of 20': async side => {
    await side.vacuum()
    return () => wrk(side.url, 'get', [side.token, side.lists], short)
  },
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * `npm run bench -- --against <commit>`: runs that commit and this tree on one PostgreSQL in turns and prints how many times as fast this
 * tree is, and the ratio of the CPU for a request. Shows the middle half of the pairs of turns.
 */
export async function compareWith(commit: string, only: string, turns: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trilho-bench-'))
  const database = await startEmbeddedPostgres({ folder })
  const databasePid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const before = checkOut(commit, join(folder, 'before'))
  const receiver = await startBeside('receiver.ts', port => [port])
  const sides: Side[] = []
  const start = async (name: string, code: string) => {
    const side = await startSide(name, code, database.url, folder, receiver)
    sides.push(side)
    return side
  }
  try {
    const [then, now] = [await start('before', before), await start('now', root)]
    const rows: string[][] = []
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (!name.includes(only)) continue
      const take = (side: Side) => () => takeTurn(side, scenario, databasePid)
      const done = await inTurns(name, [take(then), take(now)], turns)
      const of = (what: keyof Turn) => changeOf(done, turn => turn[what])
      rows.push([name, ...of('rate'), ...of('serverMicros'), ...of('databaseMicros')])
    }
    return markdownTable(['scenario', 'a second', 'ratio', 'server µs', 'ratio', 'database µs', 'ratio'], rows)
  } finally {
    for (const side of sides) await side.stop()
    await database.stop()
    execFileSync('git', ['worktree', 'remove', '--force', before], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkOut(commit: string, folder: string): string {
  execFileSync('git', ['worktree', 'add', '--detach', '-q', folder, commit], { cwd: root })
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
  for (const built of ['portal/dist', 'docs-site/dist', 'server/dist'])
    if (existsSync(join(root, built))) cpSync(join(root, built), join(folder, built), { recursive: true })
  return folder
}

async function startSide(name: string, code: string, databaseUrl: string, folder: string, receiver: string) {
  const admin = openDatabase(databaseUrl, { connections: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const [port, data] = [await freePort(), join(folder, `data-${name}`)]
  const settings = {
    DATABASE_URL: url.href,
    TRILHO_DATA: data,
    PORT: String(port),
    RATE_LIMIT: '0',
    REQUESTS_AT_ONCE: '0',
    PROCESSES: '1',
    DEMO_MONTH: 'no',
  }
  const { scripts } = JSON.parse(readFileSync(join(code, 'package.json'), 'utf8'))
  const flags = scripts.start.match(/--\S+/g) ?? []
  const server = spawn(process.execPath, [...flags, 'server/src/main.ts'], {
    cwd: code,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', exitCode => reject(new Error(`the server of ${name} ended with ${exitCode}`)))
    server.stdout.on('data', text => String(text).includes('is ready at') && resolve())
  })

  const address = `http://127.0.0.1:${port}`
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(address + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name}: ${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  let token = ''
  token = await (await call('POST', '/login', JSON.parse(readFileSync(join(data, 'sandbox.json'), 'utf8')))).text()
  const openCharge = async (amount: string): Promise<string> => {
    const payment = { payer: { cpf: '52998224725', name: 'Maria' }, value: { original: amount } }
    const body = { payment, webhook: { url: `${receiver}/hook` } }
    return ((await (await call('POST', '/accounts/pix/cashin', body)).json()) as Opened).data.transaction.id
  }
  const complete = (id: string) => call('PUT', `/sandbox/transactions/complete/${id}`)
  // Balance for the cash-outs, and transactions to read.
  await complete(await openCharge('9000000000'))
  const charges = await openMany(openCharge, 5_000)
  return {
    url: address,
    token,
    tokenFile: await lines(`${name}-token`, [token]),
    reads: await lines(
      `${name}-reads`,
      charges.map(id => `/accounts/transactions/pix/${id}`),
    ),
    lists: await lines(`${name}-lists`, ['/accounts/transactions/pix?dataset.limit=20']),
    serverPid: server.pid ?? 0,
    openCharges: (count: number) => openMany(openCharge, count),
    complete,
    /** The first count after new payments costs three times as much: that is not a cost of the code. */
    async vacuum() {
      const own = openDatabase(url.href, { connections: 1, limits: 'longWork' })
      await own.unsafe('vacuum analyze transactions')
      await own.end()
    },
    async stop() {
      server.kill('SIGTERM')
      await new Promise(resolve => server.once('exit', resolve))
    },
  }
}

type Opened = { data: { transaction: { id: string } } }

async function openMany(openCharge: (amount: string) => Promise<string>, count: number): Promise<string[]> {
  const opened: string[] = []
  await inGroups(Array.from({ length: count }), 64, async () => opened.push(await openCharge('10.50')))
  return opened
}

const completeAll = (side: Side, waiting: string[]) => async () => {
  const [start, requests] = [performance.now(), waiting.length]
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await side.complete(id)
    }),
  )
  return { rate: requests / ((performance.now() - start) / 1000), requests }
}

async function takeTurn(side: Side, scenario: Scenario, databasePid: number): Promise<Turn> {
  const run = await scenario(side)
  // What the other side has left to do, such as the analysis of its tables, would count for this one.
  await settled()
  const [server, database, start] = [cpuMs(side.serverPid), cpuMs(databasePid), performance.now()]
  const { rate, requests = (rate * (performance.now() - start)) / 1000 } = await run()
  return {
    rate,
    serverMicros: ((cpuMs(side.serverPid) - server) * 1000) / requests,
    databaseMicros: ((cpuMs(databasePid) - database) * 1000) / requests,
  }
}
