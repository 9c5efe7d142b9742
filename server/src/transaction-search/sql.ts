import type { Sql } from '../db/db.ts'
import type { Micros } from '../brazil/money.ts'
import { firstUuidOf } from '../lib/uuid.ts'
import type { Operation, State } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** What a person typed into the search box could be; each is looked up by its own index. */
export type Lookup = {
  id: string | null
  onceKey: string | null
  endToEndId: string | null
  taxNumber: string | null
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

/** Where a page begins, and how many rows are looked at for it, so that a filter that matches little costs no more. */
type Reach = { beforeId: string | undefined; most: number }

export const selectTransactions = (sql: Sql, filter: TransactionFilter, reach: Reach & { limit: number }) => sql<
  Transaction[]
>`
  select * from (${lookedAt(sql, filter, reach)}) looked_at
   where ${matching(sql, filter)} order by id desc limit ${reach.limit}`

/** The oldest row that was looked at, if there may be more behind it. */
export const selectEnd = async (sql: Sql, filter: TransactionFilter, reach: Reach) => {
  const [end] = await sql<Pick<Transaction, 'id' | 'createdAt'>[]>`
    select id, created_at from (${lookedAt(sql, filter, reach)}) looked_at
     order by id desc offset ${reach.most - 1} limit 1`
  return end
}

function lookedAt(sql: Sql, filter: TransactionFilter, { beforeId, most }: Reach) {
  const { merchantId, from, until, lookup } = filter
  // Ids tell the time of creation, so that the primary key serves every period.
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

/** States that have an index, which is found by its name in the text only. */
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

export const selectKeyName = async (sql: Sql, merchantId: string, keyId: string): Promise<string | null> => {
  const [key] = await sql<{ name: string }[]>`
    select name from access_keys where merchant_id = ${merchantId} and id = ${keyId}`
  return key?.name ?? null
}
