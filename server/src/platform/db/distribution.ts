import type { Sql } from './db.ts'

/**
 * Where the rows of each table are on a distributed database. `everywhere`: complete on every node, small tables that
 * merchants' rows refer to. `byMerchant`: on the node of their merchant. `coordinator`: on the node that servers
 * connect to. A table comes after the tables it refers to.
 */
export const layout = {
  bank_connections: 'everywhere',
  people: 'everywhere',
  merchants: 'everywhere',
  passkeys: 'everywhere',
  sso_providers: 'everywhere',
  sso_identities: 'everywhere',

  balances: 'byMerchant',
  transactions: 'byMerchant',
  postings: 'byMerchant',
  refunds: 'byMerchant',
  adjustments: 'byMerchant',
  reserve_holds: 'byMerchant',
  unmatched_payments: 'byMerchant',
  bank_orders: 'byMerchant',
  bank_exceptions: 'byMerchant',
  unanswered_charges: 'byMerchant',
  second_charges: 'byMerchant',
  consents: 'byMerchant',
  webhook_events: 'byMerchant',
  webhook_attempts: 'byMerchant',
  webhook_circuits: 'byMerchant',
  undelivered: 'byMerchant',
  receivers: 'byMerchant',
  receiver_accounts: 'byMerchant',
  payment_requests: 'byMerchant',
  approval_steps: 'byMerchant',
  documents: 'byMerchant',
  evidence_files: 'byMerchant',
  access_keys: 'byMerchant',
  memberships: 'byMerchant',
  daily_outflows: 'byMerchant',
  payout_recipients: 'byMerchant',
  hourly_flows: 'byMerchant',
  flow_marks: 'byMerchant',
  daily_volumes: 'byMerchant',
  volume_marks: 'byMerchant',
  customers: 'byMerchant',
  bills: 'byMerchant',
  bill_imports: 'byMerchant',
  bill_import_rows: 'byMerchant',
  boletos: 'byMerchant',
  reminder_plans: 'byMerchant',
  bill_reminders: 'byMerchant',
  reminder_refusals: 'byMerchant',
  payment_links: 'byMerchant',
  payout_batches: 'byMerchant',
  payout_batch_rows: 'byMerchant',
  disputes: 'byMerchant',
  sandbox_faults: 'byMerchant',
  files: 'byMerchant',
  file_schedules: 'byMerchant',
  queued_notifications: 'byMerchant',
  notifications: 'byMerchant',
  notification_choices: 'byMerchant',
  search_terms: 'byMerchant',
  transaction_notes: 'byMerchant',
  saved_filters: 'byMerchant',

  operator_requests: 'coordinator',
  operator_days: 'coordinator',
  sessions: 'coordinator',
  one_time_tokens: 'coordinator',
  sso_domains: 'coordinator',
  spent_challenges: 'coordinator',
  guesses: 'coordinator',
  audit_entries: 'coordinator',
  audit_chain_heads: 'coordinator',
  mails: 'coordinator',
  received_payments: 'coordinator',
  sent_payments: 'coordinator',
  connection_balances: 'coordinator',
  bank_call_limits: 'coordinator',
  bank_calls_away: 'coordinator',
  bank_tokens: 'coordinator',
  bank_notices: 'coordinator',
  reconciliations: 'coordinator',
  balance_proofs: 'coordinator',
  rate_limit_levels: 'coordinator',
  webhook_senders: 'coordinator',
  audits: 'coordinator',
  audited_merchants: 'coordinator',
  search_term_marks: 'coordinator',
  platform: 'coordinator',
  recoveries: 'coordinator',
  platform_checks: 'coordinator',
  alarms: 'coordinator',
  alarm_calls: 'coordinator',
  alarm_rounds: 'coordinator',
  personal_data_requests: 'coordinator',
  kept_personal_data: 'coordinator',
  server_secrets: 'coordinator',
  migrations: 'coordinator',
} as const satisfies Record<string, 'everywhere' | 'byMerchant' | 'coordinator'>

/** Distributes the tables that new migrations have made, if the others are distributed. */
export async function distributeNewTables(sql: Sql): Promise<void> {
  if (!sql.database.isDistributed) return
  const [spread] = await sql`select 1 as one from pg_dist_partition where logicalrelid = ${first}::regclass`
  if (spread !== undefined) await distribute(sql, { shards: 1 })
}

/** All other tables are placed beside this one. */
const first = 'balances'

/**
 * Distributes the tables of a Citus coordinator over its nodes, by merchant, with all rows and references. Tables that
 * are distributed already stay as they are, so it can be repeated after an interruption. Returns the tables it moved.
 */
export async function distribute(sql: Sql, { shards }: { shards: number }): Promise<string[]> {
  const done = new Set(
    (
      await sql<{ name: string }[]>`
      select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`
    ).map(({ name }) => name),
  )
  const moved: string[] = []
  for (const [name, place] of Object.entries(layout)) {
    if (done.has(name) || place === 'coordinator') continue
    await sql.unsafe(`
      begin;
      set local client_min_messages = warning;
      -- Tables that refer to one that is everywhere are moved by themselves, later.
      set local citus.enable_local_reference_table_foreign_keys = off;
      set local citus.multi_shard_modify_mode = sequential;
      set local citus.shard_count = ${shards};
      select ${place === 'everywhere' ? `create_reference_table('${name}')` : byMerchant(name)};
      commit`)
    moved.push(name)
  }
  await makeMovable(sql)
  await keepReferences(sql)
  return moved
}

const byMerchant = (name: string) =>
  `create_distributed_table('${name}', 'merchant_id', colocate_with => '${name === first ? 'none' : first}')`

/** A shard can move to another node while the servers work only if its table has a replica identity. */
async function makeMovable(sql: Sql): Promise<void> {
  const unlogged = await sql<{ name: string }[]>`
    select logicalrelid::text as name from pg_dist_partition join pg_class on oid = logicalrelid
     where partmethod = 'h' and relpersistence = 'u'`
  for (const { name } of unlogged) await sql.unsafe(`alter table ${name} set logged`)
}

/** Citus keeps a reference from a coordinator's table to a reference table only if it knows the former. */
async function keepReferences(sql: Sql): Promise<void> {
  const referring = await sql<{ name: string }[]>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid in (select logicalrelid from pg_dist_partition where repmodel = 't')
       and c.conrelid not in (select logicalrelid from pg_dist_partition)
       and c.connamespace = 'public'::regnamespace`
  for (const { name } of referring)
    if (name in layout) await sql.unsafe(`select citus_add_local_table_to_metadata('${name}', true)`)
}
