import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Runs a line of shell once this process has ended, however it ended: when a run is killed, or a file fails before its
 * tests begin, nobody cleans up. Answers how to call it off.
 */
export function onceWeEnd(script: string, ...words: string[]): () => void {
  // Its input ends with us. In a session of its own: what ends us does not end it.
  const waiting = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', ...words], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  waiting.unref()
  ;(waiting.stdin as Socket).unref()
  return () => void waiting.kill('SIGKILL')
}

const graceSeconds = 10

/** A process, and with it the group that it leads, is told to stop, and killed if it does not. */
export const endOnceWeEnd = (pid: number): (() => void) =>
  onceWeEnd(`kill -TERM "-$1" "$1"; sleep ${graceSeconds}; kill -KILL "-$1" "$1"`, `${pid}`)

/** What a process has started and left behind. */
export function killGroup(pid: number): void {
  try {
    // 0, where nothing could be started, would be our own group.
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left running.
  }
}

/** A PostgreSQL whose folder is gone ends itself within a minute, so that nothing is left of one that nobody stopped. */
export const removeOnceWeEnd = (folder: string): (() => void) =>
  onceWeEnd(`sleep ${graceSeconds + 1}; rm -rf -- "$1"`, folder)
