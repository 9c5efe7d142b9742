import type { Sql, Tx } from '../../platform/db/db.ts'
import { bacenPix } from './bacen-pix/bacen-pix.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import type { DialectName } from './bacen-pix/presets.ts'
import type { BankSettings } from './bacen-pix/settings.ts'
import { cannotConnect, judgeCertificates } from './judge-certificates.ts'
import type { Rails, ReceivedPayment } from './rails.ts'
import { sealSettings } from './sealed-settings.ts'
import { type Connection, type LastPayment, planCallbackCheckNow, selectLastPayments, updateSettings } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }

type Replacement = {
  settings: BankSettings
  /** Whether the bank is called with them first: to end a leaked secret needs no bank. */
  isTried: boolean
  /** Whether an account that could not be compared is taken for the same: a person confirms it, or the account cannot change. */
  isSameAccount: boolean
  /** What changes in the same commit, and what is refused by then. */
  alongside: (tx: Tx, rails: { old: Rails; renewed: Rails }) => Promise<void>
}

/**
 * Replaces the settings of a connection in place. They are tried at the bank first, and nothing changes if it refuses them;
 * all processes use them within a few seconds. They must be of the same account: its payments stay with the connection.
 */
export async function replaceSettings(
  needs: Needs,
  connection: Connection,
  { settings, isTried, isSameAccount: isConfirmed, alongside }: Replacement,
): Promise<void> {
  const { id, sealedSettings: before } = connection
  if (before === null) throw cannotConnect('notABank')
  const now = needs.clock()
  const certificateExpiresAt = judgeCertificates(settings.certificates, now)
  const sealedSettings = sealSettings(needs, id, settings)
  const railsOf = bacenPix(needs, bankDialects[connection.dialect as DialectName])
  const [old, renewed] = [railsOf(connection), railsOf({ ...connection, sealedSettings })]
  if (isTried) {
    await tryAtBank(renewed)
    const isSame = await isSameAccount(needs, old, renewed)
    if (isSame === false) throw cannotConnect('otherAccount')
    if (isSame === null && !isConfirmed) throw cannotConnect('accountNotCompared')
  }
  await needs.sql.begin(async tx => {
    const changed = { before, sealedSettings, certificateExpiresAt }
    if ((await updateSettings(tx, id, changed)).count === 0) throw cannotConnect('changed')
    await planCallbackCheckNow(tx, id, now)
    await alongside(tx, { old, renewed })
  })
}

async function tryAtBank(renewed: Rails): Promise<void> {
  const failed = (await renewed.check()).filter(({ isFine }) => !isFine)
  if (failed.length > 0)
    throw cannotConnect(
      'refusedByBank',
      `${failed.map(({ what, came, words }) => `${what}: ${came}: ${words}`).join('; ')}:`,
    )
}

/** How far back a payment is looked for: at the bank, and in the books. */
const recentMs = 7 * 24 * 60 * 60_000
const bookedMs = 30 * 24 * 60 * 60_000

/** `isCertain`: a bank shows such a payment of its account whenever it is asked. `isShownBy`: null: it cannot be asked. */
type Sample = { isCertain: boolean; isShownBy: (rails: Rails) => Promise<boolean | null> }

/**
 * Whether payments that the old settings show, or the books have, are there with the new ones too. One that both could not
 * show says nothing: some banks do not show plain transfers. Null: nothing could be compared.
 */
async function isSameAccount(needs: Needs, old: Rails, renewed: Rails): Promise<boolean | null> {
  for (const { isCertain, isShownBy } of await samplesOf(needs, old)) {
    const isShown = await isShownBy(renewed)
    if (isShown === true) return true
    if (isShown === false && (isCertain || (await isShownBy(old).catch(() => null)) === true)) return false
  }
  return null
}

async function samplesOf(needs: Needs, old: Rails): Promise<Sample[]> {
  const until = needs.clock()
  const since = (ms: number) => new Date(until.getTime() - ms)
  const shown = await firstPaid(old.received?.listReceived({ from: since(recentMs), until })).catch(() => null)
  const booked = await selectLastPayments(needs.sql, old.connectionId, since(bookedMs))
  const samples = booked.map(one => (one.kind === 'payout' ? payoutSample(one) : paymentSample(one)))
  // Charges first: every bank shows them.
  const ordered = samples.toSorted((one, other) => Number(other.isCertain) - Number(one.isCertain))
  return shown === null ? ordered : [paymentSample({ ...shown, kind: 'charge' }), ...ordered]
}

const paymentSample = ({ kind, endToEndId }: Pick<LastPayment, 'kind' | 'endToEndId'>): Sample => ({
  isCertain: kind === 'charge',
  isShownBy: async ({ received }) => ((await received?.readReceived(endToEndId)) ?? null) !== null,
})

const payoutSample = ({ id: bankOrderId, endToEndId, externalId }: LastPayment): Sample => ({
  isCertain: false,
  isShownBy: async ({ payouts }) => {
    const named = { bankOrderId, bankReference: externalId ?? endToEndId, endToEndId }
    if (payouts?.findSent === undefined) return null
    return (await payouts.findSent(named, AbortSignal.timeout(callMs))) !== null
  },
})

const callMs = 10_000

async function firstPaid(payments: AsyncIterable<ReceivedPayment> | undefined): Promise<ReceivedPayment | null> {
  for await (const payment of payments ?? []) if (payment.foreignKey === undefined) return payment
  return null
}
