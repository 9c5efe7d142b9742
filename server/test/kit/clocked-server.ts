import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { readServerSecret } from '../../src/platform/db/server-secret.ts'
import { startWork } from '../../src/platform/db/work-loop.ts'
import { gatherNeeds } from '../../src/needs.ts'
import { workOf, workOfAll } from '../../src/worker.ts'

// The server of main.ts, for tests that move the clock and kill it: `clocked-server.ts <file>`. The file has the number of
// milliseconds the clock is ahead, for all processes of a test. With `PROCESSES` it is a parent of that many, which exit
// with it.

const [file = ''] = process.argv.slice(2)
const clock = () => new Date(Date.now() + Number(readFileSync(file, 'utf8')))

/** A worker's intervals of seconds or minutes are shorter here, because time is moved by hours. */
const hastened = new Set(['ensure callback URLs', 'sweep payments', 'reconcile banks'])
const hastenedMs = 200

const config = readConfig()
if (cluster.isPrimary && config.PROCESSES > 1) await startChildren(config.PROCESSES)
else await serve()
if (cluster.isPrimary) process.stdout.write(`The ${config.TRILHO_ROLE} is ready at ${config.PUBLIC_URL}\n`)

async function startChildren(count: number): Promise<void> {
  const listening = Array.from({ length: count }, () => {
    const child = cluster.fork()
    return new Promise(resolve => child.once('listening', resolve))
  })
  await Promise.all(listening)
}

async function serve(): Promise<void> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const sql = openDatabase(config.DATABASE_URL, {
    connections: config.DATABASE_CONNECTIONS,
    patience: config.DATABASE_PATIENCE,
  })
  const serverSecret = await readServerSecret(sql, config)
  const needs = gatherNeeds({
    config,
    sql,
    serverSecret,
    publicUrl: () => config.PUBLIC_URL,
    clock,
    tokenClock: () => new Date(),
  })
  const app = await buildApp(config, needs)
  await app.listen({ port: config.PORT, host: config.HOST })
  const works = [...workOfAll(needs, app.log), ...(config.TRILHO_ROLE === 'worker' ? workOf(needs, app.log) : [])]
  for (const work of works) startWork(hastened.has(work.name) ? { ...work, idleMs: hastenedMs } : work, app.log)
}
