import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanUp } from './kit/clean-up.ts'
import { endOnceWeEnd } from './kit/once-we-end.ts'
import { childrenOf } from './kit/processes.ts'

const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

test('a run of tests that is killed leaves neither its PostgreSQL nor its workers', async () => {
  const run = spawn('npx', ['vitest', 'run', 'server/src/products/pix/create-cash-out.test.ts'], {
    stdio: 'ignore',
    detached: true,
  })
  cleanUp(endOnceWeEnd(run.pid ?? 0))
  /** The run itself is a child of npm's. */
  const main = () => childrenOf(run.pid ?? 0).flatMap(pid => childrenOf(Number(pid)))[0] ?? ''
  const started = () => (main() === '' ? [] : childrenOf(Number(main())))
  const isUp = () => started().some(pid => /postgres/.test(commandOf(pid))) && started().length > 2
  await expect.poll(isUp).toBe(true)
  const all = started()
  process.kill(Number(main()), 'SIGKILL')
  await expect.poll(() => all.filter(pid => existsSync(`/proc/${pid}`)).map(commandOf)).toEqual([])
})
