import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { distribute } from '../../platform/db/distribution.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { useDatabase } from '../../platform/db/use-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run distribute [-- --shards 32]`: spreads a Citus database over its nodes, repeatably, with no server running. */
try {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: '32' } } })
  const shards = Number(values.shards)
  if (!Number.isInteger(shards) || shards < 1) throw new Error(`${values.shards} is no number of shards`)
  await useDatabase(readConfig(), 'trilho distribute', async (sql, url) => {
    await migrate(url)
    if (!sql.database.isDistributed)
      throw new Error('it has no Citus: `create extension citus` and add its nodes first')
    const moved = await distribute(sql, { shards })
    say(moved.length === 0 ? 'It was distributed already.' : `Distributed ${moved.join(', ')}.`)
  })
} catch (error) {
  process.stderr.write(`trilho: the database was not distributed: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 2
}
