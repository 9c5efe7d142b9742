import type { Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'

/** A row of `balance_proofs`. */
export type Proof = {
  connectionId: string
  day: Day
  at: Date
  state: 'Running' | 'Equal' | 'Gap'
  /** The comparisons that count. */
  attempts: number
  /** While it is running, only where payments in flight explain the difference. */
  bankAmount: Micros | null
  booksAmount: Micros | null
  /** What payments in flight explain of the difference, and what nothing explains. While it is running: on what all attempts agree. */
  inFlight: Micros | null
  gap: Micros | null
  /** Who entered the bank's figure; null: the bank was asked. */
  enteredBy: string | null
}

type Taking = { connectionId: string; day: Day; now: Date; triedBefore: Date }

/** What the attempts before have found; `awaits`: ids of the payments that were in flight. */
export type Taken = Pick<Proof, 'connectionId' | 'day' | 'attempts' | 'inFlight'> & { awaits: string[] }

/** Leases the proof of a day to one worker; null: it is made, or somebody makes it. */
export const takeProof = async (sql: Sql, { connectionId, day, now, triedBefore }: Taking) => {
  const [taken] = await sql<Pick<Taken, 'attempts' | 'inFlight' | 'awaits'>[]>`
    insert into balance_proofs (connection_id, day, at, state, attempts)
    values (${connectionId}, ${day}, ${now}, 'Running', 0)
        on conflict (connection_id, day) do update set at = excluded.at
     where balance_proofs.state = 'Running' and balance_proofs.at <= ${triedBefore}
    returning attempts, in_flight, awaits`
  return taken ?? null
}

type Running = Taken & Pick<Proof, 'bankAmount' | 'booksAmount'>

export const updateRunning = async (sql: Sql, p: Running): Promise<void> => {
  await sql`
    update balance_proofs
       set attempts = ${p.attempts}, bank_amount = ${p.bankAmount}, books_amount = ${p.booksAmount},
           in_flight = ${p.inFlight}, awaits = ${p.awaits}
     where connection_id = ${p.connectionId} and day = ${p.day} and state = 'Running'`
}

/** A gap stays one. */
export const upsertRunning = (tx: Tx, p: Running & { at: Date }) => tx`
  insert into balance_proofs (connection_id, day, at, state, attempts, bank_amount, books_amount, in_flight, awaits)
  values (${p.connectionId}, ${p.day}, ${p.at}, 'Running', ${p.attempts}, ${p.bankAmount}, ${p.booksAmount}, ${p.inFlight},
          ${p.awaits})
      on conflict (connection_id, day) do update
     set at = excluded.at, state = excluded.state, attempts = excluded.attempts, bank_amount = excluded.bank_amount,
         books_amount = excluded.books_amount, in_flight = excluded.in_flight, gap = null, entered_by = null,
         awaits = excluded.awaits
   where balance_proofs.state <> 'Gap'`

/** Banks of which this day is not proved. The day before is reconciled first, so that what it lacked is booked. */
export const selectUnproved = (sql: Sql, { day, dayBefore, start }: { day: Day; dayBefore: Day; start: Date }) => sql<
  { id: string }[]
>`
  select c.id from bank_connections c
   where c.sealed_settings is not null and c.paused_at is null
     and (c.created_at >= ${start} or exists (
            select 1 from reconciliations r
             where r.connection_id = c.id and r.day = ${dayBefore} and r.state <> 'Running'))
     and not exists (
           select 1 from balance_proofs p
            where p.connection_id = c.id and p.day = ${day} and p.state <> 'Running')
   order by c.id`

export const upsertProof = (tx: Tx, p: Proof) => tx`
  insert into balance_proofs (connection_id, day, at, state, attempts, bank_amount, books_amount, in_flight, gap, entered_by)
  values (${p.connectionId}, ${p.day}, ${p.at}, ${p.state}, ${p.attempts}, ${p.bankAmount}, ${p.booksAmount},
          ${p.inFlight}, ${p.gap}, ${p.enteredBy})
      on conflict (connection_id, day) do update
     set at = excluded.at, state = excluded.state, attempts = excluded.attempts, bank_amount = excluded.bank_amount,
         books_amount = excluded.books_amount, in_flight = excluded.in_flight, gap = excluded.gap,
         entered_by = excluded.entered_by, awaits = '{}'`

/** Those that have figures, newest first. */
export const selectProofs = (sql: Sql, connectionId: string, most: number) => sql<Proof[]>`
  select connection_id, day::text as day, at, state, attempts, bank_amount, books_amount, in_flight, gap, entered_by
    from balance_proofs where connection_id = ${connectionId} and bank_amount is not null
   order by balance_proofs.day desc limit ${most}`

/** The last finished proof of each bank. */
export const selectLastProofs = (sql: Sql) => sql<Pick<Proof, 'connectionId' | 'at' | 'gap'>[]>`
  select distinct on (connection_id) connection_id, at, gap from balance_proofs
   where state <> 'Running' order by connection_id, balance_proofs.day desc`

/** The last finished proof of a bank. */
export const selectLastProof = async (sql: Sql | Tx, connectionId: string) => {
  const [last] = await sql<Pick<Proof, 'at' | 'gap'>[]>`
    select at, gap from balance_proofs where connection_id = ${connectionId} and state <> 'Running'
     order by balance_proofs.day desc limit 1`
  return last
}

export const hasProof = async (sql: Sql | Tx, connectionId: string): Promise<boolean> =>
  (await sql`select 1 from balance_proofs where connection_id = ${connectionId} and state <> 'Running' limit 1`)
    .length > 0

export type BooksOfBank = {
  amount: Micros
  isUnused: boolean
  /** What postings since a moment moved, and what unfinished orders will take; amounts as texts of JSON. */
  moving: { id: string; amount: string }[]
}

/**
 * What the books say that connections hold, with what moves at this moment, all of one snapshot: what is summed up
 * (`connection_balances`) and the postings after it.
 */
export const selectBooks = async (sql: Sql, ids: string[], since: Date): Promise<BooksOfBank> => {
  const [books] = await sql<BooksOfBank[]>`
    with tail as materialized (
      select p.bank
        from balances b
        left join volume_marks m on m.merchant_id = b.merchant_id
        join postings p on p.merchant_id = b.merchant_id and p.sequence > coalesce(m.sequence, 0)
        left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
        left join adjustments a on a.merchant_id = p.merchant_id and a.sequence = p.sequence
       where b.postings > coalesce(m.sequence, 0) and p.bank <> 0
         and coalesce(t.connection_id, a.connection_id) = any(${ids}::uuid[])),
    recent as materialized (
      select p.merchant_id || '/' || p.sequence as id, -p.bank as amount
        from balances b
        join postings p on p.merchant_id = b.merchant_id and p.posted_at >= ${since}
        left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
       where b.posted_at >= ${since} and p.bank <> 0 and t.connection_id = any(${ids}::uuid[])),
    leaving as materialized (
      select o.id::text as id, case when o.kind = 'settlement' then -t.paid_amount else coalesce(r.amount, t.amount) end as amount
        from bank_orders o
        join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
        left join refunds r on r.merchant_id = o.merchant_id and r.transaction_id = o.transaction_id and r.id = o.subject
       where o.connection_id = any(${ids}::uuid[]) and o.kind in ('payout', 'return', 'settlement') and o.attempts > 0),
    summed as materialized (
      select amount from connection_balances where connection_id = any(${ids}::uuid[]))
    select (coalesce((select sum(amount) from summed), 0) - coalesce((select sum(bank) from tail), 0))::bigint as amount,
           not exists (select 1 from summed) and not exists (select 1 from tail) as is_unused,
           coalesce((
             select json_agg(json_build_object('id', id, 'amount', amount::text))
               from (select id, amount from recent union all select id, amount from leaving) moving), '[]') as moving`
  return books ?? { amount: 0n, isUnused: true, moving: [] }
}
