import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { gatherMetrics } from '../lib/metrics-of-all.ts'
import type { Life } from './life.ts'

const firstPauseMs = 250
const longestPauseMs = 5_000
/** Who has lived so long did not die of its start. */
const wellAfterMs = 30_000

type Child = { worker: Worker; isServing: boolean; isReady: Promise<boolean>; ended: Promise<void> }

/**
 * Keeps so many processes serving behind one port, the first of them with the work in between. All take connections from
 * one queue, which the parent holds open: whoever is free takes the next, and none is lost when a process ends. (Handed
 * round by the parent they would be spread more evenly, but one that is on its way to a process that dies would hang.)
 */
export async function runProcesses(config: Config, count: number, life: Life): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const children = new Map<number, Child>()
  const roleOf = (place: number) => (place > 0 && config.TRILHO_ROLE === 'all' ? 'api' : config.TRILHO_ROLE)

  function fork(place: number): Child {
    const { DATABASE_URL, PORT, PUBLIC_URL } = config
    const settings = { DATABASE_URL, PORT, PUBLIC_URL, TRILHO_ROLE: roleOf(place) }
    const worker = cluster.fork(settings)
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    const said = new Promise<void>(resolve => worker.on('message', message => message === 'ready' && resolve()))
    const child: Child = {
      worker,
      isServing: false,
      isReady: Promise.race([said, ended]).then(() => child.isServing),
      ended,
    }
    void said.then(() => (child.isServing = true))
    void ended.then(() => (child.isServing = false))
    return child
  }

  /** Starts one and starts another whenever it ends by itself. */
  async function keep(place: number): Promise<boolean> {
    const child = fork(place)
    const sinceMs = performance.now()
    children.set(place, child)
    void child.ended.then(() => replaceDead(place, child, performance.now() - sinceMs))
    return child.isReady
  }

  let pauseMs = firstPauseMs
  async function replaceDead(place: number, child: Child, livedMs: number): Promise<void> {
    if (children.get(place) !== child || life.isEnding() || !isStarted) return
    const { exitCode, signalCode } = child.worker.process
    process.stderr.write(`trilho: process ${place + 1} ended (${signalCode ?? exitCode}): another is started\n`)
    pauseMs = livedMs > wellAfterMs ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2)
    await delay(pauseMs)
    if (!life.isEnding() && children.get(place) === child) await keep(place)
  }

  /** Also those that are being replaced just now. */
  async function endAll(): Promise<void> {
    const ended = Object.values(cluster.workers ?? {}).map(worker => {
      worker?.process.kill('SIGTERM')
      return new Promise(resolve => worker?.once('exit', resolve))
    })
    await Promise.all(ended)
  }

  /** One after the other: the next is there before the last one goes. */
  let rolling = Promise.resolve()
  async function rollAll(): Promise<void> {
    for (const place of children.keys()) {
      const old = children.get(place)
      if (old === undefined || life.isEnding()) return
      if (!(await keep(place))) {
        children.set(place, old)
        return void process.stderr.write(`trilho: process ${place + 1} did not start anew: the one before goes on\n`)
      }
      old.worker.process.kill('SIGTERM')
      await old.ended
    }
    process.stderr.write(`trilho: ${children.size} processes were replaced\n`)
  }

  let isStarted = false
  life.onEnd(endAll)
  gatherMetrics(() =>
    Array.from(children, ([place, child]) => ({ number: place + 1, ...child })).filter(child => child.isServing),
  )
  // The first alone: what every one would fail of is said once.
  for (let place = 0; place < count; place++) if (!(await keep(place)) && !life.isEnding()) return life.end(1)
  isStarted = true
  process.on('SIGHUP', () => void (rolling = rolling.then(rollAll)))
}
