import type { Sql } from '../../platform/db/db.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import { type Operation, directionOf, operationNames } from '../../money/transactions/operations.ts'
import type { State } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'

/** What the text in the search box could be; each is looked up by its own index. */
export type Lookup = {
  id: string | null
  onceKey: string | null
  endToEndId: string | null
  taxNumber: string | null
  /** Ids found by terms, or that begin with the text. */
  ids: string[]
}

export type TransactionFilter = {
  merchantId: string
  lookup: Lookup | null
  state: State | undefined
  operation: Operation | undefined
  /** Created at or after. */
  from: Date | undefined
  /** Created before. */
  until: Date | undefined
  leastAmount: Micros | undefined
  mostAmount: Micros | undefined
}

/** Where a page begins, and how many rows are read for it, so that a filter that matches little costs no more. */
type Reach = { beforeId: string | undefined; most: number }

export const selectTransactions = (sql: Sql, filter: TransactionFilter, reach: Reach & { limit: number }) => sql<
  Transaction[]
>`
  select * from (${lookedAt(sql, filter, reach)}) looked_at
   where ${matching(sql, filter)} order by id desc limit ${reach.limit}`

/** The oldest row that was read, if there may be older ones. */
export const selectEnd = async (sql: Sql, filter: TransactionFilter, reach: Reach) => {
  const [end] = await sql<Pick<Transaction, 'id' | 'createdAt'>[]>`
    select id, created_at from (${lookedAt(sql, filter, reach)}) looked_at
     order by id desc offset ${reach.most - 1} limit 1`
  return end
}

export type Sums = {
  count: number
  inAmount: Micros
  outAmount: Micros
  refundedAmount: Micros
  charges: Micros
  lookedAt: number
  oldest: Date | null
}

/** Sums over the newest rows of a filter, of what was really paid. A payout that came back costs nothing. */
export const sumUp = async (sql: Sql, filter: TransactionFilter, most: number): Promise<Sums> => {
  const isOut = sql`operation = any(${outOperations})`
  const [sums] = await sql<Sums[]>`
    select count(*) filter (where is_found)::int as count,
           coalesce(sum(paid) filter (where is_found and not is_out), 0)::bigint as in_amount,
           coalesce(sum(paid) filter (where is_found and is_out and reversed_at is null), 0)::bigint as out_amount,
           coalesce(sum(case when reversed_at is null then refunded_amount else paid end)
                    filter (where is_found and not is_out), 0)::bigint as refunded_amount,
           coalesce(sum(charges) filter (where is_found and paid is not null and not (is_out and reversed_at is not null)),
                    0)::bigint as charges,
           count(*)::int as looked_at, min(created_at) as oldest
      from (select case when completed_at is not null then coalesce(paid_amount, amount) end as paid, reversed_at,
                   refunded_amount, charges, created_at, ${isOut} as is_out, ${matching(sql, filter)} as is_found
              from (${lookedAt(sql, filter, { beforeId: undefined, most })}) looked_at) rows`
  return sums as Sums
}

const outOperations = operationNames.filter(name => directionOf(name) === 'Debit')

function lookedAt(sql: Sql, filter: TransactionFilter, { beforeId, most }: Reach) {
  const { merchantId, from, until, lookup } = filter
  // Ids contain the time of creation, so the primary key serves every period.
  const inPeriod = sql`
    merchant_id = ${merchantId}
    ${from === undefined ? sql`` : sql`and id >= ${firstUuidOf(from.getTime())}`}
    ${until === undefined ? sql`` : sql`and id < ${firstUuidOf(until.getTime())}`}
    ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}`
  const newest = sql`order by id desc limit ${most}`
  if (lookup === null)
    return sql`select * from transactions where ${inPeriod} and ${uncommonState(sql, filter.state)} ${newest}`
  return sql`
    select t.* from (
      (select id from transactions where ${inPeriod} and id = ${lookup.id})
      union
      (select id from transactions where ${inPeriod} and id = any(${lookup.ids}::uuid[]) ${newest})
      union
      (select id from transactions where ${inPeriod} and idempotency_key = ${lookup.onceKey} ${newest})
      union
      (select id from transactions where ${inPeriod} and end_to_end_id = ${lookup.endToEndId} ${newest})
      union
      (select id from transactions
        where ${inPeriod} and counterparty is not null
          and coalesce(counterparty->>'cpf', counterparty->>'cnpj') = ${lookup.taxNumber} ${newest})
      union
      (select id from transactions
        where ${inPeriod} and participant is not null
          and participant->>'taxNumber' is distinct from coalesce(counterparty->>'cpf', counterparty->>'cnpj')
          and participant->>'taxNumber' = ${lookup.taxNumber} ${newest})
      ${newest}) found
      join transactions t on t.merchant_id = ${merchantId} and t.id = found.id
     order by t.id desc`
}

/** States with a partial index, which PostgreSQL uses only if the state is in the text of the query. */
function uncommonState(sql: Sql, state: State | undefined) {
  switch (state) {
    case 'Requested':
      return sql`state = 'Requested'`
    case 'Cancelled':
      return sql`state = 'Cancelled'`
    case 'Reversed':
      return sql`state = 'Reversed'`
    case 'Refunded':
      return sql`state = 'Refunded'`
    case 'Error':
      return sql`state = 'Error'`
    case 'Created':
    case 'Registered':
    case 'ToSettle':
    case 'Completed':
    case undefined:
      return sql`true`
  }
}

const matching = (sql: Sql, { state, operation, leastAmount, mostAmount }: TransactionFilter) => sql`
  true
  ${state === undefined ? sql`` : sql`and state = ${state}`}
  ${operation === undefined ? sql`` : sql`and operation = ${operation}`}
  ${leastAmount === undefined ? sql`` : sql`and coalesce(paid_amount, amount) >= ${leastAmount}`}
  ${mostAmount === undefined ? sql`` : sql`and coalesce(paid_amount, amount) <= ${mostAmount}`}`

export const selectKeyNames = (sql: Sql, merchantId: string, keyIds: string[]) => sql<{ id: string; name: string }[]>`
  select id, name from access_keys where merchant_id = ${merchantId} and id = any(${keyIds})`

/** What a file says of a transaction that is a bill. */
export type BillFacts = {
  id: string
  dueDate: Day
  paidFine: Micros | null
  paidInterest: Micros | null
  paidRebate: Micros | null
  paidDiscount: Micros | null
}

export const selectBillFacts = (sql: Sql, merchantId: string, ids: string[]) => sql<BillFacts[]>`
  select id, due_date::text, paid_fine, paid_interest, paid_rebate, paid_discount
    from bills where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`
