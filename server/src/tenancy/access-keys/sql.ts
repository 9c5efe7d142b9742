import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { StoredNetworks } from './networks.ts'
import type { KeyState, Overlap, Scope } from './states.ts'

export type AccessKey = {
  merchantId: string
  id: string
  secretHash: string
  state: KeyState
  scopes: Scope[]
  expiresAt: Date | null
  name: string
  /** The person who made it; null: a command or the demo data did. */
  createdBy: string | null
  createdAt: Date
  /** The owner who confirmed it, if its maker is not an owner. */
  confirmedBy: string | null
  confirmedAt: Date | null
  /** Of a Pending key that replaces another: how long the other works once this one is confirmed. */
  overlap: Overlap | null
  lastUsedAt: Date | null
  replacedBy: string | null
} & StoredNetworks

export type NewKey = Omit<AccessKey, 'lastUsedAt' | 'replacedBy' | 'confirmedBy' | 'confirmedAt'>

export const insertKey = (sql: Sql | Tx, key: NewKey) => sql`
  insert into access_keys (merchant_id, id, secret_hash, state, scopes, expires_at, name, created_by, created_at,
                           overlap, networks, loosened_networks, networks_loosened_at)
  values (${key.merchantId}, ${key.id}, ${key.secretHash}, ${key.state}, ${key.scopes}, ${key.expiresAt}, ${key.name},
          ${key.createdBy}, ${key.createdAt}, ${key.overlap}, ${key.networks}, ${key.loosenedNetworks},
          ${key.networksLoosenedAt})`

export const selectKey = async (sql: Sql, merchantId: string, id: string): Promise<AccessKey | undefined> => {
  const [key] = await sql<AccessKey[]>`select * from access_keys where merchant_id = ${merchantId} and id = ${id}`
  return key
}

/** Moves the key only from the states given, so that two changes at once cannot both happen. */
export const moveKey = async (
  sql: Sql | Tx,
  merchantId: string,
  id: string,
  { from, to }: { from: KeyState[]; to: KeyState },
): Promise<boolean> => {
  const moved = await sql`
    update access_keys set state = ${to} where merchant_id = ${merchantId} and id = ${id} and state = any(${from})`
  return moved.count === 1
}

/** Moves the key as `moveKey` does, and stores who confirmed it. */
export const moveConfirmedKey = async (
  tx: Tx,
  merchantId: string,
  id: string,
  { from, to }: { from: KeyState[]; to: KeyState },
  { by, at }: { by: string; at: Date },
): Promise<boolean> => {
  const moved = await tx`
    update access_keys set state = ${to}, confirmed_by = ${by}, confirmed_at = ${at}
     where merchant_id = ${merchantId} and id = ${id} and state = any(${from})`
  return moved.count === 1
}

export type ShownKey = Omit<AccessKey, 'secretHash'> & { createdByName: string | null; confirmedByName: string | null }

const shown = (sql: Sql) => sql`
  select k.merchant_id, k.id, k.state, k.scopes, k.expires_at, k.name, k.created_by, k.created_at, k.last_used_at,
         k.replaced_by, k.confirmed_by, k.confirmed_at, k.overlap, k.networks, k.loosened_networks,
         k.networks_loosened_at, p.name as created_by_name,
         c.name as confirmed_by_name
    from access_keys k left join people p on p.id = k.created_by left join people c on c.id = k.confirmed_by`

export const selectShownKey = async (sql: Sql, merchantId: string, id: string): Promise<ShownKey | undefined> => {
  const [key] = await sql<ShownKey[]>`${shown(sql)} where k.merchant_id = ${merchantId} and k.id = ${id}`
  return key
}

type Page = { inUseAt: Date | null; madeBy: string | undefined; beforeId: string | undefined; limit: number }

/** Newest first; with `inUseAt` only those that can log in at that time or wait for an owner. */
export const selectShownKeys = (sql: Sql, merchantId: string, { inUseAt, madeBy, beforeId, limit }: Page) => sql<
  ShownKey[]
>`
  ${shown(sql)}
   where k.merchant_id = ${merchantId}
     ${inUseAt === null ? sql`` : sql`and k.state <> 'Revoked' and (k.expires_at is null or k.expires_at > ${inUseAt})`}
     ${madeBy === undefined ? sql`` : sql`and k.created_by = ${madeBy}`}
     ${beforeId === undefined ? sql`` : sql`and k.id < ${beforeId}`}
   order by k.id desc limit ${limit}`

/** Locks the key until commit: of two rotations at once the second sees the first. */
export const lockKey = async (tx: Tx, merchantId: string, id: string): Promise<AccessKey | undefined> => {
  const [key] = await tx<AccessKey[]>`
    select * from access_keys where merchant_id = ${merchantId} and id = ${id} for update`
  return key
}

export const updateNetworks = (tx: Tx, merchantId: string, id: string, stored: StoredNetworks) => tx`
  update access_keys
     set networks = ${stored.networks}, loosened_networks = ${stored.loosenedNetworks},
         networks_loosened_at = ${stored.networksLoosenedAt}
   where merchant_id = ${merchantId} and id = ${id}`

export const updateReplacedBy = (tx: Tx, merchantId: string, id: string, by: string | null) => tx`
  update access_keys set replaced_by = ${by} where merchant_id = ${merchantId} and id = ${id}`

export const updateExpiresAt = (tx: Tx, merchantId: string, id: string, expiresAt: Date) => tx`
  update access_keys set expires_at = ${expiresAt} where merchant_id = ${merchantId} and id = ${id}`

export const lockReplaced = async (tx: Tx, merchantId: string, by: string): Promise<AccessKey | undefined> => {
  const [key] = await tx<AccessKey[]>`
    select * from access_keys where merchant_id = ${merchantId} and replaced_by = ${by} for update`
  return key
}

export type KeyUse = { merchantId: string; id: string; usedAt: Date }

/** Locks in the order of ids, so that two processes that write the same keys do not deadlock. */
export const updateLastUses = (sql: Sql, uses: KeyUse[]) =>
  perMerchant(
    sql,
    uses,
    (some, own, by) => by`
      with used as materialized (
        select k.merchant_id, k.id, u.used_at
          from json_to_recordset(${rows(some)}::text::json) as u(merchant_id uuid, id uuid, used_at timestamptz)
          join access_keys k on k.merchant_id = u.merchant_id and k.id = u.id ${own.tenantFilter('k.merchant_id')}
         order by k.merchant_id, k.id
           for no key update of k)
      update access_keys k set last_used_at = greatest(k.last_used_at, used.used_at)
        from used where k.merchant_id = used.merchant_id and k.id = used.id ${own.tenantFilter('k.merchant_id')}`,
  )
