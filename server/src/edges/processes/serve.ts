import { resolve } from 'node:path'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { isCopy } from '../../platform/db/recoveries.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { gatherNeeds } from '../../needs.ts'
import { addConnection } from '../../money/rails/connections.ts'
import { simulatorConnection } from '../../money/rails/simulator/simulator.ts'
import { type SandboxFile, makeDemoData } from '../sandbox/demo-data.ts'
import { makeDemoMonth } from '../sandbox/demo-month.ts'
import { prepareRecovery } from '../../operations/recovery/prepare-recovery.ts'
import { startWorkers } from '../../worker.ts'
import type { Life } from './life.ts'
import { type Place, waitForDatabase } from './prepare.ts'

const copyNotice =
  'trilho: this database is a copy: nothing is sent, no bank is asked and nothing is written. ' +
  '`npm run recovered -- --as replacement` and a restart put it in the place of the original\n'

export async function serve(config: Config, { databaseUrl, port, url }: Place, life: Life): Promise<void> {
  const sql = openDatabase(databaseUrl, {
    connections: config.DATABASE_CONNECTIONS,
    patience: config.DATABASE_PATIENCE,
  })
  life.onEnd(() => sql.end())
  await waitForDatabase(sql, life)
  const time = await databaseClock(sql)
  life.onEnd(time.follow())
  const serverSecret = await readServerSecret(sql, config)
  const needs = gatherNeeds({
    config,
    sql,
    serverSecret,
    publicUrl: () => url,
    clock: time.now,
    isCopy: await isCopy(sql),
  })
  if (needs.isCopy) process.stderr.write(copyNotice)
  await prepareRecovery(needs)
  // The first process to start creates it; the others find it.
  let sandboxFile: SandboxFile | null = null
  if (needs.isSandbox && !needs.isCopy) {
    await addConnection(needs, simulatorConnection)
    sandboxFile = await makeDemoData(needs, { folder: resolve(config.TRILHO_DATA), url })
  }
  const app = await buildApp(config, needs)
  life.onEnd(() => app.close())
  await app.listen({ port, host: config.HOST })
  const workers = startWorkers(needs, app.log, config.TRILHO_ROLE)
  // Not awaited: the server already serves requests.
  if (sandboxFile !== null && config.DEMO_MONTH === 'yes') {
    const made = makeDemoMonth(needs, sandboxFile).catch((error: unknown) => app.log.warn(error, 'no demo month'))
    life.onEnd(() => made)
  }
  // Both at once, so that no caller waits for the background work to stop.
  life.onEnd(() => Promise.all([app.drain({ isFollowed: life.isFollowed() }), workers.stop()]))
}
