import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { StoredLimits } from './limits.ts'
import type { StoredRules } from './payout-rules.ts'
import { type MerchantState, merchantMove } from './states.ts'

export type Merchant = {
  id: string
  state: MerchantState
  /** Since when, by whom (a name) and why it is suspended; null: it is not suspended. */
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
  /** How many of its people must approve a company payment, and above which amount the operator must, too. */
  approversNeeded: number
  operatorApprovesAbove: Micros | null
  limitsSetAt: Date
  /** What is held back of what it receives; `money/reserves/` says how. Null and null: nothing. */
  reserveRate: bigint | null
  reserveAmount: Micros | null
  reserveDays: number
  /** Sealed; `webhooks/` opens it to sign. For a day after a rotation the previous one signs, too. */
  webhookSecret: string
  webhookPreviousSecret: string | null
  webhookPreviousSecretUntil: Date | null
  /** Receives the events of company payments and approvals; null: none are sent. */
  webhookUrl: string | null
  /** Which events that the contract does not know are sent there. */
  webhookEvents: string[]
  /** When the present secret was made. */
  webhookSecretSetAt: Date
  /** The bank connections of each product, in the order in which they are used; none: the default one. */
  chargeConnections: string[]
  payoutConnections: string[]
  initiationConnections: string[]
  /** A charge may be registered at the next bank while the first gives no answer. */
  allowsSecondCharge: boolean
  /** A payout may go to a key whose owner no bank could name. */
  allowsUnknownKeyOwner: boolean
  /** Erasures of people have replaced keys of its requests: a repeat is looked up by what they left, too. */
  hasErasedKeys: boolean
  /** In a sandbox: how far its clock is ahead, and whether it has scripted faults. In production 0 and false. */
  clockAheadSeconds: number
  hasFaults: boolean
  /** A short number of its own. */
  number: number
  createdAt: Date
} & StoredLimits &
  StoredRules

export const selectMerchant = async (sql: Sql | Tx, id: string): Promise<Merchant | undefined> => {
  const [merchant] = await sql<Merchant[]>`select * from merchants where id = ${id}`
  return merchant
}

/** What a payment shows of a merchant. */
export type MerchantAccount = Pick<
  Merchant,
  | 'id'
  | 'name'
  | 'taxNumber'
  | 'accountNumber'
  | 'clockAheadSeconds'
  | 'webhookUrl'
  | 'webhookEvents'
  | 'reserveRate'
  | 'reserveAmount'
  | 'reserveDays'
>

export const selectAccounts = (tx: Tx, ids: string[]) => tx<MerchantAccount[]>`
  select id, name, tax_number, account_number, clock_ahead_seconds, webhook_url, webhook_events, reserve_rate,
         reserve_amount, reserve_days
    from merchants where id = any(${ids}::uuid[])`

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

/** One query makes the present secret the previous one, so that two rotations at once lose neither. */
export const updateWebhookSecret = (
  sql: Sql | Tx,
  merchantId: string,
  { sealedSecret, at, previousUntil }: { sealedSecret: string; at: Date; previousUntil: Date },
) => sql`
  update merchants
     set webhook_secret = ${sealedSecret}, webhook_secret_set_at = ${at}, webhook_previous_secret = webhook_secret,
         webhook_previous_secret_until = ${previousUntil}
   where id = ${merchantId}`

/** `events` undefined: as they are. */
export const updateWebhookUrl = (
  sql: Sql | Tx,
  merchantId: string,
  { url, events }: { url: string | null; events: readonly string[] | undefined },
) => sql`
  update merchants set webhook_url = ${url}, webhook_events = coalesce(${events ?? null}::text[], webhook_events)
   where id = ${merchantId}`

export const updatePlan = async (
  sql: Sql | Tx,
  merchantId: string,
  { chargeFixed, chargeRate }: Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
) => {
  const changed = await sql`
    update merchants set charge_fixed = ${chargeFixed}, charge_rate = ${chargeRate} where id = ${merchantId}`
  return changed.count === 1
}

export type Banks = Pick<
  Merchant,
  'chargeConnections' | 'payoutConnections' | 'initiationConnections' | 'allowsSecondCharge' | 'allowsUnknownKeyOwner'
>

export const updateBanks = async (sql: Sql | Tx, merchantId: string, banks: Banks) => {
  const changed = await sql`
    update merchants
       set charge_connections = ${banks.chargeConnections}::uuid[], payout_connections = ${banks.payoutConnections}::uuid[],
           initiation_connections = ${banks.initiationConnections}::uuid[],
           allows_second_charge = ${banks.allowsSecondCharge},
           allows_unknown_key_owner = ${banks.allowsUnknownKeyOwner}
     where id = ${merchantId}`
  return changed.count === 1
}

export type Reserve = Pick<Merchant, 'reserveRate' | 'reserveAmount' | 'reserveDays'>

export const updateReserve = async (tx: Tx, merchantId: string, reserve: Reserve): Promise<boolean> => {
  const changed = await tx`
    update merchants
       set reserve_rate = ${reserve.reserveRate}, reserve_amount = ${reserve.reserveAmount},
           reserve_days = ${reserve.reserveDays}
     where id = ${merchantId}`
  return changed.count === 1
}

export const updatePayoutRules = (tx: Tx, merchantId: string, rules: StoredRules) => tx`
  update merchants
     set api_payout_approval_above = ${rules.apiPayoutApprovalAbove}, new_key_limit = ${rules.newKeyLimit},
         restricts_recipients = ${rules.restrictsRecipients},
         loosened_rules = ${rules.loosenedRules && JSON.stringify(rules.loosenedRules)}::jsonb,
         rules_loosened_at = ${rules.rulesLoosenedAt}
   where id = ${merchantId}`

export const updatePolicy = (
  sql: Sql | Tx,
  merchantId: string,
  policy: Pick<Merchant, 'approversNeeded' | 'operatorApprovesAbove'>,
) => sql`
  update merchants
     set approvers_needed = ${policy.approversNeeded}, operator_approves_above = ${policy.operatorApprovesAbove}
   where id = ${merchantId}`

/** Locks its settings until commit. */
export const lockMerchant = async (tx: Tx, id: string): Promise<Merchant | undefined> => {
  const [merchant] = await tx<Merchant[]>`select * from merchants where id = ${id} for update`
  return merchant
}

export const updateLimits = (tx: Tx, merchantId: string, limits: StoredLimits, at: Date) => tx`
  update merchants
     set cash_out_limit = ${limits.cashOutLimit}, cash_out_daily_limit = ${limits.cashOutDailyLimit},
         night_limit = ${limits.nightLimit}, recipient_daily_limit = ${limits.recipientDailyLimit},
         new_recipient_limit = ${limits.newRecipientLimit}, key_daily_limit = ${limits.keyDailyLimit},
         company_payment_limit = ${limits.companyPaymentLimit},
         company_payment_daily_limit = ${limits.companyPaymentDailyLimit}, night_from = ${limits.nightFrom},
         night_until = ${limits.nightUntil}, new_recipient_hours = ${limits.newRecipientHours},
         raised_limits = ${limits.raisedLimits && JSON.stringify(limits.raisedLimits)}::jsonb,
         limits_raised_at = ${limits.limitsRaisedAt}, limits_set_at = ${at}
   where id = ${merchantId}`

const suspended = merchantMove('suspend')
const resumed = merchantMove('resume')

export const suspendActive = async (
  sql: Sql | Tx,
  merchantId: string,
  { reason, by, at }: { reason: string; by: string; at: Date },
): Promise<boolean> => {
  const changed = await sql`
    update merchants
       set state = ${suspended.to}, suspended_at = ${at}, suspended_by = ${by}, suspension_reason = ${reason}
     where id = ${merchantId} and id <> ${platformId} and state = any(${suspended.from})`
  return changed.count === 1
}

export const resumeSuspended = async (sql: Sql | Tx, merchantId: string, at: Date): Promise<boolean> => {
  const changed = await sql`
    update merchants
       set state = ${resumed.to}, suspended_at = null, suspended_by = null, suspension_reason = null, resumed_at = ${at}
     where id = ${merchantId} and state = any(${resumed.from})`
  return changed.count === 1
}

export const selectSuspended = (sql: Sql, most: number) => sql<{ id: string; name: string }[]>`
  select id, name from merchants where state = ${suspended.to} order by name, id limit ${most}`

/** Counting stops at `most`. */
export const selectSuspendedBy = async (sql: Sql, by: string, most: number) => {
  const [found] = await sql<{ count: number; since: Date | null }[]>`
    select count(*)::int, min(suspended_at) as since
      from (select suspended_at from merchants where state = ${suspended.to} and suspended_by = ${by}
             order by suspended_at limit ${most}) suspended`
  return found ?? { count: 0, since: null }
}

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
  reserved: Micros
}

export type MerchantFilter = { words: string | null; taxNumber: string | null; id: string | null }

/** By prefixes of words, by tax number or by id; the expression is that of the index. */
const matching = (sql: Sql, { words, taxNumber, id }: MerchantFilter) => sql`
  (false
   ${words === null ? sql`` : sql`or to_tsvector('simple', translate(lower(m.name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')) @@ to_tsquery('simple', ${words})`}
   ${taxNumber === null ? sql`` : sql`or m.tax_number = ${taxNumber}`}
   ${id === null ? sql`` : sql`or m.id = ${id}`})`

/** Newest first. The search is materialized so that it uses its index instead of walking all merchants. */
export const selectMerchants = (
  sql: Sql,
  filter: MerchantFilter | null,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
) => sql<ListedMerchant[]>`
  ${filter === null ? sql`` : sql`with found as materialized (select m.id from merchants m where ${matching(sql, filter)})`}
  select m.id, m.state, m.name, m.tax_number, m.city, m.account_number, m.created_at, b.available, b.held, b.blocked, b.reserved
    from merchants m join balances b on b.merchant_id = m.id
   where m.id <> ${platformId} ${filter === null ? sql`` : sql`and m.id in (select id from found)`}
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

/** A rotation may have made it the previous secret meanwhile: both columns are checked. */
export const updateSealedSecret = (sql: Sql, id: string, { before, sealed }: Resealed) => sql`
  update merchants
     set webhook_secret = case when webhook_secret = ${before} then ${sealed} else webhook_secret end,
         webhook_previous_secret = case when webhook_previous_secret = ${before} then ${sealed} else webhook_previous_secret end
   where id = ${id}`

/** Moves a merchant's clock forward and returns how far it is ahead; undefined: that would be too far. */
export const addToClock = async (
  tx: Tx,
  merchantId: string,
  { seconds, most }: { seconds: number; most: number },
): Promise<number | undefined> => {
  const [moved] = await tx<{ ahead: number }[]>`
    update merchants set clock_ahead_seconds = clock_ahead_seconds + ${seconds}
     where id = ${merchantId} and clock_ahead_seconds + ${seconds} <= ${most}
    returning clock_ahead_seconds as ahead`
  return moved?.ahead
}

/** Merchants whose clock was moved: few, and only in a sandbox. */
export const selectAhead = (sql: Sql, after: string, most: number) => sql<{ id: string; clockAheadSeconds: number }[]>`
  select id, clock_ahead_seconds from merchants
   where clock_ahead_seconds > 0 and id > ${after} order by id limit ${most}`

/** Locks the merchant, so that faults are scripted and removed one at a time. */
export const updateHasFaults = (tx: Tx, merchantId: string, hasFaults: boolean) => tx`
  update merchants set has_faults = ${hasFaults} where id = ${merchantId}`

export const updateErasedKeys = (tx: Tx, merchantId: string) => tx`
  update merchants set has_erased_keys = true where id = ${merchantId} and not has_erased_keys`

export const selectFirstMerchant = async (sql: Sql, platformId: string): Promise<Date | null> => {
  const [first] = await sql<{ createdAt: Date }[]>`
    select created_at from merchants where id <> ${platformId} order by id limit 1`
  return first?.createdAt ?? null
}
