import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import type { Consent, ConsentId } from './states.ts'

export const selectConsent = async (sql: Sql | Tx, { merchantId, id }: ConsentId) => {
  const [consent] = await sql<Consent[]>`select * from consents where merchant_id = ${merchantId} and id = ${id}`
  return consent
}

/** The transaction's live consent, else its newest. */
export const selectConsentOf = async (sql: Sql | Tx, merchantId: string, transactionId: string) => {
  const [consent] = await sql<Consent[]>`
    select * from consents where merchant_id = ${merchantId} and transaction_id = ${transactionId}
     order by state in ('AwaitingAuthorisation', 'Authorised') desc, id desc limit 1`
  return consent
}

export const countConsentsOf = async (tx: Tx, merchantId: string, transactionId: string): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from consents where merchant_id = ${merchantId} and transaction_id = ${transactionId}`
  return row?.count ?? 0
}

export const insertConsent = (tx: Tx, consent: Consent) => tx`
  insert into consents (merchant_id, id, transaction_id, institution_id, institution_name, language, external_id, state,
                        rejection_reason, authorisation_url, access, end_to_end_id, is_followed, created_at, expires_at,
                        authorised_at, consumed_at, rejected_at)
  select merchant_id, id, transaction_id, institution_id, institution_name, language, external_id, state,
         rejection_reason, authorisation_url, access, end_to_end_id, is_followed, created_at, expires_at, authorised_at,
         consumed_at, rejected_at
    from json_populate_recordset(null::consents, ${rows([consent])}::text::json)`

/** Writes the columns that an event can change. */
export const updateConsent = (tx: Tx, consent: Consent) => tx`
  update consents
     set state = ${consent.state}, rejection_reason = ${consent.rejectionReason}, access = ${consent.access},
         end_to_end_id = ${consent.endToEndId}, authorised_at = ${consent.authorisedAt},
         consumed_at = ${consent.consumedAt}, rejected_at = ${consent.rejectedAt}
   where merchant_id = ${consent.merchantId} and id = ${consent.id}`

/** Finds a consent by the bank's id, which the payer's return or a callback contains. */
export const selectFollowed = async (
  sql: Sql,
  { connectionId, externalId }: { connectionId: string; externalId: string },
): Promise<Consent | undefined> => {
  const [consent] = await sql<Consent[]>`
    select c.* from consents c join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
     where c.external_id = ${externalId} and c.is_followed and t.connection_id = ${connectionId}`
  return consent
}

/** Consents that the payer has abandoned, except those whose bank alone decides when they end. */
export const selectLate = (sql: Sql, now: Date, most: number, merchantId?: string) => sql<ConsentId[]>`
  select merchant_id, id from consents
   where state = 'AwaitingAuthorisation' and expires_at <= ${now} and not is_followed
         ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
   order by expires_at limit ${most}`

/** Of all merchants; used when the server's secret changes. */
export const selectSealedAccess = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, access as sealed from consents where id > ${after} and access is not null order by id limit ${most}`

export const updateSealedAccess = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update consents set access = ${sealed} where id = ${id} and access = ${before}`
