import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchant } from '../../../platform/db/per-merchant.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import { type Operation, directionOf, operationNames } from '../operations.ts'
import { outflowOf } from './limits.ts'

export type Outflow = { merchantId: string; operation: Operation; day: Day; amount: Micros; countedAt: Date }

export const selectOutflows = (tx: Tx, merchantIds: string[], operation: Operation) => tx<Outflow[]>`
  select merchant_id, operation, day::text, amount, counted_at from daily_outflows
   where merchant_id = any(${merchantIds}) and operation = ${operation}`

export const upsertOutflows = (tx: Tx, outflows: Outflow[]) =>
  perMerchant(
    tx,
    outflows,
    (some, own) => tx`
      insert into daily_outflows (merchant_id, operation, day, amount, counted_at)
      select ${own.id}, operation, day, amount, counted_at
        from ${own.place} json_populate_recordset(null::daily_outflows, ${rows(some)}::text::json)
          on conflict (merchant_id, operation) do update
         set day = excluded.day, amount = excluded.amount, counted_at = excluded.counted_at`,
  )

const countedAs = (outflow: Operation): Operation[] =>
  operationNames.filter(name => directionOf(name) === 'Debit' && outflowOf(name) === outflow)

/** Summed up anew from the postings since a moment: what was held for payments that were neither cancelled nor failed. */
export const sumOutflows = (tx: Sql | Tx, merchantIds: string[], operation: Operation, since: Date) =>
  tx<Pick<Outflow, 'merchantId' | 'amount'>[]>`
    select p.merchant_id, sum(t.amount)::bigint as amount
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     where p.merchant_id = any(${merchantIds}) and p.posted_at >= ${since} and p.name = 'cashOutHeld'
       and t.operation = any(${countedAs(operation)}) and t.state not in ('Cancelled', 'Error')
     group by p.merchant_id`

/** The same of all operations together: a withdrawal and a company payment leave in the same night as a cash-out. */
export const sumAllOutflows = async (tx: Sql | Tx, merchantId: string, since: Date): Promise<bigint> => {
  const [sum] = await tx<{ amount: bigint | null }[]>`
    select sum(t.amount)::bigint as amount
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     where p.merchant_id = ${merchantId} and p.posted_at >= ${since} and p.name = 'cashOutHeld'
       and t.state not in ('Cancelled', 'Error')`
  return sum?.amount ?? 0n
}

/** What was held since a moment for payments by an access key that were neither cancelled nor failed. */
export const sumOutflowsOfKey = async (
  tx: Sql | Tx,
  merchantId: string,
  keyId: string,
  since: Date,
): Promise<bigint> => {
  const [sum] = await tx<{ amount: bigint | null }[]>`
    select sum(t.amount)::bigint as amount
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     where p.merchant_id = ${merchantId} and p.posted_at >= ${since} and p.name = 'cashOutHeld'
       and t.key_id = ${keyId} and t.state not in ('Cancelled', 'Error')`
  return sum?.amount ?? 0n
}

/** What was held since a moment for payments to a Pix key that were neither cancelled nor failed. */
export const sumOutflowsToKey = async (tx: Sql | Tx, merchantId: string, pixKey: string, since: Date) => {
  const [sum] = await tx<{ amount: bigint | null }[]>`
    select sum(t.amount)::bigint as amount
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     where p.merchant_id = ${merchantId} and p.posted_at >= ${since} and p.name = 'cashOutHeld'
       and t.pix_key = ${pixKey} and t.operation in ('pixCashOut', 'companyPayment')
       and t.state not in ('Requested', 'Cancelled', 'Error')`
  return sum?.amount ?? 0n
}

/** Payments to a person or a company that were neither cancelled nor failed, with the time their money was held. */
const outflowsTo = (tx: Sql | Tx, merchantId: string, taxNumber: string) => tx`
  transactions t join postings p on p.merchant_id = t.merchant_id and p.transaction_id = t.id and p.name = 'cashOutHeld'
   where t.merchant_id = ${merchantId} and coalesce(t.counterparty ->> 'cpf', t.counterparty ->> 'cnpj') = ${taxNumber}
     and t.operation in ('pixCashOut', 'companyPayment') and t.state not in ('Requested', 'Cancelled', 'Error')`

export const sumOutflowsTo = async (tx: Sql | Tx, merchantId: string, taxNumber: string, since: Date) => {
  const [sum] = await tx<{ amount: bigint | null }[]>`
    select sum(t.amount)::bigint as amount from ${outflowsTo(tx, merchantId, taxNumber)} and p.posted_at >= ${since}`
  return sum?.amount ?? 0n
}

/** When a person was first paid; null: never. */
export const firstOutflowTo = async (tx: Sql | Tx, merchantId: string, taxNumber: string) => {
  const [first] = await tx<{ at: Date | null }[]>`
    select min(p.posted_at) as at from ${outflowsTo(tx, merchantId, taxNumber)}`
  return first?.at ?? null
}
