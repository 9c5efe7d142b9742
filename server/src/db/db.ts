import postgres from 'postgres'

/** The database. Inside a transaction the same type is called `Tx`. Both speak SQL as tagged templates. */
export type Sql = postgres.Sql<{ bigint: bigint }>
export type Tx = postgres.TransactionSql<{ bigint: bigint }>

export const openDatabase = (url: string, options: { connections: number; name?: string }): Sql =>
  postgres(url, {
    max: options.connections,
    onnotice: () => {},
    connection: { application_name: options.name ?? 'trilho', TimeZone: 'UTC' },
    types: { bigint: postgres.BigInt },
    transform: { column: { from: postgres.toCamel } },
  })

/** Rejects when the database cannot be reached. */
export const checkDatabase = (sql: Sql) => sql`select 1`

/**
 * Many rows as one parameter, for `json_populate_recordset(null::table, ${rows(…)}::text::json)`: one string to
 * send, whatever the number of rows, and columns found by name. Missing columns are null; `common` is in every row.
 */
export const rows = (items: readonly object[], common?: Record<string, unknown>): string =>
  JSON.stringify(items.map(item => toColumns(item, common)))

const columnNames = new Map<string, string>()

function toColumns(item: object, common?: Record<string, unknown>) {
  const columns: Record<string, unknown> = { ...common }
  for (const key in item) {
    const value: unknown = item[key as keyof typeof item]
    if (value === null) continue
    let column = columnNames.get(key)
    if (column === undefined) {
      column = postgres.fromCamel(key)
      columnNames.set(key, column)
    }
    columns[column] = typeof value === 'bigint' ? value.toString() : value
  }
  return columns
}

/** Data that PostgreSQL refused: the statement changed nothing, and the same data will be refused again. */
export const isDataError = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && /^(22|23)/.test(error.code)
