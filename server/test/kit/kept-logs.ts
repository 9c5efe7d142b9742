import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type TestContext, inject } from 'vitest'
import { openDatabase } from '../../src/platform/db/db.ts'
import { cleanUp } from './clean-up.ts'

type Log = { name: string; read: () => string | Promise<string> }

const logs = new Set<Log>()
const mostCharacters = 200_000

/** What a server, a database or a page says: kept if a test fails while it is there, and `.ci/run` prints its last lines. */
export function keepLog(name: string, read: Log['read']): void {
  const log = { name, read }
  logs.add(log)
  cleanUp(() => logs.delete(log))
}

/** After each test: of one that failed, everything that was said, in files that begin with the test's own. */
export async function keepLogsOf({ task }: TestContext): Promise<void> {
  const folder = inject('logsFolder')
  if (folder === '' || task.result?.state !== 'fail') return
  mkdirSync(folder, { recursive: true })
  const file = relative(process.cwd(), task.file.filepath).replaceAll('/', '-')
  const sessions: Log = { name: 'sessions', read: busySessions }
  const database: Log = { name: 'database', read: () => readFileSync(inject('databaseLog'), 'utf8') }
  const all = [...logs, sessions, ...(inject('databaseLog') === '' ? [] : [database])]
  for (const [i, { name, read }] of all.entries()) {
    const text = await Promise.resolve().then(read).catch(String)
    if (text !== '') writeFileSync(join(folder, `${file}.${i + 1}-${name}.log`), text.slice(-mostCharacters))
  }
}

/** What the database was at, and what its sessions waited for. */
async function busySessions(): Promise<string> {
  const sql = openDatabase(inject('databaseUrl'), { connections: 1 })
  try {
    const sessions = await sql<{ line: string }[]>`
      select concat_ws(' ', datname, state, 'for', extract(epoch from clock_timestamp() - state_change)::int, 's,',
                       wait_event_type, wait_event, left(query, 300)) as line
        from pg_stat_activity
       where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid() order by state_change`
    return sessions.map(({ line }) => line.replaceAll(/\s+/g, ' ')).join('\n')
  } finally {
    await sql.end()
  }
}
