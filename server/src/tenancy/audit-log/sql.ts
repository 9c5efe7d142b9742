import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Entry, type EntryContent, redactAct, sealAct } from './act.ts'

export type ListedEntry = Omit<Entry, 'previousHash' | 'hash' | 'contentHash' | 'salt' | 'isRedacted'> & {
  merchantName: string
}

export type Filter = {
  /** Null: of all merchants and the platform. */
  merchantId: string | null
  personId?: string | undefined
  act?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

type Page = { limit: number; before: { at: Date; merchantId: string; sequence: bigint } | null }

/** Newest first. Seals and lists of redacted entries are not shown: no person made them. */
export const selectNewest = (sql: Sql, filter: Filter, { limit, before }: Page) => sql<ListedEntry[]>`
  select a.sequence, a.at, a.person_id, a.person_name, a.merchant_id, merchants.name as merchant_name, a.act, a.subject,
         a.details, a.address
    from audit_entries a
    join merchants on merchants.id = a.merchant_id
   where a.act <> all(${[sealAct, redactAct]}::text[])
     ${filter.merchantId === null ? sql`` : sql`and a.merchant_id = ${filter.merchantId}`}
     ${filter.personId === undefined ? sql`` : sql`and a.person_id = ${filter.personId}`}
     ${filter.act === undefined ? sql`` : sql`and a.act = ${filter.act}`}
     ${filter.from === undefined ? sql`` : sql`and a.at >= ${filter.from}`}
     ${filter.to === undefined ? sql`` : sql`and a.at < ${filter.to}`}
     ${before === null ? sql`` : sql`and (a.at, a.merchant_id, a.sequence) < (${before.at}, ${before.merchantId}, ${before.sequence})`}
   order by a.at desc, a.merchant_id desc, a.sequence desc limit ${limit}`

export const selectEntries = (sql: Sql, merchantId: string, after: bigint, limit: number) => sql<Entry[]>`
  select * from audit_entries where merchant_id = ${merchantId} and sequence > ${after} order by sequence limit ${limit}`

export type ChainHead = Pick<Entry, 'merchantId' | 'sequence' | 'hash'> & { sealedSequence: bigint }

/** Undefined: there are no entries, or the head was removed. */
export const selectHead = async (sql: Sql, merchantId: string): Promise<ChainHead | undefined> => {
  const [head] = await sql<ChainHead[]>`select * from audit_chain_heads where merchant_id = ${merchantId}`
  return head
}

export const selectHeads = (sql: Sql, after: string, limit: number) => sql<ChainHead[]>`
  select * from audit_chain_heads where merchant_id > ${after} order by merchant_id limit ${limit}`

/** A chain that has entries and no head; undefined: there is none. */
export const selectWithoutHead = async (sql: Sql): Promise<string | undefined> => {
  const [found] = await sql<{ merchantId: string }[]>`
    select e.merchant_id from audit_entries e
     where not exists (select 1 from audit_chain_heads h where h.merchant_id = e.merchant_id) limit 1`
  return found?.merchantId
}

/** One writer at a time in each chain, so that it cannot fork. The first entry creates the head. */
export async function lockHead(tx: Tx, merchantId: string): Promise<ChainHead> {
  const find = () => tx<ChainHead[]>`select * from audit_chain_heads where merchant_id = ${merchantId} for update`
  const [known] = await find()
  if (known !== undefined) return known
  await tx`
    insert into audit_chain_heads (merchant_id, sequence, hash) values (${merchantId}, 0, '') on conflict do nothing`
  const [head] = await find()
  if (head === undefined) throw new Error(`the head of the audit chain of ${merchantId} is missing`)
  return head
}

/** Chains that have grown since they were sealed. Those being written to are left for the next time. */
export const lockUnsealed = (tx: Tx, except: string, most: number) => tx<ChainHead[]>`
  select * from audit_chain_heads where sequence > sealed_sequence and merchant_id <> ${except}
   order by merchant_id limit ${most} for update skip locked`

export const updateSealed = (tx: Tx, merchantIds: string[]) => tx`
  update audit_chain_heads set sealed_sequence = sequence where merchant_id = any(${merchantIds}::uuid[])`

export const appendEntry = (tx: Tx, entry: Entry) =>
  Promise.all([
    tx`update audit_chain_heads set sequence = ${entry.sequence}, hash = ${entry.hash} where merchant_id = ${entry.merchantId}`,
    tx`
      insert into audit_entries (merchant_id, sequence, at, person_id, person_name, act, subject, details, address,
                                 previous_hash, hash, content_hash, salt)
      values (${entry.merchantId}, ${entry.sequence}, ${entry.at}, ${entry.personId}, ${entry.personName}, ${entry.act},
              ${entry.subject}, ${JSON.stringify(entry.details)}::text::jsonb, ${entry.address}, ${entry.previousHash},
              ${entry.hash}, ${entry.contentHash}, ${entry.salt})`,
  ])

export const updateRedacted = (
  tx: Tx,
  { merchantId, sequence, ...entry }: EntryContent & Pick<Entry, 'merchantId' | 'sequence'>,
) => tx`
  update audit_entries
     set person_name = ${entry.personName}, subject = ${entry.subject}, address = ${entry.address},
         details = ${JSON.stringify(entry.details)}::text::jsonb, salt = '', is_redacted = true
   where merchant_id = ${merchantId} and sequence = ${sequence}`
