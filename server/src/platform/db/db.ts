import { setTimeout as delay } from 'node:timers/promises'
import { fairSlots } from '../lib/fair-queue.ts'
import { type Row, fromCamel } from './answer.ts'
import type { Connection } from './connection.ts'
import { type Silence, connectionPool } from './connections.ts'
import { DatabaseFault, isStalePlan, isWorthRepeating } from './database-faults.ts'
import { limits, longWorkSlots, longer, reportSlots } from './limits.ts'
import { type Listening, listenTo } from './listen.ts'
import { type SentQuery, Query, type Value, dropPrepared, part } from './query.ts'

type SqlTag = {
  <Rows extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: Value[]): Query<Rows>
  /** SQL text of the program itself: never anything that came from outside. */
  unsafe: <Rows extends readonly object[] = Row[]>(text: string) => Query<Rows>
  /** What the first connection found out about the database. */
  readonly database: Database
}

/** Inside a transaction. Queries that are not awaited one by one are sent together. */
export type Tx = SqlTag & { readonly isTransaction: true }

/** The database, with SQL as tagged templates. Inside a transaction it is a `Tx`. */
export type Sql = SqlTag & {
  /**
   * One transaction: committed when `work` resolves, rolled back when it throws. `work` runs again after a deadlock or
   * a serialization failure, so its other effects must be repeatable. `lockMs` limits the wait for locked rows.
   */
  begin: <Result>(work: Work<Result>, options?: { lockMs?: number }) => Promise<Result>
  /** Receives `notify` from now on, also after the connection was lost. Rejects if the first connection fails. */
  listen: (channel: string, onPayload: (payload: string) => void) => Promise<void>
  notify: (channel: string, payload: string) => Promise<void>
  /** Whether a write was refused because the disk was full, and no write has been tried since. */
  met: { noRoom: boolean }
  /** The same database for long reads of one merchant: on separate connections, of which each merchant has a share. */
  reportsOf: (merchantId: string) => Sql
  /** The same database with time limits for long work, on two connections of its own. */
  longWork: () => Sql
  /** Lets running queries finish, for a few seconds at most, and closes all connections. */
  end: () => Promise<void>
}

type Work<Result> = (tx: Tx) => Result | Promise<Result>
type Pool = ReturnType<typeof connectionPool>
type Database = {
  /** Whether the rows of merchants are distributed over several nodes. False until it is known. */
  isDistributed: boolean
  isKnown: boolean
}
type Options = {
  connections: number
  name?: string
  limits?: keyof typeof limits
  /** Multiplies the limits of requests and reports. */
  patience?: number
}

const mostTries = 5
const longestPauseMs = 20
const endPatienceMs = 5_000

export function openDatabase(
  url: string,
  { connections, name = 'trilho', limits: which = 'requests', patience = 1 }: Options,
): Sql {
  const silence: Silence = { sinceMs: null }
  const own = longer(limits[which], patience)
  const forReading = longer(limits.reports, patience)
  const pool = connectionPool({ url, most: connections, name, limits: own, silence })
  const listening: Listening[] = []
  const met = { noRoom: false }
  const database = databaseAt(url)
  let forLongWork: Sql | null = null
  let forReports: { pool: Pool; inSlot: ReturnType<typeof fairSlots> } | null = null

  const sendAlone = (query: SentQuery, by = pool) =>
    repeating(met, async () => {
      const connection = await by.take()
      try {
        if (!database.isKnown) await detectCitus(connection, database)
        return await connection.send(query)
      } finally {
        by.give(connection)
      }
    })

  async function runOnce<Result>(work: Work<Result>, lockMs?: number, by = pool): Promise<Result> {
    const connection = await by.take()
    let refused: unknown
    const send = (query: SentQuery) => {
      const answer = connection.send(query)
      answer.catch((error: unknown) => (refused ??= error))
      return answer
    }
    try {
      if (!database.isKnown) await detectCitus(connection, database)
      for (const text of beginning(lockMs)) send(plain(text)).catch(() => {})
      const result = await work(Object.assign(sqlTag(send, database), { isTransaction: true as const }))
      // A query that was not awaited may have failed: PostgreSQL then responds to the commit with a rollback.
      const { command } = await connection.send(plain('commit'))
      if (refused !== undefined || command !== 'COMMIT') throw refused ?? new Error('the transaction was undone')
      return result
    } catch (error) {
      await connection.send(plain('rollback')).catch(() => {})
      throw refused !== undefined && isConsequence(error) ? refused : error
    } finally {
      by.give(connection)
    }
  }

  /** On a distributed database the lock timeout is set per node, and reference tables need one connection per node. */
  function beginning(lockMs: number | undefined): string[] {
    if (!database.isDistributed) return [lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockMs}`]
    const timeout = `set local lock_timeout = ${lockMs ?? own.lockMs}`
    const oneEach = `set local citus.multi_shard_modify_mode = 'sequential'`
    return ['begin', oneEach, `set local citus.propagate_set_commands = 'local'`, timeout]
  }

  const sql: Sql = Object.assign(sqlTag(sendAlone, database), {
    met,
    begin: <Result>(work: Work<Result>, { lockMs }: { lockMs?: number } = {}) =>
      repeating(met, () => runOnce(work, lockMs)),
    async listen(channel: string, onPayload: (payload: string) => void) {
      const one = listenTo({ url, name, channel, onPayload })
      listening.push(one)
      await one.begun
    },
    async notify(channel: string, payload: string) {
      await sqlTag(sendAlone, database)`select pg_notify(${channel}, ${payload})`
    },
    reportsOf(merchantId: string) {
      forReports ??= {
        pool: connectionPool({ url, most: reportSlots.most, name, limits: forReading, silence }),
        inSlot: fairSlots({
          ...reportSlots,
          waitMs: forReading.freeConnectionMs,
          timedOut: () => new DatabaseFault('databaseCrowded'),
        }),
      }
      const { pool: by, inSlot } = forReports
      const begin = <Result>(work: Work<Result>, { lockMs }: { lockMs?: number } = {}) =>
        inSlot(merchantId, () => repeating(met, () => runOnce(work, lockMs, by)))
      const spoken = sqlTag(query => inSlot(merchantId, () => sendAlone(query, by)), database)
      return Object.assign(spoken, { ...sql, begin, unsafe: spoken.unsafe })
    },
    longWork() {
      if (which === 'longWork') return sql
      return (forLongWork ??= openDatabase(url, { connections: longWorkSlots, name, limits: 'longWork' }))
    },
    async end() {
      await Promise.all([
        ...listening.map(one => one.stop()),
        pool.close(endPatienceMs),
        forReports?.pool.close(endPatienceMs),
        forLongWork?.end(),
      ])
    },
  })
  return sql
}

const sqlTag = (send: ConstructorParameters<typeof Query>[2], database: Database): SqlTag =>
  Object.assign(
    <Rows extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: Value[]) =>
      new Query<Rows>(texts, values, send),
    {
      unsafe: <Rows extends readonly object[] = Row[]>(text: string) => new Query<Rows>([text], [], send),
      database,
    },
  )

const databases = new Map<string, Database>()

function databaseAt(url: string): Database {
  const known = databases.get(url) ?? { isDistributed: false, isKnown: false }
  databases.set(url, known)
  return known
}

async function detectCitus(connection: Connection, database: Database): Promise<void> {
  const [citus] = await connection.send(plain(`select 1 as found from pg_extension where extname = 'citus'`))
  database.isDistributed = citus !== undefined
  database.isKnown = true
}

const plain = (text: string): SentQuery => ({ text, values: [], isPrepared: false })

/** Repeats, a few times and after short pauses, what PostgreSQL rolled back because of another transaction. */
async function repeating<Result>(met: Sql['met'], act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await act()
    } catch (error) {
      if (error instanceof DatabaseFault && error.kind === 'databaseFull') met.noRoom = true
      if (!isWorthRepeating(error) || tries >= mostTries) throw error
      if (isStalePlan(error)) dropPrepared()
      await delay(Math.random() * longestPauseMs)
    }
}

/** "The transaction is aborted": the error that aborted it says more. */
const isConsequence = (error: unknown): boolean => (error as { code?: string } | null)?.code === '25P02'

/** For long reads of a merchant: payments do not wait for them, and each merchant has its share. */
export const forReports = <Needs extends { sql: Sql }>(needs: Needs, merchantId: string): Needs => ({
  ...needs,
  sql: needs.sql.reportsOf(merchantId),
})

/** Rejects when the database cannot be reached. */
export const checkDatabase = (sql: Sql) => sql`select 1`

/** Many rows as one parameter for `json_populate_recordset`; missing columns are null. `common`: added to each. */
export const rows = (items: readonly object[], common?: Fields): string =>
  JSON.stringify(items.map(item => toColumns(item, common)))

/** Many rows of a table, for a query to read. Values that all of them share are sent and parsed once. */
export function recordset(table: string, items: readonly object[]): Value {
  const shared = sharedBy(items)
  const own = JSON.stringify(items.map(item => toColumns(item, {}, shared)))
  const json = [`json_populate_recordset(json_populate_record(null::${table}, `, '::text::json), ', '::text::json)']
  return part(json, JSON.stringify(toColumns(shared)), own)
}

type Fields = Record<string, unknown>

function sharedBy(items: readonly object[]): Fields {
  const [first, ...others] = items as readonly Fields[]
  const shared: Fields = {}
  if (others.length === 0) return shared
  for (const key in first) {
    const value = first[key]
    if (value !== null && others.every(other => other[key] === value)) shared[key] = value
  }
  return shared
}

const columnNames = new Map<string, string>()

function toColumns(item: object, common?: Fields, without: Fields = {}) {
  const columns: Fields = { ...common }
  for (const key in item) {
    const value: unknown = item[key as keyof typeof item]
    if (value === null || key in without) continue
    let column = columnNames.get(key)
    if (column === undefined) {
      column = fromCamel(key)
      columnNames.set(key, column)
    }
    columns[column] = typeof value === 'bigint' ? value.toString() : value
  }
  return columns
}
