import { type StoragePlace, readStoragePlace } from './platform/storage/open-storage.ts'
import { isDatabaseUrl } from './platform/db/hosts.ts'
import { isHttpUrl } from './platform/http/validation.ts'
import { isSecretSource } from './platform/lib/secret-source.ts'

type Setting<Value> = { fallback: string; why: string; read: (text: string) => Value }

const text = (fallback: string, why: string): Setting<string> => ({ fallback, why, read: value => value })

const number = (fallback: string, least: number, most: number, why: string): Setting<number> => ({
  fallback,
  why,
  read(value) {
    const n = Number(value)
    if (!/^\d+$/.test(value) || n < least || n > most) throw new Error(`a whole number from ${least} to ${most}`)
    return n
  },
})

const oneOf = <const Value extends string>(values: readonly [Value, ...Value[]], why: string): Setting<Value> => ({
  fallback: values[0],
  why,
  read(value) {
    const found = values.find(v => v === value)
    if (found === undefined) throw new Error(`one of ${values.join(', ')}`)
    return found
  },
})

const address = (why: string, schemes: RegExp, example: string): Setting<string> => ({
  fallback: '',
  why,
  read(value) {
    if (value !== '' && !(schemes.test(value) && URL.canParse(value))) throw new Error(`an address such as ${example}`)
    return value
  },
})

/** Every setting, with its default and its purpose. Nothing else reads the environment. */
export const settings = {
  PORT: number('3000', 0, 65_535, 'Port to listen on; 0 takes a free one.'),
  HOST: text('127.0.0.1', 'Address to listen on; 0.0.0.0 to be reached from other machines.'),
  PUBLIC_URL: address(
    'Public URL of this server: QR code, receipt and checkout URLs start with it. Default: http://HOST:PORT; required in production unless HOST is loopback.',
    /^https?:\/\//,
    'https://pay.example.com',
  ),
  DATABASE_URL: {
    fallback: '',
    why: 'Your PostgreSQL (15 or newer), or several servers of it of which one takes writes: …@one:5432,two:5432/…. Empty: an embedded PostgreSQL with its data under TRILHO_DATA.',
    read(value) {
      if (value === '' || isDatabaseUrl(value)) return value
      throw new Error(
        'an address such as postgres://user:password@host/database, or with …@one:5432,two:5432/database?target_session_attrs=read-write',
      )
    },
  } satisfies Setting<string>,
  DATABASE_CONNECTIONS: number('10', 2, 500, 'Maximum number of PostgreSQL connections of this process.'),
  DATABASE_PATIENCE: number('1', 1, 60, 'Multiplies how long a request waits for the database: 2 s for a query.'),
  TRILHO_DATA: text('.trilho', 'Folder for the embedded database, sandbox.json and uploaded documents.'),
  STORAGE: {
    fallback: 'local',
    why: 'Where uploaded documents are stored: local (under TRILHO_DATA), or s3://bucket?endpoint=https://…&region=… for any number of servers.',
    read: readStoragePlace,
  } satisfies Setting<StoragePlace>,
  S3_ACCESS_KEY: text('', 'Access key of the S3 bucket; required with STORAGE=s3://….'),
  S3_SECRET: text('', 'Secret of that access key; required with STORAGE=s3://….'),
  TRILHO_ENV: oneOf(
    ['sandbox', 'production'],
    'A sandbox has demo data and simulation endpoints; production has neither.',
  ),
  DEMO_MONTH: oneOf(['yes', 'no'], 'Whether the first merchant of a new sandbox gets a month of demo payments.'),
  TRILHO_ROLE: oneOf(
    ['all', 'api', 'worker'],
    'What this process does: answer requests, do the background work (retries, payouts, expiry), or both.',
  ),
  PROCESSES: number(
    '0',
    0,
    128,
    'Number of processes on this machine. 0: one in a sandbox or with fewer than four cores, otherwise one less than the number of cores.',
  ),
  TRILHO_SECRET: text(
    '',
    'At least 32 characters, or where they are read: file:<path>, command:<program and arguments>, aws-kms:<ciphertext>, vault-transit:<key>:<ciphertext>. Signs tokens and encrypts stored secrets. Required in production; a sandbox generates one.',
  ),
  TRILHO_SECRET_PREVIOUS: text(
    '',
    'The previous secret, accepted during a rotation: what was encrypted or signed with it stays valid. See docs/security.md.',
  ),
  VAULT_ADDR: address(
    'HashiCorp Vault, for a secret from vault-transit.',
    /^https?:\/\//,
    'https://vault.example.com:8200',
  ),
  VAULT_TOKEN: text('', 'Token for Vault; it must be allowed to decrypt with the key of the secret.'),
  VAULT_NAMESPACE: text('', 'Namespace in Vault, if it has any.'),
  DRAIN_SECONDS: number(
    '1',
    0,
    300,
    'Seconds for which a stopping server still answers requests after it reports that it is not ready. Set it to the time your load balancer needs to notice.',
  ),
  LOG_LEVEL: oneOf(
    ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'],
    'How much is logged; debug logs every request.',
  ),
  RATE_LIMIT: number('500', 0, 1_000_000, 'Requests a second for each access key; 0 turns the limit off.'),
  REQUESTS_AT_ONCE: number(
    '256',
    0,
    1_000_000,
    'Requests of one access key that this process works on at once; 0 turns the limit off.',
  ),
  TOKEN_LIFETIME: number('3600', 1, 86_400, 'Seconds an access token is valid.'),
  CASH_IN_LIFETIME: number(
    '86400',
    1,
    31_536_000,
    'Seconds for which a PIX charge can be paid, unless the request sets it.',
  ),
  SWEEP_ALARM_MINUTES: number(
    '10',
    2,
    1_440,
    'Minutes without a complete list of received payments after which a bank is shown as down.',
  ),
  OWN_TRANSFER_ALARM_MINUTES: number(
    '60',
    5,
    10_080,
    'Minutes after which a transfer between two accounts of the platform that has not arrived becomes an exception.',
  ),
  ALARM_EXCEPTION_HOURS: number('4', 1, 720, 'Hours for which a bank exception may be open before the alarm.'),
  ALARM_EXCEPTION_AMOUNT: number(
    '5000',
    1,
    1_000_000_000,
    'An open bank exception of so many reais is an alarm at once.',
  ),
  ALARM_BANK_MINUTES: number('5', 1, 1_440, 'Minutes for which a bank may give no answer before the alarm.'),
  ALARM_DISPUTE_HOURS: number(
    '24',
    1,
    720,
    'Hours before the deadline of an undecided dispute at which the alarm is raised.',
  ),
  ALARM_CONTEST_DAYS: number(
    '10',
    1,
    365,
    'Days for which the contest of a return may be without an answer of the bank before the alarm.',
  ),
  ALARM_BOOKS_HOURS: number(
    '6',
    2,
    720,
    'Hours without a complete audit of the books before the alarm. Wrong rows are one at once.',
  ),
  ALARM_DAMAGE_HOURS: number(
    '24',
    1,
    720,
    'Hours for which a page of the database that could not be read stays an alarm. A merchant suspended for one is an alarm, too.',
  ),
  ALARM_BALANCE_HOURS: number(
    '48',
    25,
    720,
    'Hours for which the balance of a bank may not be compared with the books before the alarm; 15 times as long where an operator must enter it. A gap is one at once.',
  ),
  ALARM_ORDERS_MINUTES: number('15', 1, 1_440, 'Minutes for which a bank order may be due and wait before the alarm.'),
  ALARM_WEBHOOKS_WAITING: number('10000', 1, 99_999, 'Webhook events not yet delivered that are an alarm.'),
  ALARM_MAILS_MINUTES: number('15', 1, 1_440, 'Minutes for which a mail may wait to be sent before the alarm.'),
  ALARM_MAILS_UNSENT: number('5', 1, 100_000, 'Mails given up within a day that are an alarm.'),
  ALARM_CERTIFICATE_DAYS: number(
    '30',
    1,
    365,
    'Days before the certificate of a bank ends at which the alarm is raised.',
  ),
  ALARM_CLOCK_SECONDS: number(
    '30',
    5,
    3_600,
    'Seconds by which the clocks of database, server and banks may differ before the alarm.',
  ),
  ALARM_OPERATORS: number('2', 1, 100, 'Operators that production needs; fewer are an alarm. 1 turns it off.'),
  ALARM_REPEAT_MINUTES: number(
    '60',
    5,
    1_440,
    'Minutes after which an alarm that nobody has acknowledged is sent again, five times at most.',
  ),
  ALARM_WEBHOOK_URL: address(
    'Where alarms are sent, signed like the webhooks of merchants. Empty: nowhere.',
    /^https?:\/\//,
    'https://alerts.example.com/trilho',
  ),
  ALARM_WEBHOOK_SECRET: text(
    '',
    'The secret of that signature: whsec_ and at least 24 random bytes in base64. Required with ALARM_WEBHOOK_URL.',
  ),
  KEEP_ALARMS_DAYS: number('400', 7, 36_500, 'Days for which alarms are stored after they end.'),
  KEEP_REQUESTS_DAYS: number(
    '400',
    7,
    36_500,
    'Days for which requests of operators are stored after they are decided.',
  ),
  OPERATOR_ALONE_UP_TO: number(
    '1000',
    0,
    1_000_000_000,
    'Reais up to which one operator alone ends a bank exception, returns a disputed payment or moves money between banks; above it another one approves.',
  ),
  OPERATOR_ALONE_PER_DAY: number(
    '5000',
    0,
    1_000_000_000,
    'Reais that one operator alone moves by such actions in a day; beyond it another one approves each.',
  ),
  SUCCESSOR_WAIT_HOURS: number(
    '24',
    1,
    720,
    "Hours for which a merchant's owners can stop another owner that operators have named. None in a sandbox.",
  ),
  DISPUTE_ANSWER_DAYS: number(
    '7',
    1,
    90,
    'Days in which a dispute (MED) can be answered, where the bank does not say until when.',
  ),
  DISPUTE_REMIND_HOURS: number(
    '24',
    1,
    720,
    'Hours before the deadline of an unanswered dispute (MED) at which its merchant is reminded, once.',
  ),
  DISPUTE_CONTEST_DAYS: number(
    '80',
    1,
    365,
    'Days after the end of a dispute (MED) in which a merchant can contest the return.',
  ),
  LIMIT_RAISE_WAIT_HOURS: number(
    '24',
    0,
    720,
    'Hours after which a raised limit of a merchant takes effect. A lowered one does at once. None in a sandbox.',
  ),
  KEEP_WEBHOOKS_DAYS: number('90', 7, 36_500, 'Days for which webhook events, their payloads and attempts are stored.'),
  KEEP_BANK_NOTICES_DAYS: number('90', 7, 36_500, 'Days for which callbacks of banks are stored.'),
  KEEP_PAYMENTS_DAYS: number(
    '3653',
    365,
    36_500,
    'Days for which the law requires to keep who paid and was paid: what an erasure removes from payments stays sealed until then.',
  ),
  KEEP_SESSIONS_DAYS: number('31', 1, 36_500, 'Days for which sessions and token URLs are stored after they expire.'),
  KEEP_MAILS_DAYS: number('31', 1, 36_500, 'Days for which the record of a sent mail is stored.'),
  KEEP_NOTIFICATIONS_DAYS: number(
    '90',
    30,
    36_500,
    'Days for which notifications in the portal and records of sent reminders are stored.',
  ),
  SMTP_URL: address(
    'Mail server for invitations, password resets and notifications: smtp://user:password@host:587, or smtps:// for TLS from the start. Empty: nothing is mailed.',
    /^smtps?:\/\/[^/]/,
    'smtp://user:password@mail.example.com:587',
  ),
  MAIL_FROM: text('', 'Sender of mails, such as "Trilho <no-reply@example.com>"; required with SMTP_URL.'),
  TRUST_PROXY: oneOf(
    ['no', 'yes'],
    "yes behind a proxy of your own: the caller's address is then taken from X-Forwarded-For.",
  ),
} as const

type Settings = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }
export type Config = Settings

/** A wrong setting stops the start with one line that names it. */
export class SettingError extends Error {}

export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {}
  for (const [name, { fallback, read }] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const given = env[name]?.trim() || fallback
    try {
      values[name] = read(given)
    } catch (error) {
      const shown = /SECRET(_PREVIOUS)?$|_URL$|^STORAGE$/.test(name) ? '' : ` ("${given}")`
      throw new SettingError(`${name}${shown} must be ${(error as Error).message}`)
    }
  }
  return Object.freeze(checkTogether(values as Settings))
}

/** Only this machine reaches it: to rehearse, and behind nothing. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** The settings of a production server that is being set up, with a secret where none is given yet. */
export const readSetupConfig = (newSecret: string): Config =>
  readConfig({ ...process.env, TRILHO_ENV: 'production', TRILHO_SECRET: process.env['TRILHO_SECRET'] || newSecret })

function checkTogether(config: Settings): Settings {
  for (const name of ['TRILHO_SECRET', 'TRILHO_SECRET_PREVIOUS'] as const)
    if (config[name] !== '' && config[name].length < 32 && !isSecretSource(config[name]))
      throw new SettingError(`${name} must have at least 32 characters`)
  if (config.TRILHO_ENV === 'production' && config.TRILHO_SECRET === '')
    throw new SettingError(
      'TRILHO_SECRET must be set in production: at least 32 random characters, the same for every process',
    )
  const missing = (['S3_ACCESS_KEY', 'S3_SECRET'] as const).find(name => config[name] === '')
  if (config.STORAGE.kind === 's3' && missing !== undefined)
    throw new SettingError(`${missing} must be set with STORAGE=s3://…`)
  if (config.SMTP_URL !== '' && !/^[^@\s]+@[^@\s]+$|<[^@\s]+@[^@\s]+>$/.test(config.MAIL_FROM))
    throw new SettingError('MAIL_FROM must be an address such as "Trilho <no-reply@example.com>" with SMTP_URL')
  if (config.ALARM_WEBHOOK_URL !== '' && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(config.ALARM_WEBHOOK_SECRET))
    throw new SettingError(
      'ALARM_WEBHOOK_SECRET must be whsec_ and at least 24 random bytes in base64 with ALARM_WEBHOOK_URL',
    )
  if (config.PUBLIC_URL !== '' && !isHttpUrl(config.PUBLIC_URL))
    throw new SettingError('PUBLIC_URL must be an http(s) address without credentials')
  if (
    config.TRILHO_ENV === 'production' &&
    /^http:/i.test(config.PUBLIC_URL) &&
    !isLoopback(new URL(config.PUBLIC_URL).hostname)
  )
    throw new SettingError('PUBLIC_URL must start with https:// in production: cookies and tokens travel with it')
  if (config.TRILHO_ENV === 'production' && config.PUBLIC_URL === '' && !isLoopback(config.HOST))
    throw new SettingError(
      'PUBLIC_URL must be set in production, to the https address of this server, unless HOST is of this machine only',
    )
  const location = config.PUBLIC_URL.replace(/^https?:\/\//, '').replace(/\/+$/, '')
  if (location.length > 28)
    throw new SettingError('PUBLIC_URL must have at most 28 characters after https:// (a BR Code carries it)')
  return config
}
