import { uuidv7 } from '../lib/uuid.ts'
import type { Sql, Tx } from './db.ts'
import { databaseOidNow, timelineNow } from './identity.ts'

/** `copy`: beside the living server, to look at. `replacement`: in its place. */
export type Role = 'copy' | 'replacement'
export const isRole = (text: string): text is Role => text === 'copy' || text === 'replacement'

/** What a bank reported for the lost time, compared with the books. */
export type ComparedBank = {
  connectionId: string
  bank: string
  at: string
  /** Why it could not be compared; null: it was. */
  fault: string | null
  received: number
  /** Null: this bank cannot list payouts. Its statement must be compared by a person. */
  sent: number | null
  mended: number
  differences: number
  /** It sends payouts and lists none: who releases it enters what its statement has. */
  listsNoPayouts?: boolean
}

/** A person compares it, by the bank's own statement: it is paused, does not answer, or does not list what it has sent. */
export const isCheckedByHand = ({ fault, sent }: ComparedBank): boolean => fault !== null || sent === null

/** A row of `recoveries`. */
export type Recovery = {
  id: string
  cause: 'backup' | 'recovered' | 'failover'
  role: Role
  /** The books have everything until then. */
  lostFrom: Date
  at: Date
  /** Since when orders that no bank can be asked about are exceptions; null: not yet. */
  preparedAt: Date | null
  nextCompareAt: Date | null
  /** Since when every bank that is not paused has been compared; null: not yet. */
  comparedAt: Date | null
  banks: ComparedBank[]
  releasedAt: Date | null
  releasedBy: string | null
  note: string | null
  /** Connections that the release has left out: nothing is sent there before a person releases them, too. */
  leftOut: string[]
}

const columns = (sql: Sql | Tx) => sql`
  id, cause, role, lost_from, at, prepared_at, next_compare_at, compared_at, banks, released_at, released_by, note,
  left_out::text[] as left_out`

/** Money is held, everywhere or at some banks. */
const isOpen = (sql: Sql | Tx) => sql`(released_at is null or left_out <> '{}')`

type Begun = Pick<Recovery, 'cause' | 'role' | 'lostFrom' | 'at'>

/** From this commit on no payout and no refund goes to a bank. One that was not released takes the earlier moment along. */
export async function beginRecovery(tx: Tx, { cause, role, lostFrom, at }: Begun): Promise<void> {
  const [open] = await tx<{ lostFrom: Date | null }[]>`
    select min(lost_from) as lost_from from recoveries where ${isOpen(tx)}`
  const earliest = open?.lostFrom && open.lostFrom < lostFrom ? open.lostFrom : lostFrom
  await tx`
    update recoveries
       set released_at = coalesce(released_at, ${at}), released_by = coalesce(released_by, 'Trilho'),
           note = coalesce(note, 'followed by another'), left_out = '{}'
     where ${isOpen(tx)}`
  await tx`
    insert into recoveries (id, cause, role, lost_from, at, next_compare_at)
    values (${uuidv7(at.getTime())}, ${cause}, ${role}, ${earliest}, ${at}, ${at})`
}

/** Null: money is not held. */
export async function readOpenRecovery(sql: Sql | Tx): Promise<Recovery | null> {
  const [row] = await sql<Recovery[]>`
    select ${columns(sql)} from recoveries where ${isOpen(sql)} order by id desc limit 1`
  return row ?? null
}

export const isCopy = async (sql: Sql): Promise<boolean> => (await readOpenRecovery(sql))?.role === 'copy'

/** Commands call banks, receivers and people, and those of a copy belong to the original. */
export async function refuseCopy(sql: Sql): Promise<void> {
  if (await isCopy(sql)) throw new Error('this database is a copy: run the command on the original')
}

/** So long after a recovery a merchant may still repeat what the books have forgotten. */
const repeatedDays = 30

export type MoneyHold = {
  /** Nothing is sent to a bank: it was not said yet that money may leave, or the PostgreSQL is another than it was. */
  isHeld: boolean
  /** What happened from then on the books may have forgotten, though a bank knows it; null: nothing. */
  forgottenFrom: Date | null
  /** When the last of these recoveries began: what was created before was in the books that were restored. */
  restoredAt: Date | null
}

/**
 * Read from the database before each payment that leaves, because money must not leave on a remembered state. `connections`:
 * the bank it goes to, and those that may have made it before, as the merchant repeats it.
 */
export async function readMoneyHold(sql: Sql | Tx, connections: readonly (string | null)[]): Promise<MoneyHold> {
  const ids = connections.filter(id => id !== null)
  const [row] = await sql<MoneyHold[]>`
    select exists (select 1 from recoveries where released_at is null or left_out && ${ids}::uuid[])
           or coalesce((select case when timeline is not null
                                    then timeline <> ${timelineNow(sql)} or database_oid is distinct from ${databaseOidNow(sql)}
                               end from platform), false)
             as is_held,
           recent.forgotten_from, recent.restored_at
      from (select min(lost_from) as forgotten_from, max(at) as restored_at from recoveries
             where at > now() - make_interval(days => ${repeatedDays})) recent`
  return row ?? { isHeld: false, forgottenFrom: null, restoredAt: null }
}

/** The connections to which nothing is sent though other money may leave. */
export async function readLeftOut(sql: Sql): Promise<string[]> {
  const [row] = await sql<{ leftOut: string[] }[]>`
    select left_out::text[] as left_out from recoveries where left_out <> '{}' limit 1`
  return row?.leftOut ?? []
}

/** Locks it until commit: of two processes that prepare, compare or release it the second finds it done. */
export async function lockOpenRecovery(tx: Tx): Promise<Recovery | null> {
  const [row] = await tx<Recovery[]>`
    select ${columns(tx)} from recoveries where ${isOpen(tx)} order by id desc limit 1 for update`
  return row ?? null
}

export const notePrepared = (tx: Tx, id: string, at: Date) => tx`
  update recoveries set prepared_at = ${at} where id = ${id}`

/** Leases the comparison of the lost time to one worker. */
export async function takeComparison(sql: Sql, now: Date, leaseUntil: Date): Promise<Recovery | null> {
  const [row] = await sql<Recovery[]>`
    update recoveries set next_compare_at = ${leaseUntil}
     where id in (select id from recoveries
                   where ${isOpen(sql)} and role = 'replacement' and prepared_at is not null
                     and next_compare_at <= ${now}
                   order by id desc limit 1 for update skip locked)
    returning ${columns(sql)}`
  return row ?? null
}

type Compared = { banks: ComparedBank[]; comparedAt: Date | null; nextCompareAt: Date }

/** A bank that was left out stays so, however it compares: only a person releases it. */
export const noteCompared = (sql: Sql, id: string, { banks, comparedAt, nextCompareAt }: Compared) => sql`
  update recoveries
     set banks = ${JSON.stringify(banks)}::text::jsonb, compared_at = ${comparedAt}, next_compare_at = ${nextCompareAt}
   where id = ${id} and ${isOpen(sql)}`

type Release = { by: string; note: string; at: Date; leftOut: string[] }

/** Who released it first, and why, stays; the audit log has every release. */
export const releaseRecovery = (tx: Tx, id: string, { by, note, at, leftOut }: Release) => tx`
  update recoveries
     set released_at = coalesce(released_at, ${at}), released_by = coalesce(released_by, ${by}),
         note = coalesce(note, ${note}), left_out = ${leftOut}::uuid[]
   where id = ${id}`
