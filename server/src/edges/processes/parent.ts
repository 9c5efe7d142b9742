import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { gatherMetrics } from '../../platform/lib/metrics-of-all.ts'
import { withinTime } from '../../platform/lib/within-time.ts'
import { type Life, oneLine } from './life.ts'
import type { Place } from './prepare.ts'

const firstPauseMs = 250
const longestPauseMs = 5_000
/** A process that ran this long did not fail at its start, so the pause before the next start is short again. */
const wellAfterMs = 30_000
/** A replacement that is not ready by then is blocked, for example by a missing database connection. */
const longestStartSeconds = 120
const longestEndSeconds = 120

/** The message to a child that was replaced. */
export const followed = 'followed'

/** A process that exits with 1 has printed the reason itself; one that the system could not start was reported too. */
const whyNotStarted = (how: string | null | undefined) =>
  how === null || how === undefined || how === '1' ? undefined : `process 1 ended (${how}) while it was starting`

type Child = {
  /** Null if the system could not start it. */
  worker: Worker | null
  sinceMs: number
  isServing: boolean
  isReady: Promise<boolean>
  /** The exit code or signal; null if it never started. */
  ended: Promise<string | null>
}

/**
 * Runs several processes behind one port; the first also does the background work. All accept from one socket that the
 * parent holds open, so no connection is lost when a process exits. (Distributing them in the parent would be more
 * even, but a connection on its way to a dying process would hang.) Returns a function that replaces all of them.
 */
export async function runProcesses(
  config: Config,
  place: Place,
  count: number,
  life: Life,
  { startSeconds = longestStartSeconds, endSeconds = longestEndSeconds } = {},
): Promise<() => Promise<void>> {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const children = new Map<number, Child>()
  const started = Promise.withResolvers<void>()
  const roleOf = (number: number) => (number > 1 && config.TRILHO_ROLE === 'all' ? 'api' : config.TRILHO_ROLE)

  function fork(number: number): Child {
    const { databaseUrl: DATABASE_URL, port: PORT, url: PUBLIC_URL } = place
    const settings = { DATABASE_URL, PORT, PUBLIC_URL, TRILHO_ROLE: roleOf(number) }
    const ready = Promise.withResolvers<boolean>()
    const ended = Promise.withResolvers<string | null>()
    const child: Child = {
      worker: null,
      sinceMs: performance.now(),
      isServing: false,
      isReady: ready.promise,
      ended: ended.promise,
    }
    const onEnd = (how: string | null) => {
      child.isServing = false
      ready.resolve(false)
      ended.resolve(how)
    }
    /** Without memory or a free process slot Node throws or emits an error, and there is no exit event. */
    const onError = (error: unknown) => {
      if (child.worker?.process.pid !== undefined) return
      process.stderr.write(`trilho: process ${number} could not be started: ${oneLine(error)}\n`)
      onEnd(null)
    }
    try {
      child.worker = cluster.fork(settings)
      child.worker.once('exit', (code, signal) => onEnd(signal || String(code))).on('error', onError)
      child.worker.on('message', message => {
        if (message !== 'ready') return
        child.isServing = true
        ready.resolve(true)
      })
    } catch (error) {
      onError(error)
    }
    return child
  }

  /** Registers a child and replaces it when it exits by itself. */
  function keep(number: number, child = fork(number)): Promise<boolean> {
    children.set(number, child)
    void replaceDead(number, child)
    return child.isReady
  }

  let pauseMs = firstPauseMs
  async function replaceDead(number: number, child: Child): Promise<void> {
    const how = await child.ended
    await started.promise
    const isMissing = () => children.get(number) === child && !life.isEnding()
    if (!isMissing()) return
    if (how !== null) process.stderr.write(`trilho: process ${number} ended (${how}): another is started\n`)
    const livedMs = performance.now() - child.sinceMs
    pauseMs = livedMs > wellAfterMs ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2)
    await delay(pauseMs)
    if (isMissing()) await keep(number)
  }

  /** Includes children that are being replaced. */
  async function endAll(): Promise<void> {
    const running = Object.values(cluster.workers ?? {}).filter(worker => worker?.isDead() === false)
    const ended = running.map(worker => new Promise(resolve => worker?.once('exit', resolve)))
    for (const worker of running) worker?.process.kill('SIGTERM')
    await Promise.all(ended)
  }

  async function isReadyInTime(number: number, { worker, isReady }: Child): Promise<boolean> {
    return withinTime(isReady, startSeconds).catch(() => {
      process.stderr.write(`trilho: process ${number} was not ready within ${startSeconds} s, and is ended\n`)
      worker?.process.kill('SIGTERM')
      return false
    })
  }

  /** A child of another release may not know the message; then it is stopped by SIGTERM, as at shutdown. */
  async function letGo({ worker, ended }: Child): Promise<void> {
    const end = () => worker?.process.kill('SIGTERM')
    worker?.send(followed, error => error !== null && end())
    await withinTime(ended, endSeconds).catch(end)
  }

  /** One at a time: each replacement is ready before its predecessor stops. */
  async function rollAll(): Promise<void> {
    for (const number of children.keys()) {
      if (life.isEnding()) return
      const next = fork(number)
      if (!(await isReadyInTime(number, next)))
        return void process.stderr.write(`trilho: process ${number} did not start anew: the one before goes on\n`)
      const old = children.get(number)
      void keep(number, next)
      if (old !== undefined) await letGo(old)
    }
    process.stderr.write(`trilho: ${children.size} processes were replaced\n`)
  }

  life.onEnd(endAll)
  gatherMetrics(() =>
    [...children].flatMap(([number, { worker, isServing }]) =>
      worker !== null && isServing ? { number, worker } : [],
    ),
  )
  // The first alone, so that a fault that all would have is reported once.
  if (await keep(1)) await Promise.all(Array.from({ length: count - 1 }, (_, i) => keep(i + 2)))
  else await life.end(1, whyNotStarted(await children.get(1)?.ended))
  // From now on dead processes are replaced, also during the start.
  started.resolve()
  let rolling = started.promise
  return () => (rolling = rolling.then(rollAll))
}
