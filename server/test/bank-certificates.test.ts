import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bankCommands } from '../src/commands/bank-commands.ts'
import { metrics } from '../src/lib/metrics.ts'
import { connectBank } from '../src/rails/connect-bank.ts'
import { watchCertificates } from '../src/rails/watch-certificates.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const { needs, sql } = await openTrilho(settings, { isConnected: false })
const [bank, stranger] = await Promise.all([startRealBank(), startRealBank()])

const fineLines = async (id: string) => (await (await needs.railsOf(id)).check()).filter(({ isFine }) => isFine).length

test('a second certificate is used when the bank refuses the first, without a restart', async () => {
  // One of another authority: what a bank makes of a certificate that it has let go of.
  const { certificates } = await stranger.settingsOf('inter')
  const wanted = { name: 'Inter', dialect: 'inter', isDefault: true }
  const { id } = await connectBank(needs, {
    ...wanted,
    settings: { ...(await bank.settingsOf('inter')), certificates },
  })
  const [line] = await (await needs.railsOf(id)).check()
  expect(line?.isFine).toBe(false)

  const file = bank.fileOf('inter', 'next.json')
  await writeFile(file, JSON.stringify({ cert: 'certificate.pem', key: 'certificate.key' }))
  expect(await bankCommands['certificate']?.(needs, 'Inter', file)).toContain('one more certificate')
  await expect.poll(() => fineLines(id), { timeout: 10_000, interval: 500 }).toBe(3)
  expect(await sql`select subject, details from acts where act = 'bank.addCertificate'`).toMatchObject([
    { subject: 'Inter', details: {} },
  ])
})

test('what has ended is refused, and the days that are left are a gauge', async () => {
  const later = { ...needs, clock: () => new Date('2100-01-01') }
  const wanted = { name: 'Efí', dialect: 'efi', isDefault: false, settings: await bank.settingsOf('efi') }
  await expect(connectBank(later, wanted)).rejects.toThrow('the certificate has ended')
  await connectBank(needs, wanted)
  await watchCertificates(needs)
  const shown = await metrics.getSingleMetricAsString('trilho_bank_certificate_days_left')
  expect(Number(/bank="Efí"\} (\d+)/.exec(shown)?.[1])).toBeGreaterThan(30)
})
