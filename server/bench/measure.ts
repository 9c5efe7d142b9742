import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The result of one run of a load. Times are milliseconds. `grownMb`: the server's memory at most, over before. */
export type Result = { rate: number; p50: number; p99: number; grownMb?: number }

/** What of a result is compared. */
export type Figure = keyof Result

export const figureOf = (result: Result, of: Figure): number => result[of] ?? Number.NaN

/** Drives HTTP with wrk: one thread, because the machine's other core is the server's. */
export async function wrk(
  url: string,
  script: string,
  args: string[],
  { connections = 64, seconds = 3 } = {},
): Promise<Result> {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', luaFile(script), url, '--', ...args]
  const { stdout } = await execute('wrk', load, { maxBuffer: 1 << 24 })
  throwIfRefused(script, stdout)
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: milliseconds(/50%\s+(\S+)/.exec(stdout)?.[1] ?? ''),
    p99: milliseconds(/99%\s+(\S+)/.exec(stdout)?.[1] ?? ''),
  }
}

const longestSeconds = 120

/** Requests every line of a file once; ends when all have responses. */
export async function wrkOnce(url: string, args: string[], connections = 64): Promise<void> {
  const load = ['-t1', `-c${connections}`, `-d${longestSeconds}s`, '-s', luaFile('once'), url, '--', ...args]
  const child = spawn('wrk', load, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  let isAnswered = false
  child.stdout.on('data', text => {
    said += text
    if (isAnswered || !said.includes('all are answered')) return
    isAnswered = true
    child.kill('SIGINT')
  })
  await once(child, 'close')
  throwIfRefused('once', said)
  if (!isAnswered) throw new Error(`not all were answered within ${longestSeconds} s:\n${said}`)
}

const luaFile = (script: string) => new URL(`lua/${script}.lua`, import.meta.url).pathname

function throwIfRefused(script: string, said: string) {
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(said)?.[1]
  if (refused !== undefined) throw new Error(`${script}: ${refused} requests were refused:\n${said}`)
}

function milliseconds(text: string): number {
  const [, value = '0', unit = 'ms'] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
}

/** Drives the database alone: the floor of everything that commits. */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { clients = 64, seconds = 3 } = {},
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-pgbench-'))
  try {
    const file = new URL(`sql/${script}.sql`, import.meta.url).pathname
    const load = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '1',
      '-T',
      String(seconds),
      '-f',
      file,
      '-l',
      `--log-prefix=${folder}/log`,
    ]
    const { stdout } = await execute('pgbench', [...load, databaseUrl])
    const times: number[] = []
    for (const name of await readdir(folder))
      for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
        const micros = line.split(' ')[2]
        if (micros !== undefined) times.push(Number(micros) / 1000)
      }
    // Its own figure excludes the time to connect.
    return { ...resultOf(times, seconds * 1000), rate: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Concurrent load in this process: `clients` loops that each repeat one call for the given time. */
export async function inProcess(one: () => Promise<unknown>, { clients = 64, seconds = 3 } = {}): Promise<Result> {
  const times: number[] = []
  const start = performance.now()
  const client = async () => {
    while (performance.now() - start < seconds * 1000) {
      const began = performance.now()
      await one()
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return resultOf(times, performance.now() - start)
}

export function resultOf(timesMs: number[], tookMs: number): Result {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { rate: sorted.length / (tookMs / 1000), p50: at(0.5), p99: at(0.99) }
}

/** Of an even number of values the mean of the two in the middle: the upper one alone would favour one side of a ratio. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** CPU time a process and its children have used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const ticks = (id: number | string) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return {
        parent: Number(fields[1]),
        used: Number(fields[11]) + Number(fields[12]),
        reaped: Number(fields[13]) + Number(fields[14]),
      }
    } catch {
      return { parent: -1, used: 0, reaped: 0 }
    }
  }
  const own = ticks(pid)
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(ticks)
  const living = children.filter(child => child.parent === pid).reduce((sum, child) => sum + child.used, 0)
  return (own.used + own.reaped + living) * 10
}

export const residentMb = (pid: number): number => memoryMb(pid, 'VmRSS')

/** Returns a function that says by how much a process's resident memory was above that of now, at its peak. */
export function followMemory(pid: number): () => number {
  // The kernel's own high-water mark, from now: nothing in between is missed.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = residentMb(pid)
  return () => memoryMb(pid, 'VmHWM') - before
}

const memoryMb = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The part of the machine's CPU time that its host gave to others since `before`; 0 if the system does not report it. */
export function stolenSince(before: CpuTimes): number {
  const now = cpuTimes()
  return now.all === before.all ? 0 : (now.stolen - before.stolen) / (now.all - before.all)
}

const mostWaitMs = 5_000

/** Waits until the machine is almost idle, at most five seconds. */
export async function settled(): Promise<void> {
  for (const deadline = Date.now() + mostWaitMs; Date.now() < deadline; ) {
    const before = cpuTimes()
    await delay(250)
    const now = cpuTimes()
    if (now.idle - before.idle > (now.all - before.all) * 0.8) return
  }
}

export type CpuTimes = { stolen: number; idle: number; all: number }

export function cpuTimes(): CpuTimes {
  if (!existsSync('/proc/stat')) return { stolen: 0, idle: 0, all: 0 }
  const ticks = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks
  return { stolen, idle: idle + waiting, all: ticks.reduce((sum, each) => sum + each, 0) }
}
