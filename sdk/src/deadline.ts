/**
 * The end of a call: its time is over, or its caller has aborted. `signal` ends what is going on; the holder of a deadline
 * closes it, so that no timer and no listener outlives the call.
 */
export function openDeadline(timeoutMs: number, given: AbortSignal | undefined) {
  const controller = new AbortController()
  const startedAt = performance.now()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, timeoutMs)
  const abort = () => controller.abort(given?.reason)
  given?.addEventListener('abort', abort, { once: true })
  if (given?.aborted === true) abort()
  return {
    signal: controller.signal,
    /** For a body that is read after the call: the time is over with the answer, the caller's own signal is not. */
    lasting: () => (given === undefined ? controller.signal : AbortSignal.any([controller.signal, given])),
    /** Whether the time was over, and not the caller. */
    isOver: () => isOver,
    leftMs: () => timeoutMs - (performance.now() - startedAt),
    close: () => {
      clearTimeout(timer)
      given?.removeEventListener('abort', abort)
    },
  }
}

export type Deadline = ReturnType<typeof openDeadline>

/** Waits so long, or throws the signal's reason when it ends before. */
export const wait = (ms: number, signal: AbortSignal) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<void>(resolve => (timer = setTimeout(resolve, ms)))
  return orAborted(waited, signal).finally(() => clearTimeout(timer))
}

/** What others wait for as well goes on; only this caller's waiting ends. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
