import type { Sql, Tx } from '../db/db.ts'

/** A row of `bank_connections`. */
export type Connection = {
  id: string
  name: string
  dialect: string
  isDefault: boolean
  /** How to reach the bank; null: the simulator. */
  sealedSettings: string | null
}

/** Null: the default one. */
export const selectConnection = async (sql: Sql | Tx, id: string | null): Promise<Connection | undefined> => {
  const [connection] = await sql<Connection[]>`
    select id, name, dialect, is_default, sealed_settings from bank_connections where ${id === null ? sql`is_default` : sql`id = ${id}`}`
  return connection
}

export const selectConnections = (sql: Sql) => sql<Connection[]>`
  select id, name, dialect, is_default, sealed_settings from bank_connections order by created_at, id`

/** A second default connection is not made. */
export const insertConnection = (sql: Sql, { id, name, dialect, isDefault, sealedSettings }: Connection) => sql`
  insert into bank_connections (id, name, dialect, is_default, sealed_settings)
  values (${id}, ${name}, ${dialect}, ${isDefault}, ${sealedSettings})
      on conflict do nothing`
