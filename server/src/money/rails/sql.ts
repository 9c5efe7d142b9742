import type { Sql, Tx } from '../../platform/db/db.ts'
import type { CallKind } from './bacen-pix/call-kinds.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import { firstUuidOf, minUuid } from '../../platform/lib/uuid.ts'

/** A row of `bank_connections`. */
export type Connection = {
  id: string
  name: string
  dialect: string
  isDefault: boolean
  /** How to reach the bank; null: the simulator. */
  sealedSettings: string | null
  pausedAt: Date | null
  certificateExpiresAt: Date | null
  /** Where the bank calls us back; null: it does not. */
  callbackToken: string | null
  /** The Pix key that is credited, normalised; null: the simulator. */
  pixKey: string | null
  /** Since when the bank's cases cannot be read; null: they can, or the bank reports none. */
  disputesUnreadSince: Date | null
  /** Since when the bank refuses payouts because it has lost our callback URL; null: it does not. */
  callbackMissingSince: Date | null
  /** The name of another connection to the same account, at whose URL its payouts are called back; null: at its own. */
  payoutCallbacksBy: string | null
  /** All payments up to then have been read from the bank. */
  sweptUntil: Date
  /** What operators want it to hold at least; null: anything. */
  leastBalance: bigint | null
  /** Since when a process makes no calls of some kind to it, because it gives no answer; null: none does. */
  awaySince: Date | null
  /** How far its clock was ahead of ours at its last response; null: not known. */
  clockDriftMs: bigint | null
}

export type NewConnection = Omit<
  Connection,
  | 'pausedAt'
  | 'disputesUnreadSince'
  | 'callbackMissingSince'
  | 'payoutCallbacksBy'
  | 'sweptUntil'
  | 'leastBalance'
  | 'awaySince'
  | 'clockDriftMs'
>

const columns = (sql: Sql | Tx) => sql`
  id, name, dialect, is_default, sealed_settings, paused_at, certificate_expires_at, callback_token, pix_key, disputes_unread_since,
  callback_missing_since, coalesce(swept_until, created_at) as swept_until, least_balance, away_since,
  clock_drift_ms,
  (select name from bank_connections other where other.id = bank_connections.payout_callbacks_by) as payout_callbacks_by`

/** Null: the default one. */
export const selectConnection = async (sql: Sql | Tx, id: string | null): Promise<Connection | undefined> => {
  const [connection] = await sql<Connection[]>`
    select ${columns(sql)} from bank_connections where ${id === null ? sql`is_default` : sql`id = ${id}`}`
  return connection
}

export const selectConnections = (sql: Sql) => sql<Connection[]>`
  select ${columns(sql)} from bank_connections order by created_at, id`

export const selectByCallbackToken = async (sql: Sql, token: string) => {
  const [row] = await sql<Pick<Connection, 'id' | 'sealedSettings' | 'pausedAt'>[]>`
    select id, sealed_settings, paused_at from bank_connections where callback_token = ${token}`
  return row
}

export const keepAway = (sql: Sql, id: string, at: Date) => sql`
  update bank_connections set away_since = coalesce(away_since, ${at}), away_seen_at = ${at} where id = ${id}`

export const keepCallsAway = (sql: Sql, connectionId: string, kinds: CallKind[], at: Date) => sql`
  insert into bank_calls_away as known (connection_id, kind, since, seen_at)
  select ${connectionId}, kind, ${at}, ${at} from unnest(${kinds}::text[]) as away(kind)
  on conflict (connection_id, kind) do update set seen_at = greatest(known.seen_at, excluded.seen_at)`

/** What no process has seen for a while is over. */
export const endAway = async (sql: Sql, seenBefore: Date): Promise<void> => {
  await sql`update bank_connections set away_since = null, away_seen_at = null where away_seen_at < ${seenBefore}`
  await sql`delete from bank_calls_away where seen_at < ${seenBefore}`
}

export type CallsAway = { connectionId: string; kind: CallKind; since: Date }

export const selectCallsAway = (sql: Sql) => sql<CallsAway[]>`
  select connection_id, kind, since from bank_calls_away order by kind`

export const keepClockDrift = (sql: Sql, id: string, driftMs: number) => sql`
  update bank_connections set clock_drift_ms = ${driftMs} where id = ${id}`

export const updatePaused = (sql: Sql | Tx, id: string, pausedAt: Date | null) => sql`
  update bank_connections set paused_at = ${pausedAt} where id = ${id}`

type Changed = { before: string; sealedSettings: string; certificateExpiresAt: Date | null }

/** Changes nothing where somebody else was faster. */
export const updateSettings = (
  sql: Sql | Tx,
  id: string,
  { before, sealedSettings, certificateExpiresAt }: Changed,
) => sql`
  update bank_connections set sealed_settings = ${sealedSettings}, certificate_expires_at = ${certificateExpiresAt}
   where id = ${id} and sealed_settings = ${before}`

export const updateName = (tx: Tx, id: string, name: string) => tx`
  update bank_connections set name = ${name} where id = ${id}`

/** There is one default at most: the one before gives way. */
export const updateDefault = async (tx: Tx, id: string): Promise<void> => {
  await tx`update bank_connections set is_default = false where is_default and id <> ${id}`
  await tx`update bank_connections set is_default = true where id = ${id}`
}

/**
 * A transaction by a connection. What was paid by one shows in its balance. Charges that nobody paid are looked for among those
 * since it was made, in each merchant's range of the primary key: no index has connections, which all payments would pay for.
 */
async function selectTransactionOf(tx: Tx, id: string): Promise<object[]> {
  const [connection] = await tx<{ createdAt: Date; isPaid: boolean }[]>`
    select created_at, exists (select 1 from connection_balances where connection_id = ${id}) as is_paid
      from bank_connections where id = ${id}`
  if (connection === undefined || connection.isPaid) return connection === undefined ? [] : [connection]
  // Clocks of servers and the database differ.
  const first = firstUuidOf(connection.createdAt.getTime() - 24 * 60 * 60_000)
  for (let after = minUuid; ; ) {
    const merchants = await tx<{ id: string }[]>`select id from merchants where id > ${after} order by id limit 500`
    const items = merchants.map(({ id: merchantId }) => ({ merchantId }))
    const found = await perMerchant(
      tx,
      items,
      (some, own) => tx<object[]>`
        select 1 from transactions
         where merchant_id = any(${some.map(({ merchantId }) => merchantId)}::uuid[]) and id >= ${first}
           and connection_id = ${id} ${own.tenantFilter('merchant_id')} limit 1`,
    )
    if (found.length > 0 || merchants.length < 500) return [...found]
    after = merchants.at(-1)?.id ?? after
  }
}

export type LastPayment = {
  kind: 'charge' | 'other' | 'payout'
  id: string
  endToEndId: string
  externalId: string | null
}

/**
 * The last charge that was paid at a connection, the last other payment it received (by a static code, or a plain transfer)
 * and the last payout. Reads all transactions since then, as reconciliations do: only when an operator changes its credentials.
 */
export const selectLastPayments = (sql: Sql, id: string, since: Date) => sql<LastPayment[]>`
  with recent as materialized (
    select id, end_to_end_id, external_id,
           case when operation in ('pixCashOut', 'companyPayment', 'withdrawal') then 'payout'
                when operation in ('pixCashIn', 'pixBill') and payment_link_id is null and qr_code is not null then 'charge'
                else 'other' end as kind
      from transactions
     where connection_id = ${id} and id >= ${firstUuidOf(since.getTime())} and end_to_end_id is not null)
  select distinct on (kind) kind, id, end_to_end_id, external_id from recent order by kind, id desc`

/** What refers to a connection. Its notices and reconciliations do not count: they go with it. */
export const selectUses = async (tx: Tx, id: string): Promise<string[]> => {
  const uses = {
    merchants: () => tx`
      select 1 from merchants
       where ${id}::uuid = any(charge_connections || payout_connections || initiation_connections) limit 1`,
    transactions: () => selectTransactionOf(tx, id),
    'bank orders': () => tx`select 1 from bank_orders where connection_id = ${id} limit 1`,
    'unanswered charges': () => tx`select 1 from unanswered_charges where connection_id = ${id} limit 1`,
    'second charges': () => tx`select 1 from second_charges where connection_id = ${id} limit 1`,
    exceptions: () => tx`select 1 from bank_exceptions where connection_id = ${id} limit 1`,
    disputes: () => tx`select 1 from disputes where connection_id = ${id} limit 1`,
    adjustments: () => tx`select 1 from adjustments where connection_id = ${id} limit 1`,
    'payment links': () => tx`select 1 from payment_links where connection_id = ${id} limit 1`,
  }
  const found: string[] = []
  for (const [what, select] of Object.entries(uses)) if ((await select()).length > 0) found.push(what)
  return found
}

/** Orders of this kind that the bank has not finished, those that wait for a person included. */
export const selectUnderWay = (tx: Tx, { id, isDefault }: Pick<Connection, 'id' | 'isDefault'>, kind: string) => tx`
  select 1 from bank_orders
   where kind = ${kind} and (connection_id = ${id} or ${isDefault} and connection_id is null) limit 1`

/** A boleto of a bill that can still be paid, or whose money is still to come. Reads all boletos: only when an operator takes away what they need. */
export const selectOpenBoletos = (tx: Tx, id: string) => tx`
  select 1 from boletos b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
   where b.connection_id = ${id} and t.state in ('Created', 'Registered', 'ToSettle') limit 1`

export const deleteConnection = (tx: Tx, id: string) =>
  tx`delete from bank_connections where id = ${id} and not is_default`

/** Its callback URLs are registered anew at once. */
export const planCallbackCheckNow = (tx: Tx, id: string, now: Date) => tx`
  update bank_connections set next_callback_check_at = ${now}, callback_tries = 0 where id = ${id}`

/**
 * Those of all connections to the same kind of bank: which have the same account only their settings say. Locked in the order
 * of ids, so that two pauses never wait for each other in a circle.
 */
export const planCallbackChecksOfBank = (tx: Tx, id: string, now: Date) => tx`
  update bank_connections set next_callback_check_at = least(next_callback_check_at, ${now})
   where id in (select id from bank_connections
                 where dialect = (select dialect from bank_connections where id = ${id}) order by id for update)`

export type Sweep = { id: string; sweptUntil: Date }

/** Takes a connection whose turn it is, for one worker, until its next turn; not one of `except`. */
export const takeForSweep = async (sql: Sql, now: Date, next: Date, except: string[]): Promise<Sweep | undefined> => {
  const [row] = await sql<Sweep[]>`
    update bank_connections set next_sweep_at = ${next}
     where id in (select id from bank_connections
                   where sealed_settings is not null and paused_at is null and next_sweep_at <= ${now}
                     and id <> all(${except}::uuid[])
                   order by next_sweep_at limit 1 for update skip locked)
    returning id, coalesce(swept_until, created_at) as swept_until`
  return row
}

export const planSweep = (sql: Sql, id: string, at: Date) => sql`
  update bank_connections set next_sweep_at = least(next_sweep_at, ${at}) where id = ${id}`

export type CallbackCheck = { id: string; callbackToken: string; sealedSettings: string | null }

export type TakenCheck = CallbackCheck & { callbackTries: number; callbackMissingSince: Date | null; leasedUntil: Date }

/** Leases a connection whose callback address is to be looked after to one worker. */
export const takeForCallbackCheck = async (sql: Sql, now: Date, leaseUntil: Date) => {
  const [row] = await sql<TakenCheck[]>`
    update bank_connections set next_callback_check_at = ${leaseUntil}, callback_tries = callback_tries + 1
     where id in (select id from bank_connections
                   where callback_token is not null and paused_at is null and next_callback_check_at <= ${now}
                   order by next_callback_check_at limit 1 for update skip locked)
    returning id, callback_token, sealed_settings, callback_tries, callback_missing_since,
              next_callback_check_at as leased_until`
  return row
}

/** Only by the process that leased it last: an older lease has run out. */
export const planCallbackCheck = (
  sql: Sql,
  { id, leasedUntil }: TakenCheck,
  { at, tries, payoutsBy }: { at: Date; tries: number; payoutsBy?: string | null },
) => sql`
  update bank_connections
     set next_callback_check_at = ${at}, callback_tries = ${tries},
         payout_callbacks_by = ${payoutsBy === undefined ? sql`payout_callbacks_by` : sql`${payoutsBy}`},
         callback_missing_since = case when ${tries}::integer = 0 then null else callback_missing_since end
   where id = ${id} and next_callback_check_at = ${leasedUntil}`

/** Once for all orders that find it missing: its callback URLs are registered at once. Null: the default connection. */
export const noteCallbackMissing = (sql: Sql, id: string | null, now: Date) => sql`
  update bank_connections set callback_missing_since = ${now}, next_callback_check_at = ${now}, callback_tries = 0
   where ${id === null ? sql`is_default` : sql`id = ${id}`} and callback_missing_since is null`

export const isCallbackMissingBefore = async (sql: Sql, id: string | null, at: Date): Promise<boolean> => {
  const missing = await sql`
    select 1 from bank_connections
     where ${id === null ? sql`is_default` : sql`id = ${id}`} and callback_missing_since < ${at}`
  return missing.length > 0
}

export const keepSwept = (sql: Sql, id: string, until: Date) => sql`
  update bank_connections set swept_until = ${until} where id = ${id} and (swept_until is null or swept_until < ${until})`

/** Writes only what changes; the first moment stays. */
export const keepUnreadSince = (sql: Sql, id: string, since: Date | null) => sql`
  update bank_connections set disputes_unread_since = ${since}
   where id = ${id} and (disputes_unread_since is null) <> ${since === null}`

/** A second default connection is not made. */
export const insertConnection = (
  sql: Sql | Tx,
  { id, name, dialect, isDefault, sealedSettings, callbackToken, pixKey, certificateExpiresAt }: NewConnection,
) => sql`
  insert into bank_connections (id, name, dialect, is_default, sealed_settings, callback_token, pix_key,
                                certificate_expires_at)
  values (${id}, ${name}, ${dialect}, ${isDefault}, ${sealedSettings}, ${callbackToken}, ${pixKey},
          ${certificateExpiresAt})
      on conflict do nothing`

export const selectSealedSettings = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed_settings as sealed from bank_connections
   where id > ${after} and sealed_settings is not null order by id limit ${most}`

export const updateSealedSettings = (
  sql: Sql,
  id: string,
  { before, sealed }: { before: string; sealed: string },
) => sql`
  update bank_connections set sealed_settings = ${sealed} where id = ${id} and sealed_settings = ${before}`

/** The banks that can be used, as far as the database knows it: none that gives some process no answer to one of these calls. */
export const selectUsable = async (
  sql: Sql,
  ids: string[],
  { sweptAfter, mostCallbackTries, calls }: { sweptAfter: Date; mostCallbackTries: number; calls: CallKind[] },
) => {
  const usable = await sql<{ id: string }[]>`
    select id from bank_connections c
     where id = any(${ids}::uuid[])
       and (sealed_settings is null
            or (coalesce(swept_until, created_at) > ${sweptAfter} and callback_tries < ${mostCallbackTries}))
       and not exists (select 1 from bank_calls_away a where a.connection_id = c.id and a.kind = any(${calls}::text[]))`
  return usable.map(({ id }) => id)
}

/** What payouts in progress will take from banks. */
export const selectLeaving = (sql: Sql) => sql<{ id: string; amount: bigint }[]>`
  select o.connection_id as id, sum(t.amount)::bigint as amount
    from bank_orders o join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
   where o.kind = 'payout' and o.connection_id is not null
   group by o.connection_id`

export const selectBankBalances = (sql: Sql) => sql<{ id: string; balance: bigint }[]>`
  select connection_id as id, amount as balance from connection_balances`

export const updateLeastBalance = (tx: Tx, id: string, amount: bigint | null) => tx`
  update bank_connections set least_balance = ${amount} where id = ${id}`

/**
 * A bank takes no calls of this kind for an account before `limitedUntil`, which is by the database's clock. `limitedSince`:
 * with pauses of minutes at most.
 */
export type CallLimit = { account: string; kind: CallKind; limitedSince: Date; limitedUntil: Date; secondsLeft: number }

const callLimitColumns = (sql: Sql) => sql`
  account, kind, coalesce(limited_since, clock_timestamp()) as limited_since, limited_until,
  extract(epoch from limited_until - clock_timestamp())::float8 as seconds_left`

export const selectCallLimits = (sql: Sql) => sql<CallLimit[]>`
  select ${callLimitColumns(sql)} from bank_call_limits where limited_until > clock_timestamp()`

/** The last word of the bank counts. A bank that soon limits the calls again has done so all the time. */
export const upsertCallLimit = (
  sql: Sql,
  { account, kind, seconds }: { account: string; kind: CallKind; seconds: number },
) => sql<CallLimit[]>`
  insert into bank_call_limits as known (account, kind, limited_since, limited_until)
  values (${account}, ${kind}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${seconds}))
  on conflict (account, kind) do update set limited_until = excluded.limited_until,
     limited_since = case when known.limited_until > clock_timestamp() - interval '10 minutes'
                          then coalesce(known.limited_since, excluded.limited_since) else excluded.limited_since end
  returning ${callLimitColumns(sql)}`

type BankToken = { sealedToken: string; renewsInMs: number; endsInMs: number }

/** The token of a connection that all processes use; times are by the database's clock. All null: nobody has got one yet. */
export const selectBankToken = async (sql: Sql, name: string) => {
  const [token] = await sql<(BankToken | Record<keyof BankToken, null>)[]>`
    select sealed_token, extract(epoch from renews_at - clock_timestamp())::float8 * 1000 as renews_in_ms,
           extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ends_in_ms
      from bank_tokens where name = ${name}`
  return token ?? null
}

/** Whether this process asks for the next token; false: another asks, or has already replaced the one that was read. */
export const claimBankToken = async (sql: Sql, name: string, read: string | null, forMs: number) => {
  const claimed = await sql`
    insert into bank_tokens as known (name, asked_until)
    values (${name}, clock_timestamp() + make_interval(secs => ${forMs / 1000}))
    on conflict (name) do update set asked_until = excluded.asked_until
     where known.asked_until < clock_timestamp() and known.sealed_token is not distinct from ${read}
    returning name`
  return claimed.length > 0
}

export const releaseBankToken = (sql: Sql, name: string) => sql`
  update bank_tokens set asked_until = clock_timestamp() where name = ${name}`

/** What nobody asks for any more is removed with it. */
export async function upsertBankToken(
  sql: Sql,
  { name, sealedToken, renewsInMs, endsInMs }: { name: string } & BankToken,
): Promise<void> {
  const inMs = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`
  await sql`
    insert into bank_tokens (name, sealed_token, renews_at, ends_at, asked_until)
    values (${name}, ${sealedToken}, ${inMs(renewsInMs)}, ${inMs(endsInMs)}, clock_timestamp())
    on conflict (name) do update set sealed_token = excluded.sealed_token, renews_at = excluded.renews_at,
       ends_at = excluded.ends_at, asked_until = excluded.asked_until`
  await sql`
    delete from bank_tokens where name in (
      select name from bank_tokens where greatest(ends_at, asked_until) < clock_timestamp() - interval '1 day'
       for update skip locked)`
}
