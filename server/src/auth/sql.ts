import type { Sql } from '../lib/db.ts'
import type { KeyState, Scope } from './states.ts'

export type AccessKey = {
  merchantId: string
  id: string
  secretHash: string
  state: KeyState
  scopes: Scope[]
  expiresAt: Date | null
}

export const insertKey = (sql: Sql, key: AccessKey) => sql`
  insert into access_keys (merchant_id, id, secret_hash, state, scopes, expires_at)
  values (${key.merchantId}, ${key.id}, ${key.secretHash}, ${key.state}, ${key.scopes}, ${key.expiresAt})`

export const selectKey = async (sql: Sql, merchantId: string, id: string): Promise<AccessKey | undefined> => {
  const [key] = await sql<AccessKey[]>`select * from access_keys where merchant_id = ${merchantId} and id = ${id}`
  return key
}

/** Moves the key only from the states given, so that two changes at once cannot both happen. */
export const moveKey = async (sql: Sql, merchantId: string, id: string, from: KeyState[], to: KeyState) => {
  const moved = await sql`
    update access_keys set state = ${to} where merchant_id = ${merchantId} and id = ${id} and state = any(${from})`
  return moved.count === 1
}
