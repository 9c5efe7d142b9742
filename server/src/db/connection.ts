import { Client, type ClientConfig, type Connection as Wire, DatabaseError, type QueryArrayResult } from 'pg'
import { type Answer, type Row, toAnswer, types } from './answer.ts'
import { DatabaseFault, endsConnection, toFault } from './database-faults.ts'
import { type Limits, graceMs } from './limits.ts'
import { type Asked, nameOf } from './statement.ts'

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** `sslmode` as PostgreSQL itself means it: `require` encrypts, `verify-full` checks whom it speaks with. */
function withSslMode(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** Opens one session of PostgreSQL. Rejects with a `DatabaseFault`, whatever is in the way; `onLost` is told once it is over. */
export async function openClient(
  url: string,
  limits: Limits,
  name: string,
  onLost: (fault: DatabaseFault) => void,
): Promise<Client> {
  const settings: ClientConfig & { pipeline: boolean } = {
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
  const client = new Client(settings)
  // Listened to from the start: an error that nobody listens to would end the process, and it may come with the first answer.
  client.on('error', error => onLost(new DatabaseFault('databaseAway', error)))
  client.on('end', () => onLost(new DatabaseFault('databaseAway')))
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
const cut = (client: Client) => (client as unknown as { connection: Wire }).connection.stream.destroy()

/** Says goodbye, and waits a moment until PostgreSQL has let go. */
export async function hangUp(client: Client): Promise<void> {
  const timer = setTimeout(() => cut(client), 1_000)
  await client.end()
  clearTimeout(timer)
}

/** A session whose every statement ends: answered, refused, or rejected because the session was lost or fell silent. */
export async function openConnection(url: string, limits: Limits, name: string, onEnd: (ended: Connection) => void) {
  const underWay = new Set<(fault: DatabaseFault) => void>()
  let since = 0
  let ended: DatabaseFault | null = null
  let end = (fault: DatabaseFault): void => void (ended ??= fault)
  const client = await openClient(url, limits, name, fault => end(fault))
  if (ended !== null) throw ended

  const connection = {
    send({ text, values, isPrepared }: Asked): Promise<Answer<Row[]>> {
      if (ended !== null) return Promise.reject(ended)
      return new Promise((resolve, reject) => {
        if (underWay.size === 0) since = performance.now()
        underWay.add(reject)
        const name = isPrepared ? { name: nameOf(text) } : {}
        client.query(
          { text, values, ...name, rowMode: 'array' },
          (error: Error | undefined, result: QueryArrayResult) => {
            if (!underWay.delete(reject)) return
            since = performance.now()
            if (!error) return resolve(toAnswer(result))
            // What PostgreSQL did not say itself, pg says of a session that is over.
            const fault = error instanceof DatabaseError ? toFault(error) : new DatabaseFault('databaseAway', error)
            reject(fault)
            if (fault instanceof DatabaseFault && endsConnection(fault.kind)) end(fault)
          },
        )
      })
    },
    /** Ends the session if the oldest of its statements should have been answered long ago. */
    endIfSilent(now: number) {
      if (underWay.size > 0 && now - since > limits.statementMs + graceMs) end(new DatabaseFault('databaseSilent'))
    },
    async close() {
      if (ended !== null) return
      ended = new DatabaseFault('databaseAway')
      onEnd(connection)
      await hangUp(client)
    },
  }
  end = fault => {
    if (ended !== null) return
    ended = fault
    cut(client)
    onEnd(connection)
    for (const reject of underWay) reject(fault)
    underWay.clear()
  }
  return connection
}
