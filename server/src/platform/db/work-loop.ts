import { reportIfDefect } from './defects.ts'
import { safeText } from '../lib/log.ts'
import { Unavailable } from '../lib/within-time.ts'

/** Background work: `step` does what is due and returns how much it did. */
export type Work = {
  name: string
  idleMs: number
  step: () => Promise<number>
  /** What else than time can start the next step. */
  wokenBy?: (wake: () => void) => void
}

const report = reportIfDefect('background work', undefined)

export type WorkLog = { error: (fields: object, message: string) => void }

/**
 * Repeats a step: at once while there is something to do, else after `idleMs` or when woken. One step at a time. A step
 * that throws is logged and retried after a pause, so that a database restart stops nothing for good.
 */
export function startWork({ name, idleMs, step, wokenBy }: Work, log: WorkLog) {
  let stopped = false
  let wake: () => void = () => {}
  let wokenMeanwhile = false

  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      if (stopped || wokenMeanwhile) return resolve()
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const running = (async () => {
    while (!stopped) {
      wokenMeanwhile = false
      try {
        if ((await step()) === 0) await pause(idleMs)
      } catch (error) {
        report(error)
        log.error({ work: name, fault: safeText(error instanceof Unavailable ? error.message : error) }, 'work')
        await pause(1_000)
      }
    }
  })()

  const wakeUp = () => {
    wokenMeanwhile = true
    wake()
  }
  wokenBy?.(wakeUp)

  return {
    wake: wakeUp,
    /** Lets the running step finish. */
    stop: async () => {
      stopped = true
      wake()
      await running
    },
  }
}
