import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, lchown, open, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const longestLogBytes = 10 * 1024 * 1024

type Account = { uid: number; gid: number }
type Command = { file: string; args: string[] } & Partial<Account>

export type WayToRun = {
  name: string
  usable(): boolean | Promise<boolean>
  wrap(command: Command): Command
  /** The account that must own the data. */
  owner(): Account
}

const thisAccount = (): Account => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 })

const accountOf = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/** PostgreSQL refuses to run as root, and initdb refuses a user without a name, as containers may have. */
const isOrdinaryUser = () => {
  try {
    return userInfo().uid !== 0
  } catch {
    return false
  }
}

/** Inside the namespace this user is nobody; outside, files belong to this user, so any folder can be used. */
const intoNamespace = ({ file, args }: Command): Command => {
  const { uid, gid } = accountOf('nobody') ?? thisAccount()
  return { file: 'unshare', args: ['-U', `--map-user=${uid}`, `--map-group=${gid}`, '--', file, ...args] }
}

const namespacesWork = async () => {
  const { file, args } = intoNamespace({ file: 'true', args: [] })
  return execute(file, args).then(
    () => true,
    () => false,
  )
}

const asUser = (name: string): WayToRun => ({
  name: `as the user ${name}`,
  usable: () => process.getuid?.() === 0 && accountOf(name) !== undefined,
  wrap: command => ({ ...command, ...accountOf(name) }),
  owner: () => accountOf(name) ?? thisAccount(),
})

/** The first way that works here is used. */
export const waysToRun: WayToRun[] = [
  { name: 'as this user', usable: isOrdinaryUser, wrap: command => command, owner: thisAccount },
  { name: 'in a user namespace', usable: namespacesWork, wrap: intoNamespace, owner: thisAccount },
  asUser('postgres'),
  asUser('nobody'),
]

/** We read its messages, so they must be in English; and it must not see our secrets. */
const surroundings = () => ({ cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } })

/** The line of a program's output that says why it exited; it is seldom the last line. */
const usefulLine = (text: string) => {
  const lines = text.split('\n').filter(line => line && !/terminating connection|database system is/.test(line))
  const line = lines.findLast(line => /FATAL|PANIC|error:|terminated by signal/.test(line)) ?? lines.at(-1)
  return line?.replace(/^[^[]*\[\d+\] /, '')
}

/** Runs a program to its end; a failure is reported by the line in which the program gives its reason. */
export const runToEnd = async (way: WayToRun, file: string, args: string[]) => {
  const { file: program, args: words, ...account } = way.wrap({ file, args })
  await execute(program, words, { ...surroundings(), ...account }).catch((error: Error & { stderr?: string }) => {
    throw new Error(usefulLine(error.stderr ?? '') ?? error.message, { cause: error })
  })
}

/** Lets the group of the user who runs PostgreSQL pass through a folder of ours, but not list it. */
const letThrough = async (folder: string, owner: Account) => {
  const { uid, mode } = await stat(folder)
  if (process.getuid?.() !== 0 || owner.uid === uid || (mode & 0o777) !== 0o700) return
  await chown(folder, uid, owner.gid)
  await chmod(folder, 0o710)
}

export const chooseWay = async (ways: WayToRun[], folder: string, binary: string): Promise<WayToRun> => {
  const doors = [
    { path: folder, probe: ['sh', '-c', 'cd "$0"', folder], key: 'set TRILHO_DATA to a folder it can enter' },
    { path: dirname(binary), probe: [binary, '--version'], key: 'install where it can enter' },
  ]
  let refusal = 'PostgreSQL cannot run as this user: run as an ordinary user with a name, or set DATABASE_URL.'
  for (const way of ways) {
    if (!(await way.usable())) continue
    await letThrough(folder, way.owner())
    const tries = await Promise.allSettled(doors.map(({ probe: [file = '', ...args] }) => runToEnd(way, file, args)))
    const closed = doors.find((_, i) => tries[i]?.status === 'rejected')
    if (!closed) return way
    refusal = `PostgreSQL run ${way.name} cannot enter ${closed.path}: ${closed.key}, run as an ordinary user, or set DATABASE_URL.`
  }
  throw new Error(refusal)
}

/** An earlier start may have used another account. The folder itself comes last: its owner says that all is done. */
export const giveToOwner = async (data: string, { uid, gid }: Account) => {
  if (process.getuid?.() !== 0 || (await stat(data)).uid === uid) return
  for (const name of await readdir(data, { recursive: true })) await lchown(join(data, name), uid, gid)
  await lchown(data, uid, gid)
}

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const runsOn = async (data: string, pid: number) => {
  const commandLine =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : execute('ps', ['-ww', '-p', `${pid}`, '-o', 'args=']).then(({ stdout }) => stdout)
  // A zombie process has an empty command line; another program with a reused pid has a different one.
  return (await commandLine.catch(() => '')).replaceAll('\0', ' ').includes(`postgres -D ${data} `)
}

/** What postmaster.pid says, and whether that process still runs. Line 1 is the pid, line 4 the port. */
export const readPostmaster = async (data: string) => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return { pid, port, runs: pid > 0 && (await runsOn(data, pid)) }
}

/** Truncates the log of an earlier run and returns where the log of this one begins. */
export const trimLog = async (path: string) => {
  const log = await open(path, 'a', 0o600)
  const { size } = await log.stat()
  if (size > longestLogBytes) await log.truncate()
  await log.close()
  return size > longestLogBytes ? 0 : size
}

export const lastUsefulLine = async (log: string, from: number) => {
  const text = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(from).toString()
  return usefulLine(text) ?? `see ${log}`
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C in our terminal does not reach it before we have drained.
 * `reusedPid` is a pid in a stale postmaster.pid that now belongs to another program: PostgreSQL ignores it when it is passed.
 */
export const launchPostgres = async (way: WayToRun, binary: string, args: string[], log: string, reusedPid: number) => {
  const output = await open(log, 'a', 0o600)
  const { file, args: words, ...account } = way.wrap({ file: binary, args })
  const { cwd, env } = surroundings()
  const child = spawn(file, words, {
    ...account,
    cwd,
    env: { ...env, PG_GRANDPARENT_PID: `${reusedPid}` },
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  let ended = false
  child.once('exit', () => (ended = true)).once('error', () => (ended = true))
  child.unref()
  await output.close()
  return { pid: child.pid, ended: () => ended }
}

/** Fast shutdown, then immediate shutdown, from which PostgreSQL recovers by itself. */
const shutdowns = [
  { signal: 'SIGINT', patienceMs: 30_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
] as const

export const stopPostmaster = async (data: string, pid: number) => {
  for (const { signal, patienceMs } of shutdowns) {
    if (!(await runsOn(data, pid))) return
    try {
      process.kill(pid, signal)
    } catch {
      // It has exited or belongs to another user: the wait below finds out which.
    }
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      if (!(await runsOn(data, pid))) return
      await delay(20)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop.`)
}
