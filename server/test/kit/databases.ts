import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../../src/platform/db/db.ts'
import { placed } from './citus.ts'

/** PostgreSQL's plan of a query on one machine is not available there. */
export const isCitus = (): boolean => inject('citusNodes').length > 0

/** One test file's own database, with the whole schema: on all nodes if the run is on Citus. */
export async function newDatabase() {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const nodes = isCitus() ? inject('citusNodes') : [inject('databaseUrl')]
  const admins = nodes.map(node => openDatabase(node, { connections: 1, limits: 'longWork' }))
  await Promise.all(
    admins.map(async admin => {
      // Copying files takes a third of the time of PostgreSQL's default, which writes every page to its log.
      await admin.unsafe(`create database ${database} template template_trilho strategy file_copy`)
      // Citus calls them unsafe because triggers on different nodes do not see each other's rows: ours need not.
      if (isCitus()) await admin.unsafe(`alter database ${database} set citus.enable_unsafe_triggers = on`)
    }),
  )
  return {
    url: placed(inject('databaseUrl'), { database }),
    drop: async () => {
      for (const admin of admins) {
        await admin.unsafe(`drop database ${database} with (force)`)
        await admin.end()
      }
    },
  }
}
