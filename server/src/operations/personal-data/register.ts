import type { layout } from '../../platform/db/distribution.ts'

export const kindsOfPeople = ['payer', 'recipient', 'member', 'operator'] as const
export type KindOfPerson = (typeof kindsOfPeople)[number]

/**
 * How a column is erased. `words`: what is the person's in it becomes ***, in a text or in JSON. `json`: the same in a text
 * that is JSON. `theirs`: all of it, where the row is about the person. `document`: the same, and it says whom the row is
 * about. `key`: becomes an id of its own where the person is in it, because it must stay unique. `once`: becomes a keyed hash
 * there, so that a repeat of the request, or a refusal, is still recognised. `staff`: the name of a person who works with the portal. `clear`: nothing of it is left in a row that belongs to the person's payment.
 */
export type How = 'words' | 'json' | 'theirs' | 'document' | 'key' | 'once' | 'staff' | 'clear'

export type PersonalTable = {
  whose: readonly KindOfPerson[]
  columns: Readonly<Record<string, How>>
  /** The law requires it for KEEP_PAYMENTS_DAYS from this time on: until then it is kept, sealed, and only an access opens it. */
  keptFrom?: string
  /** How a row belongs to a payment or to a person who signs in. */
  ofTransaction?: 'id' | 'transaction_id' | 'event' | 'owner' | 'subject' | 'bill_id'
  ofPerson?: string
  /** Rows of the person are deleted: `ofPerson`, or those that `document` and `theirs` say are about the person. */
  deletes?: true
  /** SQL: a row that is still needed as it is. Its erasure waits. `$merchant` is its merchant: a distributed table is asked on one node. */
  inUse?: string
  /** Also found by a full name alone: texts of banks, in which documents are masked. */
  byName?: true
}

/** Tables whose own capability erases them, and how. */
export const erasedByTheirOwn = {
  people: 'the account is closed: name and e-mail go, and with them sessions, links, memberships and credentials',
  audit_entries: 'redacted: the chain of hashes stays provable',
  search_terms: 'the words of the name are deleted with those of the payment',
  mails:
    'sealed, and deleted when it is sent or given up; the record of one goes with the account, that of a reminder with its bill',
} as const

/**
 * Where personal data is. Every text and JSON column of the schema is here: `columns` are those with personal data, `none` in
 * `columnsWithout` the others. A test compares it with the database.
 */
// biome-ignore format: a table is read in columns
export const personalData = {
  recoveries:           { whose: ['operator'], columns: { released_by: 'staff', note: 'words', banks: 'words' }, keptFrom: 'at' },
  merchants:            { whose: ['operator'], columns: { suspended_by: 'staff', suspension_reason: 'words' } },
  operator_requests:    { whose: ['operator', 'member', 'payer', 'recipient'], columns: { subject: 'words', details: 'words', person_name: 'staff', address: 'clear', decided_by: 'staff', note: 'words' }, keptFrom: 'created_at', ofPerson: 'person_id', inUse: `state in ('Requested', 'Waiting')` },
  sessions:             { whose: ['member', 'operator'], columns: { address: 'words', agent: 'words' }, ofPerson: 'person_id', deletes: true },
  passkeys:             { whose: ['member', 'operator'], columns: { name: 'words' }, ofPerson: 'person_id', deletes: true },
  sso_identities:       { whose: ['member', 'operator'], columns: { subject: 'words' }, ofPerson: 'person_id', deletes: true },
  access_keys:          { whose: ['member'], columns: { name: 'words' } },
  queued_notifications: { whose: ['payer', 'recipient', 'member'], columns: { subject: 'key', details: 'words' }, inUse: 'sent_at is null and over_at is null' },
  notifications:        { whose: ['payer', 'recipient', 'member'], columns: { subject: 'words', details: 'words' }, ofPerson: 'person_id', deletes: true },
  adjustments:          { whose: ['payer', 'recipient', 'operator'], columns: { reason: 'words', evidence: 'words', made_by: 'staff' }, keptFrom: 'created_at', ofTransaction: 'transaction_id' },
  evidence_files:       { whose: ['payer', 'recipient', 'operator'], columns: { file_name: 'words', uploaded_by: 'staff' }, keptFrom: 'created_at', ofTransaction: 'transaction_id' },
  webhook_events:       { whose: ['payer', 'recipient'], columns: { payload: 'json', url: 'words', last_answer: 'words' }, ofTransaction: 'transaction_id', inUse: `stage <> 'Finished'` },
  webhook_attempts:     { whose: ['payer', 'recipient'], columns: { answer: 'clear', error: 'words' }, ofTransaction: 'event' },
  bank_orders:          { whose: ['recipient'], columns: { cause_from_notice: 'words', words_from_notice: 'words' }, ofTransaction: 'transaction_id', inUse: 'true' },
  // Before transactions: a payment that comes from a row after it was read here is read there.
  customers:            { whose: ['payer'], columns: { document: 'document', name: 'words', email: 'theirs', phone: 'theirs', address: 'words', notes: 'words', metadata: 'words', external_id: 'key', search_text: 'words', idempotency_key: 'once' }, deletes: true, inUse: `exists (select 1 from bill_import_rows r where r.merchant_id = $merchant and r.state = 'Waiting' and r.form ->> 'customerId' = customers.id::text)` },
  bill_imports:         { whose: ['payer'], columns: { name: 'words', idempotency_key: 'once' }, keptFrom: 'created_at', inUse: `state = 'Running'` },
  bill_import_rows:     { whose: ['payer'], columns: { form: 'words', order_id: 'key', message: 'words' }, keptFrom: 'ended_at', ofTransaction: 'bill_id', inUse: `state = 'Waiting'` },
  payout_batches:       { whose: ['recipient'], columns: { name: 'words', order_id: 'key', idempotency_key: 'once', webhook_url: 'words' }, keptFrom: 'created_at', inUse: 'completed_at is null and decided_at is null' },
  payout_batch_rows:    { whose: ['recipient'], columns: { tax_number: 'document', name: 'theirs', pix_key: 'theirs', order_id: 'key', description: 'words', message: 'words', metadata: 'clear' }, keptFrom: 'ended_at', ofTransaction: 'transaction_id', inUse: `state = 'Waiting'` },
  transactions:         { whose: ['payer', 'recipient'], columns: { counterparty: 'words', participant: 'words', pix_key: 'theirs', order_id: 'key', idempotency_key: 'once', order_description: 'words', bank_words: 'words', error_cause: 'words', webhook_url: 'words', redirect_url: 'words', metadata: 'clear' }, keptFrom: 'created_at', ofTransaction: 'id' },
  unanswered_charges:   { whose: ['payer'], columns: { idempotency_key: 'theirs' }, deletes: true, inUse: 'expires_at > now()' },
  bank_exceptions:      { whose: ['payer', 'recipient', 'operator'], columns: { subject: 'words', expected: 'words', said: 'words', sent_to: 'words', note: 'words', ended_by: 'staff' }, keptFrom: 'created_at', ofTransaction: 'transaction_id', inUse: `state = 'Open'` },
  refunds:              { whose: ['payer', 'member'], columns: { reason: 'words', cause: 'words', bank_words: 'words', requested_by: 'words' }, keptFrom: 'created_at', ofTransaction: 'transaction_id' },
  payout_recipients:    { whose: ['recipient', 'member'], columns: { tax_number: 'document', name: 'theirs', pix_key: 'theirs', created_by: 'staff' }, deletes: true },
  transaction_notes:    { whose: ['payer', 'recipient', 'member'], columns: { text: 'words', person_name: 'staff' }, ofTransaction: 'transaction_id', ofPerson: 'person_id' },
  saved_filters:        { whose: ['payer', 'recipient', 'member'], columns: { name: 'theirs', query: 'theirs' }, ofPerson: 'person_id', deletes: true },
  approval_steps:       { whose: ['member', 'operator'], columns: { user_name: 'staff', comment: 'words' }, keptFrom: 'at', ofPerson: 'user_id' },
  receivers:            { whose: ['recipient'], columns: { fantasy_name: 'words', review_note: 'words' }, keptFrom: 'created_at' },
  receiver_accounts:    { whose: ['recipient'], columns: { review_note: 'words' }, keptFrom: 'created_at' },
  payment_requests:     { whose: ['recipient'], columns: { description: 'words' }, keptFrom: 'created_at', ofTransaction: 'transaction_id' },
  documents:            { whose: ['payer', 'recipient'], columns: { name: 'words', file_name: 'words' }, keptFrom: 'created_at', ofTransaction: 'owner' },
  bills:                { whose: ['payer'], columns: { lines: 'words', asked_change: 'words', payer_contact: 'clear' }, ofTransaction: 'id', inUse: `exists (select 1 from transactions t where t.merchant_id = $merchant and t.id = bills.id and t.state in ('Created', 'Registered', 'ToSettle'))` },
  reminder_refusals:    { whose: ['payer'], columns: { tax_number: 'once' } },
  payment_links:        { whose: ['payer'], columns: { title: 'words', description: 'words', redirect_url: 'words', webhook_url: 'words', idempotency_key: 'once', metadata: 'words' }, inUse: `state = 'Active'` },
  disputes:             { whose: ['payer'], columns: { opened_by: 'staff', reason: 'words', details: 'words', defence: 'words', cause: 'words', defence_refusal: 'words', contest: 'words', contest_note: 'words' }, keptFrom: 'created_at', ofTransaction: 'transaction_id', inUse: 'ended_at is null or contested_at is not null and contest_ended_at is null' },
  files:                { whose: ['payer', 'recipient'], columns: { list: 'words', result: 'words' }, inUse: `state in ('Waiting', 'Running')` },
  bank_notices:         { whose: ['payer', 'recipient'], columns: { body: 'json' }, inUse: 'next_step_at is not null', byName: true },
  reconciliations:      { whose: ['payer', 'recipient'], columns: { details: 'words' }, keptFrom: 'at', inUse: `state = 'Running'`, byName: true },
  balance_proofs:       { whose: ['operator'], columns: { entered_by: 'staff' }, keptFrom: 'at' },
  alarms:               { whose: ['operator', 'payer', 'recipient'], columns: { details: 'words', acknowledged_by: 'staff', note: 'words' } },
  alarm_calls:          { whose: ['payer', 'recipient'], columns: { payload: 'json' }, inUse: 'next_attempt_at is not null' },
  personal_data_requests: { whose: ['member', 'operator'], columns: { requested_by: 'staff' } },
  sandbox_faults:       { whose: ['member'], columns: { made_by: 'staff' } },
} as const satisfies Partial<Record<keyof typeof layout, PersonalTable>>

export type TableName = keyof typeof personalData

/** The columns of tables that their own capability erases. */
export const columnsOfTheirOwn = {
  people: ['email', 'name', 'password_hash', 'totp_secret', 'recovery_hashes'],
  audit_entries: ['person_name', 'subject', 'details', 'address'],
  search_terms: ['term'],
  mails: ['sealed', 'masked_to', 'fault'],
} as const satisfies Record<keyof typeof erasedByTheirOwn, readonly string[]>

/**
 * Text and JSON columns without personal data: names of states, kinds and reasons, ids, hashes, sealed secrets, settings of the
 * platform, and what identifies a company. A company's data stays as long as its contract and its payments.
 */
// biome-ignore format: a table is read in columns
export const columnsWithout: Record<string, readonly string[]> = {
  server_secrets: ['name', 'value'],
  platform: ['environment', 'system_identifier', 'database_oid'],
  migrations: ['name', 'checksum'],
  recoveries: ['cause', 'role'],
  rate_limit_levels: ['key'],
  bank_call_limits: ['account', 'kind'],
  bank_calls_away: ['kind'],
  bank_tokens: ['name', 'sealed_token'],
  mails: ['kind'],
  merchants: ['name', 'tax_number', 'city', 'account_number', 'webhook_secret', 'webhook_url', 'webhook_events', 'webhook_previous_secret', 'state', 'raised_limits', 'loosened_rules'],
  people: ['language', 'operator_roles'],
  memberships: ['roles'],
  operator_requests: ['act', 'sealed_input', 'input_hash', 'basis_hash', 'state'],
  sessions: ['token_hash'],
  passkeys: ['credential_id', 'public_key', 'transports'],
  spent_challenges: ['challenge_hash'],
  sso_providers: ['issuer', 'client_id', 'client_secret'],
  sso_domains: ['domain'],
  sso_identities: ['issuer'],
  one_time_tokens: ['token_hash', 'purpose'],
  guesses: ['key'],
  audit_entries: ['act', 'previous_hash', 'hash', 'content_hash', 'salt'],
  audit_chain_heads: ['hash'],
  access_keys: ['secret_hash', 'state', 'scopes', 'overlap', 'networks', 'loosened_networks'],
  queued_notifications: ['kind', 'not_to'],
  notifications: ['kind'],
  notification_choices: ['topic'],
  postings: ['name'],
  bank_connections: ['name', 'dialect', 'sealed_settings', 'callback_token', 'pix_key'],
  adjustments: ['name', 'end_to_end_id', 'statement_row'],
  evidence_files: ['extension', 'content_type', 'sha256'],
  webhook_events: ['header_name', 'header_value', 'status', 'lane', 'stage', 'scope'],
  webhook_attempts: ['outcome'],
  webhook_circuits: ['lane', 'outcome', 'error'],
  bank_orders: ['kind', 'subject', 'bank_reference', 'key_look_up', 'lane', 'state'],
  transactions: ['operation', 'state', 'request_hash', 'pix_key_type', 'qr_code', 'external_id', 'end_to_end_id', 'webhook_header_name', 'webhook_header_value'],
  unanswered_charges: ['request_hash'],
  bank_exceptions: ['kind', 'state', 'act', 'end_to_end_id', 'bank_answer'],
  received_payments: ['end_to_end_id', 'other_spelling'],
  sent_payments: ['end_to_end_id'],
  unmatched_payments: ['reason', 'components'],
  daily_outflows: ['operation'],
  refunds: ['id', 'state'],
  payout_recipients: ['key_type'],
  consents: ['institution_id', 'institution_name', 'language', 'external_id', 'state', 'rejection_reason', 'authorisation_url', 'access', 'end_to_end_id'],
  approval_steps: ['user_id', 'realm', 'status'],
  receivers: ['status', 'cnpj'],
  receiver_accounts: ['bank_code', 'bank_name', 'agency', 'number', 'owner_cnpj', 'pix_key', 'status'],
  payment_requests: ['receiver_as_sent', 'account_as_sent', 'status', 'key_look_up'],
  documents: ['state', 'extension', 'content_type'],
  customers: ['request_hash'],
  bills: ['terms', 'changes'],
  bill_imports: ['state', 'request_hash'],
  bill_import_rows: ['state', 'reason'],
  boletos: ['our_number', 'bank_number', 'barcode', 'txid'],
  reminder_plans: ['language', 'words'],
  bill_reminders: ['moment', 'channels', 'withheld'],
  payment_links: ['state', 'webhook_header_name', 'webhook_header_value', 'request_hash', 'static_id', 'qr_code'],
  payout_batches: ['state', 'kind', 'webhook_header_name', 'webhook_header_value', 'request_hash'],
  payout_batch_rows: ['state', 'key_type', 'reason'],
  disputes: ['bank_reference', 'state', 'refund_id', 'contest_reason', 'contest_outcome'],
  files: ['kind', 'format', 'language', 'state', 'fault'],
  file_schedules: ['kind', 'format', 'every', 'bucket', 'sealed', 'fault', 'language'],
  platform_checks: ['name', 'first_faults'],
  audited_merchants: ['stage', 'faults'],
  reconciliations: ['state'],
  balance_proofs: ['state', 'awaits'],
  alarms: ['rule', 'subject', 'state', 'mark'],
  alarm_calls: ['event', 'fault'],
  alarm_rounds: ['unmeasured'],
  sandbox_faults: ['kind'],
  personal_data_requests: ['kind', 'state', 'person_hashes', 'sealed_person', 'progress', 'found', 'kept', 'fault'],
  kept_personal_data: ['source', 'person_hashes', 'row_key', 'sealed'],
}

export const tableNames = Object.keys(personalData) as TableName[]

export const rowOf = (table: TableName): PersonalTable => personalData[table]
