import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireKnownDatabase } from '../src/edges/processes/prepare.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openSession } from '../src/platform/db/connection.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { limits } from '../src/platform/db/limits.ts'
import { apiClient } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { copyCluster, runCluster } from './kit/own-postgres.ts'
import { openSink } from './kit/webhook-sink.ts'
import { dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'

const startServer = async (databaseUrl: string, folder: string) => {
  const server = await spawnServer({ DATABASE_URL: databaseUrl, TRILHO_DATA: folder })
  await server.ready()
  return { ...server, api: await apiClient(server.url, await readSandboxFile(folder)) }
}

test('a base backup and the archived log restore the requested point in time, and the books add up', async () => {
  const archive = await dataFolder()
  const cluster = await preparedFolder()
  const original = await runCluster(cluster, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  })
  const folder = await dataFolder()
  const sink = await openSink()
  const before = await startServer(original.address(), folder)
  const pay = async () => {
    const id = await before.api.createCashIn({ amount: '5', webhook: { url: sink.url } })
    expect((await before.api.simulate('complete', id)).status).toBe(200)
    return id
  }

  const books = openDatabase(original.address(), { connections: 1 })
  await requireKnownDatabase(books)
  await books.end()

  const beforeBackup = await pay()
  const backup = await baseBackup(original.address(), cluster)
  const afterBackup = await pay()
  const available = await before.api.availableBalance()
  const [moment] = await original.ask('select clock_timestamp()::text as at')
  const tooLate = await pay()
  // Only finished log segments are archived.
  const [piece] = await original.ask('select pg_walfile_name(pg_switch_wal()) as name')
  await original.askUntilFound(`select 1 from pg_stat_archiver where last_archived_wal >= '${String(piece?.name)}'`)
  expect(await before.kill('SIGTERM')).toBe(0)
  await original.stop()

  await writeFile(join(backup, 'postgres/recovery.signal'), '')
  const restored = await runCluster(backup, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: String(moment?.at),
    recovery_target_action: 'promote',
  })
  await restored.askUntilFound('select 1 where not pg_is_in_recovery()')
  const after = await startServer(restored.address(), folder)
  expect(await after.api.stateOf(beforeBackup)).toBe('Completed')
  expect(await after.api.stateOf(afterBackup)).toBe('Completed')
  expect((await after.api.read(tooLate)).status).toBe(404)
  expect(await after.api.availableBalance()).toBe(available)
  const sql = openDatabase(restored.address(), { connections: 1, limits: 'longWork' })
  cleanUp(() => sql.end())
  expect(await auditBooks({ sql })).toEqual([])
  // In production no server starts on it before somebody has said what it is.
  await expect(requireKnownDatabase(sql, 0)).rejects.toThrow('npm run recovered')
})

/** Replaces pg_basebackup, which is not embedded: copies the files of a running server, with start and end of the backup. */
async function baseBackup(address: string, cluster: string): Promise<string> {
  const { client } = await openSession(address, limits.longWork, 'backup', () => {})
  await client.query("select pg_backup_start('nightly', true)")
  const backup = await copyCluster(cluster, /postmaster\.(pid|opts)$|pg_wal\/.+/)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  await mkdir(join(backup, 'postgres/pg_wal'), { recursive: true })
  await writeFile(join(backup, 'postgres/backup_label'), rows[0]?.labelfile ?? '')
  return backup
}
