import pg from 'pg'
import { type Answer, type Row, toAnswer, types } from './answer.ts'
import { DatabaseFault, endsConnection, toFault } from './database-faults.ts'
import { type Limits, graceMs } from './limits.ts'
import type { Asked } from './statement.ts'

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** `sslmode` as PostgreSQL itself means it: `require` encrypts, `verify-full` checks whom it speaks with. */
function withSslMode(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** Opens one session of PostgreSQL. Rejects with a `DatabaseFault`, whatever is in the way. */
export async function openClient(url: string, limits: Limits, name: string): Promise<pg.Client> {
  const settings: pg.ClientConfig & { pipeline: boolean } = {
    connectionString: withSslMode(url),
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    options: '-c TimeZone=UTC',
    types,
    // Statements go out at once, one behind the other, without waiting for the answer of the one before.
    pipeline: true,
  }
  const client = new pg.Client(settings)
  // What happens to a connection is told by the end of it; an error nobody listens to would end the process.
  client.on('error', () => {})
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    cut(client)
  }, limits.connectMs)
  try {
    await client.connect()
    return client
  } catch (error) {
    cut(client)
    if (isLate) throw new DatabaseFault('databaseSilent')
    const fault = toFault(error)
    throw fault instanceof DatabaseFault ? fault : new DatabaseFault('databaseAway', error)
  } finally {
    clearTimeout(timer)
  }
}

/** Without a word: who does not answer would not hear it. */
const cut = (client: pg.Client) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()

/** A session whose every statement ends: answered, refused, or rejected because the session was lost or fell silent. */
export async function openConnection(url: string, limits: Limits, name: string, onEnd: (ended: Connection) => void) {
  const client = await openClient(url, limits, name)
  const underWay = new Set<(fault: DatabaseFault) => void>()
  let since = 0
  let ended: DatabaseFault | null = null

  const end = (fault: DatabaseFault) => {
    if (ended !== null) return
    ended = fault
    cut(client)
    onEnd(connection)
    for (const reject of underWay) reject(fault)
    underWay.clear()
  }

  const connection = {
    send(asked: Asked): Promise<Answer<Row[]>> {
      if (ended !== null) return Promise.reject(ended)
      return new Promise((resolve, reject) => {
        if (underWay.size === 0) since = performance.now()
        underWay.add(reject)
        client.query({ ...asked, rowMode: 'array' }, (error: Error | undefined, result: pg.QueryArrayResult) => {
          if (!underWay.delete(reject)) return
          since = performance.now()
          if (!error) return resolve(toAnswer(result))
          const fault = toFault(error)
          reject(fault)
          if (fault instanceof DatabaseFault && endsConnection(fault.kind)) end(fault)
        })
      })
    },
    /** Ends the session if the oldest of its statements should have been answered long ago. */
    endIfSilent(now: number) {
      if (underWay.size > 0 && now - since > limits.statementMs + graceMs) end(new DatabaseFault('databaseSilent'))
    },
    end: () => end(new DatabaseFault('databaseAway')),
    /** Says goodbye and waits until PostgreSQL has let go. */
    async close() {
      if (ended !== null) return
      ended = new DatabaseFault('databaseAway')
      onEnd(connection)
      await Promise.race([client.end(), new Promise(resolve => setTimeout(resolve, 1_000).unref())])
      cut(client)
    },
  }
  client.on('error', error => end(new DatabaseFault('databaseAway', error)))
  client.on('end', () => end(new DatabaseFault('databaseAway')))
  return connection
}
