import { writeFile } from 'node:fs/promises'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { bankCommands } from '../src/edges/commands/bank-commands.ts'
import { metrics } from '../src/platform/lib/metrics.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { watchConnections } from '../src/money/rails/connections.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const { needs, sql } = await openTrilho(settings, { isConnected: false })
const [bank, otherBank] = await Promise.all([startRealBank(), startRealBank()])

const isFine = async (id: string) => (await (await needs.railsOf(id)).check()).every(line => line.isFine)

test('a second certificate is used when the bank refuses the first, without a restart', async () => {
  // A certificate of another authority, which the bank refuses like a revoked one.
  const { certificates } = await otherBank.settingsOf('inter')
  const connection = { name: 'Inter', dialect: 'inter', isDefault: true }
  const { id } = await connectBank(needs, {
    ...connection,
    settings: { ...(await bank.settingsOf('inter')), certificates },
  })
  const [line] = await (await needs.railsOf(id)).check()
  expect(line?.isFine).toBe(false)

  const file = bank.fileOf('inter', 'next.json')
  await writeFile(file, JSON.stringify({ cert: 'certificate.pem', key: 'certificate.key' }))
  expect(await bankCommands['certificate']?.(needs, 'Inter', file)).toContain('one more certificate')
  await expect.poll(() => isFine(id), { interval: 500 }).toBe(true)
  expect(await sql`select subject, details from audit_entries where act = 'bank.addCertificate'`).toMatchObject([
    { subject: 'Inter', details: {} },
  ])
})

test('an expired certificate is refused, and the remaining days are a gauge', async () => {
  const later = { ...needs, clock: () => new Date('2100-01-01') }
  const connection = { name: 'Efí', dialect: 'efi', isDefault: false, settings: await bank.settingsOf('efi') }
  await expect(connectBank(later, connection)).rejects.toThrow('the certificate has expired')
  await connectBank(needs, connection)
  await watchConnections(needs)
  const shown = await metrics.getSingleMetricAsString('trilho_bank_certificate_days_left')
  expect(Number(/bank="Efí"\} (\d+)/.exec(shown)?.[1])).toBeGreaterThan(30)
})

test('a bank is added by command from a file, and the audit log records it without secrets', async () => {
  const { certificates: _, ...of } = await bank.settingsOf('standard')
  const files = { ca: 'ca.pem', certificates: [{ cert: 'certificate.pem', key: 'certificate.key' }] }
  const path = bank.fileOf('standard', 'bank.json')
  await writeFile(path, JSON.stringify({ name: 'Standard', dialect: 'standard', default: false, ...of, ...files }))
  expect(await bankCommands['add']?.(needs, path, '')).toMatch(/^Standard is connected\.\n.*\/bank-notices\//)
  const entries = await sql`select * from audit_entries where act = 'bank.connect' and subject = 'Standard'`
  expect(entries).toMatchObject([{ details: { dialect: 'standard', isDefault: false, pixUrl: of.pixUrl } }])
  const kept = await sql`select sealed_settings from bank_connections where name = 'Standard'`
  const everything = inspect([entries, kept], { depth: null })
  for (const secret of [of.clientSecret ?? '-', of.clientId]) expect(everything).not.toContain(secret)
})
