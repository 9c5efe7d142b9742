import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from './platform.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { type MerchantState, merchantMove } from './states.ts'

export type Merchant = {
  id: string
  state: MerchantState
  /** Since when, by whom (a name) and why it is suspended; null: it is not. */
  suspendedAt: Date | null
  suspendedBy: string | null
  suspensionReason: string | null
  resumedAt: Date | null
  name: string
  taxNumber: string
  city: string
  accountNumber: string
  /** The billing plan: a fixed part, and a percentage in millionths of a percent. */
  chargeFixed: Micros
  chargeRate: bigint
  /** How many of its people must agree to a company payment, and above which amount the operator must too. */
  approversNeeded: number
  operatorApprovesAbove: Micros | null
  /** The most it may send, in one payment and in one day of São Paulo; null: as much as it has. */
  cashOutLimit: Micros | null
  cashOutDailyLimit: Micros | null
  companyPaymentLimit: Micros | null
  companyPaymentDailyLimit: Micros | null
  limitsSetAt: Date
  /** Sealed; `webhooks/` opens it to sign. For a time after a rotation the one before signs as well. */
  webhookSecret: string
  webhookPreviousSecret: string | null
  webhookPreviousSecretUntil: Date | null
  /** Where the merchant is told of company payments and approvals; null: nowhere. */
  webhookUrl: string | null
  /** Since when the present secret signs. */
  webhookSecretSetAt: Date
  /** The bank that moves its money; null: the default one. */
  connectionId: string | null
  /** Of a sandbox: how far its clock is ahead, and whether something is scripted to go wrong. In production 0 and false. */
  clockAheadSeconds: number
  hasFaults: boolean
  /** A short number of its own. */
  number: number
  createdAt: Date
}

export const selectMerchant = async (sql: Sql | Tx, id: string): Promise<Merchant | undefined> => {
  const [merchant] = await sql<Merchant[]>`select * from merchants where id = ${id}`
  return merchant
}

/** What others see of a merchant in a payment. */
export type MerchantAccount = Pick<Merchant, 'id' | 'name' | 'taxNumber' | 'accountNumber' | 'clockAheadSeconds'>

export const selectAccounts = (tx: Tx, ids: string[]) => tx<MerchantAccount[]>`
  select id, name, tax_number, account_number, clock_ahead_seconds from merchants where id = any(${ids}::uuid[])`

export const selectMerchantId = async (sql: Sql, number: number): Promise<string | undefined> => {
  const [merchant] = await sql<{ id: string }[]>`select id from merchants where number = ${number}`
  return merchant?.id
}

export const insertMerchant = async (tx: Tx, merchant: Omit<Merchant, 'number'>): Promise<Merchant> => {
  const [row] = await tx<{ number: number }[]>`
  insert into merchants (id, state, name, tax_number, city, account_number, charge_fixed, charge_rate, webhook_secret,
                         webhook_secret_set_at, created_at)
  values (${merchant.id}, ${merchant.state}, ${merchant.name}, ${merchant.taxNumber}, ${merchant.city}, ${merchant.accountNumber},
          ${merchant.chargeFixed}, ${merchant.chargeRate}, ${merchant.webhookSecret}, ${merchant.webhookSecretSetAt},
          ${merchant.createdAt})
    returning number`
  if (row === undefined) throw new Error('the merchant was not inserted')
  return { ...merchant, number: row.number }
}

/** The secret that was valid becomes the previous one, in the same statement: two rotations at once lose neither. */
export const updateWebhookSecret = (
  sql: Sql,
  merchantId: string,
  { sealedSecret, at, previousUntil }: { sealedSecret: string; at: Date; previousUntil: Date },
) => sql`
  update merchants
     set webhook_secret = ${sealedSecret}, webhook_secret_set_at = ${at}, webhook_previous_secret = webhook_secret,
         webhook_previous_secret_until = ${previousUntil}
   where id = ${merchantId}`

export const updateWebhookUrl = (sql: Sql, merchantId: string, url: string | null) => sql`
  update merchants set webhook_url = ${url} where id = ${merchantId}`

export const updatePlan = async (
  sql: Sql,
  merchantId: string,
  { chargeFixed, chargeRate }: Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
) => {
  const changed = await sql`
    update merchants set charge_fixed = ${chargeFixed}, charge_rate = ${chargeRate} where id = ${merchantId}`
  return changed.count === 1
}

export const updateConnection = async (sql: Sql, merchantId: string, connectionId: string | null) =>
  (await sql`update merchants set connection_id = ${connectionId} where id = ${merchantId}`).count === 1

export const updatePolicy = (
  sql: Sql,
  merchantId: string,
  policy: Pick<Merchant, 'approversNeeded' | 'operatorApprovesAbove'>,
) => sql`
  update merchants
     set approvers_needed = ${policy.approversNeeded}, operator_approves_above = ${policy.operatorApprovesAbove}
   where id = ${merchantId}`

export type Limits = Pick<
  Merchant,
  'cashOutLimit' | 'cashOutDailyLimit' | 'companyPaymentLimit' | 'companyPaymentDailyLimit'
>

export const updateLimits = async (sql: Sql, merchantId: string, limits: Limits, at: Date) => {
  const changed = await sql`
    update merchants
       set cash_out_limit = ${limits.cashOutLimit}, cash_out_daily_limit = ${limits.cashOutDailyLimit},
           company_payment_limit = ${limits.companyPaymentLimit},
           company_payment_daily_limit = ${limits.companyPaymentDailyLimit}, limits_set_at = ${at}
     where id = ${merchantId}`
  return changed.count === 1
}

const suspended = merchantMove('suspend')
const resumed = merchantMove('resume')

export const suspendActive = async (
  sql: Sql,
  merchantId: string,
  { reason, by, at }: { reason: string; by: string; at: Date },
): Promise<boolean> => {
  const changed = await sql`
    update merchants
       set state = ${suspended.to}, suspended_at = ${at}, suspended_by = ${by}, suspension_reason = ${reason}
     where id = ${merchantId} and id <> ${platformId} and state = any(${suspended.from})`
  return changed.count === 1
}

export const resumeSuspended = async (sql: Sql, merchantId: string, at: Date): Promise<boolean> => {
  const changed = await sql`
    update merchants
       set state = ${resumed.to}, suspended_at = null, suspended_by = null, suspension_reason = null, resumed_at = ${at}
     where id = ${merchantId} and state = any(${resumed.from})`
  return changed.count === 1
}

export const selectSuspended = (sql: Sql, most: number) => sql<{ id: string; name: string }[]>`
  select id, name from merchants where state = ${suspended.to} order by name, id limit ${most}`

/** Those that were suspended once and work again: few. */
export const selectResumed = (sql: Sql) => sql<{ id: string }[]>`
  select id from merchants where state = ${resumed.to} and resumed_at is not null order by id`

export const nextAccountNumber = async (sql: Sql): Promise<string> => {
  const [row] = await sql<{ number: string }[]>`select nextval('merchant_account_numbers')::text as number`
  return row?.number ?? ''
}

/** A merchant with its money, as operators see it. */
export type ListedMerchant = Pick<
  Merchant,
  'id' | 'state' | 'name' | 'taxNumber' | 'city' | 'accountNumber' | 'createdAt'
> & {
  available: Micros
  held: Micros
  blocked: Micros
}

export type MerchantFilter = { words: string | null; taxNumber: string | null; id: string | null }

/** By the beginnings of words, by the beginning of a tax number or by id; the same words as in the index. */
const matching = (sql: Sql, { words, taxNumber, id }: MerchantFilter) => sql`
  (false
   ${words === null ? sql`` : sql`or to_tsvector('simple', translate(lower(m.name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')) @@ to_tsquery('simple', ${words})`}
   ${taxNumber === null ? sql`` : sql`or m.tax_number like ${`${taxNumber}%`}`}
   ${id === null ? sql`` : sql`or m.id = ${id}`})`

/**
 * Newest first. What a search finds is found by its index before it is put in order: walking all merchants in order
 * instead is what the planner would choose, and slow where few are found.
 */
export const selectMerchants = (
  sql: Sql,
  wanted: MerchantFilter | null,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
) => sql<ListedMerchant[]>`
  ${wanted === null ? sql`` : sql`with found as materialized (select m.id from merchants m where ${matching(sql, wanted)})`}
  select m.id, m.state, m.name, m.tax_number, m.city, m.account_number, m.created_at, b.available, b.held, b.blocked
    from merchants m join balances b on b.merchant_id = m.id
   where m.id <> ${platformId} ${wanted === null ? sql`` : sql`and m.id in (select id from found)`}
     ${beforeId === undefined ? sql`` : sql`and m.id < ${beforeId}`}
   order by m.id desc limit ${limit}`

type Resealed = { before: string; sealed: string }

export const selectSealedSecrets = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, webhook_secret as sealed from merchants
   where id > ${after} and webhook_secret <> '' order by id limit ${most}`

export const selectSealedPreviousSecrets = (sql: Sql, after: string, most: number) => sql<
  { id: string; sealed: string }[]
>`
  select id, webhook_previous_secret as sealed from merchants
   where id > ${after} and webhook_previous_secret is not null order by id limit ${most}`

/** Also where a rotation has made it the previous one meanwhile. */
export const updateSealedSecret = (sql: Sql, id: string, { before, sealed }: Resealed) => sql`
  update merchants
     set webhook_secret = case when webhook_secret = ${before} then ${sealed} else webhook_secret end,
         webhook_previous_secret = case when webhook_previous_secret = ${before} then ${sealed} else webhook_previous_secret end
   where id = ${id}`
