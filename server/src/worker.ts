import type { FastifyBaseLogger } from 'fastify'
import { type Work, startWork } from './lib/work-loop.ts'
import type { Needs } from './needs.ts'

/** The work that happens when nobody is calling. Any number of processes may do it at once: rows are claimed. */
const workOf = (_needs: Needs): Work[] => [
  // { name, idleMs, step }
]

export function startWorkers(needs: Needs, log: FastifyBaseLogger) {
  const started = workOf(needs).map(work => startWork(work, log))
  return { stop: () => Promise.all(started.map(work => work.stop())) }
}
