import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Entry } from './act.ts'

export type ListedEntry = Omit<Entry, 'refuses' | 'previousHash' | 'hash'> & {
  merchantName: string | null
  refusal: string | null
}

export type Filter = {
  /** Null: of all merchants, and of none. */
  merchantId: string | null
  personId?: string | undefined
  act?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

type Page = { limit: number; before: { at: Date; sequence: bigint } | null }

/** Newest first. What an entry that refuses it says is shown with the entry itself, and of what was sent again the first. */
export const selectNewest = (sql: Sql, filter: Filter, { limit, before }: Page) => sql<ListedEntry[]>`
  select a.sequence, a.at, a.person_id, a.person_name, a.merchant_id, merchants.name as merchant_name, a.act,
         coalesce(refusing.subject, a.subject) as subject, a.details, a.address, refusing.details ->> 'refusal' as refusal
    from audit_entries a
    left join audit_entries refusing on refusing.refuses = a.sequence
    left join merchants on merchants.id = a.merchant_id
   where a.refuses is null
     ${filter.merchantId === null ? sql`` : sql`and a.merchant_id = ${filter.merchantId}`}
     ${filter.personId === undefined ? sql`` : sql`and a.person_id = ${filter.personId}`}
     ${filter.act === undefined ? sql`` : sql`and a.act = ${filter.act}`}
     ${filter.from === undefined ? sql`` : sql`and a.at >= ${filter.from}`}
     ${filter.to === undefined ? sql`` : sql`and a.at < ${filter.to}`}
     ${before === null ? sql`` : sql`and (a.at, a.sequence) < (${before.at}, ${before.sequence})`}
   order by a.at desc, a.sequence desc limit ${limit}`

export const selectEntries = (sql: Sql, after: bigint, limit: number) => sql<Entry[]>`
  select * from audit_entries where sequence > ${after} order by sequence limit ${limit}`

/** Undefined: the row is gone. */
export const selectEnd = async (sql: Sql): Promise<Pick<Entry, 'sequence' | 'hash'> | undefined> => {
  const [end] = await sql<Pick<Entry, 'sequence' | 'hash'>[]>`select sequence, hash from audit_chain_head`
  return end
}

/** One writer at a time: the chain has no forks. */
export async function lockEnd(tx: Tx): Promise<Pick<Entry, 'sequence' | 'hash'>> {
  const [end] = await tx<Pick<Entry, 'sequence' | 'hash'>[]>`select sequence, hash from audit_chain_head for update`
  if (end === undefined) throw new Error('the end of the audit log is missing')
  return end
}

export const appendEntry = (tx: Tx, entry: Entry) => tx`
  with ended as (update audit_chain_head set sequence = ${entry.sequence}, hash = ${entry.hash})
  insert into audit_entries (sequence, at, person_id, person_name, merchant_id, act, subject, details, address, refuses,
                    previous_hash, hash)
  values (${entry.sequence}, ${entry.at}, ${entry.personId}, ${entry.personName}, ${entry.merchantId}, ${entry.act},
          ${entry.subject}, ${JSON.stringify(entry.details)}::text::jsonb, ${entry.address}, ${entry.refuses},
          ${entry.previousHash}, ${entry.hash})`
