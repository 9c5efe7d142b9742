import type { Sql } from '../../platform/db/db.ts'
import type { Once } from '../../money/transactions/new-transaction.ts'

/** A charge whose bank gave no answer: it may have it, until it expires. */
export type Unanswered = { transactionId: string; connectionId: string; expiresAt: Date; askedAt: Date }

/** Only of the same request: another one under the same key is refused when it is written. */
export const selectUnanswered = async (
  sql: Sql,
  merchantId: string,
  { idempotencyKey, requestHash }: Once,
  now: Date,
): Promise<Unanswered | undefined> => {
  if (idempotencyKey === null) return undefined
  const [found] = await sql<Unanswered[]>`
    select transaction_id, connection_id, expires_at, asked_at from unanswered_charges
     where merchant_id = ${merchantId} and idempotency_key = ${idempotencyKey} and request_hash = ${requestHash}
       and expires_at > ${now}`
  return found
}

/**
 * The last bank counts: those before were asked, and do not have it. The same request keeps its first id, which is the
 * answer. A request without a key is never repeated.
 */
export const insertUnanswered = async (
  sql: Sql,
  {
    merchantId,
    idempotencyKey,
    requestHash,
    transactionId,
    connectionId,
    expiresAt,
    askedAt,
  }: Once & Unanswered & { merchantId: string },
): Promise<string> => {
  if (idempotencyKey === null) return transactionId
  const [kept] = await sql<Pick<Unanswered, 'transactionId'>[]>`
    insert into unanswered_charges as before (merchant_id, idempotency_key, request_hash, transaction_id, connection_id,
                                              expires_at, asked_at)
    values (${merchantId}, ${idempotencyKey}, ${requestHash}, ${transactionId}, ${connectionId}, ${expiresAt},
            ${askedAt})
        on conflict (merchant_id, idempotency_key) do update
       set request_hash = excluded.request_hash, connection_id = excluded.connection_id,
           transaction_id = case when before.request_hash = excluded.request_hash and before.expires_at > excluded.asked_at
                                 then before.transaction_id else excluded.transaction_id end,
           expires_at = excluded.expires_at, asked_at = excluded.asked_at
     returning transaction_id`
  return kept?.transactionId ?? transactionId
}

/** The bank has answered, and its charge is written where it has made one. */
export const deleteAnswered = async (sql: Sql, merchantId: string, { idempotencyKey }: Once): Promise<void> => {
  if (idempotencyKey === null) return
  await sql`delete from unanswered_charges where merchant_id = ${merchantId} and idempotency_key = ${idempotencyKey}`
}

/** Few at any time: banks rarely give no answer. */
export const deleteUnanswered = async (sql: Sql, before: Date): Promise<number> => {
  const unanswered = await sql`delete from unanswered_charges where expires_at < ${before}`
  return unanswered.count + (await sql`delete from second_charges where expires_at < ${before}`).count
}

type AtSecond = { merchantId: string; transactionId: string; connectionId: string }

export const insertSecondCharge = (
  sql: Sql,
  { merchantId, transactionId, connectionId, expiresAt }: AtSecond & { expiresAt: Date },
) => sql`
  insert into second_charges (merchant_id, transaction_id, connection_id, expires_at)
  values (${merchantId}, ${transactionId}, ${connectionId}, ${expiresAt}) on conflict do nothing`

export const hasSecondCharge = async (sql: Sql, { merchantId, transactionId, connectionId }: AtSecond) =>
  (
    await sql`
      select 1 from second_charges
       where merchant_id = ${merchantId} and transaction_id = ${transactionId} and connection_id = ${connectionId}`
  ).length > 0
