import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Runs a line of shell once this process has ended, however it ended: when a run is killed, or a file fails before its
 * tests begin, no cleanup would run. Returns a function that cancels it.
 */
export function onceWeEnd(script: string, ...words: string[]): () => void {
  // Its stdin closes with this process. It has its own session, so a signal that kills this process does not kill it.
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

/** Stops a process and its process group, and kills them if they do not stop. */
export const endOnceWeEnd = (pid: number): (() => void) =>
  onceWeEnd(`kill -TERM "-$1" "$1"; sleep ${graceSeconds}; kill -KILL "-$1" "$1"`, `${pid}`)

/** The processes that a process has started and left running. */
export function killGroup(pid: number): void {
  try {
    // 0, if nothing could be started, would be our own group.
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left running.
  }
}

/** A PostgreSQL whose folder is deleted exits within a minute, so none is left running. */
export const removeOnceWeEnd = (folder: string): (() => void) =>
  onceWeEnd(`sleep ${graceSeconds + 1}; rm -rf -- "$1"`, folder)
