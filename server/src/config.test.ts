import { expect, test } from 'vitest'
import { type Config, SettingError, readConfig, settings } from './config.ts'

const goodSecret = 'a-secret-of-more-than-32-characters'
const production = { TRILHO_ENV: 'production', TRILHO_SECRET: goodSecret }

test('without any setting it is a sandbox on this machine, with an embedded database', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    DATABASE_URL: '',
    DATABASE_CONNECTIONS: 10,
    DATABASE_PATIENCE: 1,
    TRILHO_DATA: '.trilho',
    STORAGE: { kind: 'local' },
    TRILHO_ENV: 'sandbox',
    TRILHO_SECRET: '',
    DRAIN_SECONDS: 1,
    LOG_LEVEL: 'info',
    RATE_LIMIT: 500,
    REQUESTS_AT_ONCE: 256,
    TOKEN_LIFETIME: 3600,
    CASH_IN_LIFETIME: 86_400,
    TRUST_PROXY: 'no',
  })
})

test('an empty or blank setting is one that was not set', () => {
  const blank = Object.fromEntries(Object.keys(settings).map(name => [name, ' ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

test('settings are read as what they are, without the space around them', () => {
  const config = readConfig({
    PORT: ' 8080 ',
    TRILHO_ENV: 'production',
    TRILHO_SECRET: goodSecret,
    DATABASE_URL: 'postgresql://trilho:geheim@db/trilho',
    PUBLIC_URL: 'https://pay.example.com',
    RATE_LIMIT: '0',
  })
  expect(config).toMatchObject({ PORT: 8080, TRILHO_ENV: 'production', TRILHO_SECRET: goodSecret, RATE_LIMIT: 0 })
})

test.each(['https://pay.example.com', 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
  'production is known by https, or only on this machine: %s',
  PUBLIC_URL => {
    expect(readConfig({ ...production, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
  },
)

test.each(['127.0.0.1', 'localhost', '::1'])(
  'production that only this machine reaches (%s) needs no public URL',
  HOST => {
    expect(readConfig({ ...production, HOST }).PUBLIC_URL).toBe('')
  },
)

test.each([
  ['s3://invoices', { kind: 's3', bucket: 'invoices', region: 'us-east-1', endpoint: null }],
  [
    's3://invoices?endpoint=https://s3.example.com&region=sa-east-1',
    { kind: 's3', bucket: 'invoices', region: 'sa-east-1', endpoint: 'https://s3.example.com' },
  ],
])('STORAGE %s is a bucket', (STORAGE, place) => {
  expect(readConfig({ STORAGE, S3_ACCESS_KEY: 'key', S3_SECRET: 'geheim' }).STORAGE).toEqual(place)
})

test('what is no setting is not read', () => {
  expect(readConfig({ PATH: '/bin', TRILHO_ENVY: 'x' })).toEqual(readConfig({}))
})

test('nobody changes a setting after the start', () => {
  const config = readConfig({}) as { -readonly [Name in keyof Config]: unknown }
  expect(() => (config.PORT = 1)).toThrow(TypeError)
})

test.each([
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '80.5' }],
  ['PORT', { PORT: '0x50' }],
  ['PORT', { PORT: 'http' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'pay.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://pay.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://user:geheim@pay.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://payments.and.more.example.com' }],
  ['PUBLIC_URL', { ...production, PUBLIC_URL: 'http://pay.example.com' }],
  ['PUBLIC_URL', { ...production, PUBLIC_URL: 'HTTP://127.0.0.1.example.com' }],
  ['PUBLIC_URL', { ...production, HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { ...production, HOST: '10.0.0.7' }],
  ['PUBLIC_URL', { ...production, HOST: '::' }],
  ['PUBLIC_URL', { ...production, HOST: '0.0.0.0', PUBLIC_URL: 'http://pay.example.com' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://trilho:geheim@db/trilho' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://trilho:geheim@db:port/trilho' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://trilho:geheim@one:5432,two:port/trilho' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://trilho:geheim@one,two/trilho?target_session_attrs=standby' }],
  ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '1' }],
  ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '501' }],
  ['STORAGE', { STORAGE: 'disk' }],
  ['STORAGE', { STORAGE: 's3://' }],
  ['STORAGE', { STORAGE: 's3://key:geheim@invoices' }],
  ['STORAGE', { STORAGE: 's3://invoices/folder' }],
  ['STORAGE', { STORAGE: 's3://invoices?endpoint=s3.example.com' }],
  ['STORAGE', { STORAGE: 's3://invoices?zone=a' }],
  ['S3_ACCESS_KEY', { STORAGE: 's3://invoices', S3_SECRET: 'geheim' }],
  ['S3_SECRET', { STORAGE: 's3://invoices', S3_ACCESS_KEY: 'key' }],
  ['TRILHO_ENV', { TRILHO_ENV: 'Production' }],
  ['TRILHO_SECRET', { TRILHO_SECRET: 'geheim' }],
  ['TRILHO_SECRET', { TRILHO_ENV: 'production' }],
  ['TRILHO_SECRET', { TRILHO_ENV: 'production', TRILHO_SECRET: 'geheim' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'verbose' }],
  ['RATE_LIMIT', { RATE_LIMIT: '1000001' }],
  ['RATE_LIMIT', { RATE_LIMIT: '1e3' }],
  ['TOKEN_LIFETIME', { TOKEN_LIFETIME: '0' }],
  ['TOKEN_LIFETIME', { TOKEN_LIFETIME: '86401' }],
  ['CASH_IN_LIFETIME', { CASH_IN_LIFETIME: '0' }],
  ['CASH_IN_LIFETIME', { CASH_IN_LIFETIME: '31536001' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://', MAIL_FROM: 'no-reply@example.com' }],
  ['SMTP_URL', { SMTP_URL: 'http://user:geheim@mail.example.com' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://user:geheim@mail.example.com' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://user:geheim@mail.example.com', MAIL_FROM: 'Trilho' }],
])('a wrong %s (%j) stops the start with one line that names it and gives nothing secret away', (name, env) => {
  const fault = faultOf(env)
  expect(fault).toBeInstanceOf(SettingError)
  expect(fault?.message).toMatch(new RegExp(`^${name}\\b.* must `))
  expect(fault?.message).not.toMatch(/geheim|\n/)
})

test('every setting says why one would change it', () => {
  const silent = Object.entries(settings).filter(([, { why }]) => !/^\S.*\.$/.test(why))
  expect(silent).toEqual([])
})

function faultOf(env: Record<string, string>): Error | null {
  try {
    readConfig(env)
    return null
  } catch (error) {
    return error as Error
  }
}
