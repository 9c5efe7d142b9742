import { Client, type ClientConfig, type Connection as Wire, DatabaseError, type QueryArrayResult } from 'pg'
import { type Answer, type Row, toAnswer, types } from './answer.ts'
import { DatabaseFault, endsConnection, toFault } from './database-faults.ts'
import { hostsInOrder, isReplaced, rememberHost } from './hosts.ts'
import { type Limits, graceMs } from './limits.ts'
import { type SentQuery, nameOf } from './query.ts'
import { isUnsupported, timelineText } from './timeline.ts'

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** Opens a session on the first server that accepts writes, else rejects with a `DatabaseFault`. */
export async function openClient(
  url: string,
  limits: Limits,
  name: string,
  onLost: (fault: DatabaseFault) => void,
): Promise<Client> {
  let fault: unknown
  const hosts = hostsInOrder(url)
  for (const host of hosts) {
    let isPassedOver = false
    try {
      // We close a connection to a standby ourselves: that must not be reported as a loss of the session.
      const lost = (why: DatabaseFault) => isPassedOver || onLost(why)
      const { client, isCopy, timeline } = await openSession(host, limits, name, lost, { among: hosts.length })
      if (!isCopy && !isReplaced(url, timeline)) {
        rememberHost(url, host, timeline)
        return client
      }
      isPassedOver = true
      cut(client)
      const why = isCopy ? 'it is a copy of another server' : 'another server was promoted in its place'
      fault ??= new DatabaseFault('databaseReadOnly', new Error(why))
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

/** A session on this one server, whether or not it is a standby. */
export async function openSession(
  host: string,
  limits: Limits,
  name: string,
  onLost: (fault: DatabaseFault) => void,
  { among = 1 } = {},
): Promise<{ client: Client; isCopy: boolean; timeline: number | null }> {
  const settings: ClientConfig & { pipeline: boolean } = {
    connectionString: host,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    statement_timeout: limits.queryMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // On a distributed database, a query over all merchants uses one connection per node instead of one per shard,
    // because most of those would be opened for that query alone. A single PostgreSQL ignores the setting.
    options: '-c TimeZone=UTC -c citus.max_adaptive_executor_pool_size=1',
    types,
    // Pipelining: a query is sent without waiting for the response to the previous one.
    pipeline: true,
  }
  const client = new Client(settings)
  let lost: DatabaseFault | null = null
  let reportLoss = (fault: DatabaseFault): void => void (lost ??= fault)
  // Registered at once: an `error` event without a listener ends the process, and it can come with the first response.
  client.on('error', error => reportLoss(new DatabaseFault('databaseAway', error)))
  client.on('end', () => reportLoss(new DatabaseFault('databaseAway')))
  let isCopy = false
  wireOf(client).on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === 'in_hot_standby') isCopy = parameterValue === 'on'
  })
  let isLate = false
  let dueAt = performance.now() + limits.connectMs
  // This process was blocked and has not read the response yet, so the time limit starts again.
  const timer = setInterval(() => {
    const now = performance.now()
    isLate ||= now - dueAt < heldUpMs
    dueAt = now + limits.connectMs
    if (isLate) cut(client)
  }, limits.connectMs)
  try {
    await client.connect()
    // Among several servers an old primary may have come back; its history is the shorter one.
    const timeline = among === 1 || isCopy ? null : await timelineOf(client)
    if (lost !== null) throw lost
    reportLoss = onLost
    return { client, isCopy, timeline }
  } catch (error) {
    cut(client)
    if (isLate) throw new DatabaseFault('databaseSilent')
    const fault = toFault(error)
    throw fault instanceof DatabaseFault ? fault : new DatabaseFault('databaseAway', error)
  } finally {
    clearInterval(timer)
  }
}

/** The timeline that a primary writes, which grows with each promotion; null: this service does not say. */
async function timelineOf(client: Client): Promise<number | null> {
  try {
    const { rows } = await client.query<{ timeline: number }>(`select ${timelineText} as timeline`)
    return rows[0]?.timeline ?? null
  } catch (error) {
    // It is a standby that did not say so: the first write shows it.
    if (isUnsupported(error) || (error as { code?: string }).code === '55000') return null
    throw error
  }
}

/** A timer that fires this late was delayed by this process, not by the database. */
const heldUpMs = 200

type ParameterStatus = { parameterName: string; parameterValue: string }

const wireOf = (client: Client): Wire => (client as unknown as { connection: Wire }).connection

/** Without a protocol message: a server that does not answer would not read it. */
const cut = (client: Client) => wireOf(client).stream.destroy()

/** Ends the session and waits briefly until PostgreSQL has closed it. */
export async function hangUp(client: Client): Promise<void> {
  const timer = setTimeout(() => cut(client), 1_000)
  await client.end()
  clearTimeout(timer)
}

/** A session in which every query finishes, rejected at the latest when the session is lost. */
export async function openConnection(
  url: string,
  limits: Limits,
  name: string,
  onEnd: (ended: Connection) => void,
  onResponse: () => void = () => {},
) {
  const underWay = new Set<(fault: DatabaseFault) => void>()
  let since = 0
  let ended: DatabaseFault | null = null
  let end = (fault: DatabaseFault): void => void (ended ??= fault)
  const client = await openClient(url, limits, name, fault => end(fault))
  if (ended !== null) {
    cut(client)
    throw ended
  }
  // A wait for the synchronous standby was cancelled: PostgreSQL reports a commit that the standby may not have.
  client.on('notice', ({ routine }) => routine === 'SyncRepWaitForLSN' && end(new DatabaseFault('databaseSilent')))

  const connection = {
    send({ text, values, isPrepared }: SentQuery): Promise<Answer<Row[]>> {
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
            onResponse()
            if (!error) return resolve(toAnswer(result))
            // An error that PostgreSQL did not send comes from `pg`: the session is over.
            const fault = error instanceof DatabaseError ? toFault(error) : new DatabaseFault('databaseAway', error)
            reject(fault)
            if (fault instanceof DatabaseFault && endsConnection(fault.kind)) end(fault)
          },
        )
      })
    },
    /** Ends the session if its oldest query is far beyond its time limit. */
    endIfSilent(now: number, patienceMs: number = limits.queryMs): boolean {
      const isSilent = underWay.size > 0 && now - since > patienceMs + graceMs
      if (isSilent) end(new DatabaseFault('databaseSilent'))
      return isSilent
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
