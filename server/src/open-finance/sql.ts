import { type Sql, type Tx, rows } from '../db/db.ts'
import type { Micros } from '../brazil/money.ts'
import type { State } from '../transactions/states.ts'
import type { Counterparty } from '../transactions/transaction.ts'
import type { Consent, ConsentId } from './consent.ts'

export type LockedPayment = { state: State; expiresAt: Date | null }

/** Locks the transaction until commit. Whoever changes one of its consents holds this lock. */
export const lockPayment = async (tx: Tx, merchantId: string, transactionId: string) => {
  const [payment] = await tx<LockedPayment[]>`
    select state, expires_at from transactions
     where merchant_id = ${merchantId} and id = ${transactionId}
       and operation = 'paymentInitiation' for update`
  return payment
}

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
  insert into consents select * from json_populate_recordset(null::consents, ${rows([consent])}::text::json)`

/** Writes what an event can change. */
export const updateConsent = (tx: Tx, consent: Consent) => tx`
  update consents
     set state = ${consent.state}, rejection_reason = ${consent.rejectionReason}, access = ${consent.access},
         end_to_end_id = ${consent.endToEndId}, authorised_at = ${consent.authorisedAt},
         consumed_at = ${consent.consumedAt}, rejected_at = ${consent.rejectedAt}, attempts = ${consent.attempts},
         next_step_at = ${consent.nextStepAt}
   where merchant_id = ${consent.merchantId} and id = ${consent.id}`

/** A payer who has authorised in time is not late any more: from here on the bank says how the payment ends. */
export const stopExpiry = (tx: Tx, { merchantId, transactionId }: Consent) => tx`
  update transactions set expires_at = null where merchant_id = ${merchantId} and id = ${transactionId}`

/** Leases consents that are due, each to one worker. */
export const claimConsents = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<Consent[]>`
  with due as (
    select merchant_id, id from consents where next_step_at <= ${now}
     order by next_step_at limit ${most} for update skip locked)
  update consents c set next_step_at = ${leaseUntil} from due
   where c.merchant_id = due.merchant_id and c.id = due.id
  returning c.*`

export const postponeConsent = (sql: Sql, { merchantId, id }: ConsentId, nextStepAt: Date | null) => sql`
  update consents set attempts = attempts + 1, next_step_at = ${nextStepAt}
   where merchant_id = ${merchantId} and id = ${id} and state = 'Authorised'`

export type PaymentOfConsent = { amount: Micros; counterparty: Counterparty | null }

export const selectPayment = async (sql: Sql, { merchantId, transactionId }: Consent) => {
  const [payment] = await sql<PaymentOfConsent[]>`
    select amount, counterparty from transactions where merchant_id = ${merchantId} and id = ${transactionId}`
  return payment
}
