import { formatAmount } from '../../platform/brazil/money.ts'
import { machineAheadMs } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readMailBacklog } from '../../platform/mails/outbox.ts'
import { countOperators } from '../../tenancy/people/find-person.ts'
import { readExceptionBacklog, readOldestWaiting } from '../../money/bank-orders/health/read-backlog.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { type RailsOf, readConnections } from '../../money/rails/rails-of.ts'
import { countUnfinished } from '../../money/webhooks/health/read-health.ts'
import { readContestsWaiting, readDisputesEndingBy } from '../../products/disputes/read-dispute.ts'
import { readUnproven } from '../balance-proofs/prove-balance.ts'
import { readLastAudit } from '../books-audit/audit-books.ts'
import { readDamage } from '../books-audit/note-damage.ts'
import { readFirstMerchant } from '../../tenancy/merchants/read-merchant.ts'

export type MeasureNeeds = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  railsOf: RailsOf
  sweepAlarmMs: number
  isSandbox: boolean
}

/** A cause of an alarm. */
export type Finding = {
  /** The bank it is about; empty: the whole platform. */
  subject: string
  /** The values of its text: `amount` is money, `since` and `until` are times. */
  details: Record<string, string>
  /** Grows with the cause: an alarm that was acknowledged with a smaller one is raised again. */
  mark: string
}

/** What is wrong now, by a threshold. None: nothing is. What cannot be measured throws, which ends no alarm. */
export type Measure = (needs: MeasureNeeds, threshold: number) => Promise<Finding[]>

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
const ahead = (now: Date, ms: number) => ago(now, -ms)

/** Longer numbers are greater, as marks are compared as texts. */
const countMark = (count: number) => String(count).padStart(12, '0')

const platformWide = (details: Finding['details'], mark: string): Finding[] => [{ subject: '', details, mark }]

const ofBank = ({ id, name }: { id: string; name: string }, details: Finding['details'], mark = ''): Finding => ({
  subject: id,
  details: { bank: name, ...details },
  mark,
})

/** Banks that are in use: a paused one is not called. */
const banksInUse = async (needs: MeasureNeeds) =>
  (await listConnections(needs)).filter(({ pausedAt, sealedSettings }) => pausedAt === null && sealedSettings !== null)

const mostCounted = 100_000

/** Certificates are reported again when the end is near. */
const daysLeftAgain = [7, 1] as const

export const measures = {
  exceptionsOld: async (needs, hours) => {
    const found = await readExceptionBacklog(needs, { createdBefore: ago(needs.clock(), hours * hourMs) })
    if (found === null) return []
    const { count, since, lastId } = found
    return platformWide({ count: String(count), since: since.toISOString(), hours: String(hours) }, lastId)
  },

  exceptionsLarge: async (needs, reais) => {
    const found = await readExceptionBacklog(needs, { atLeast: BigInt(reais) * 1_000_000n })
    if (found === null) return []
    const { count, largest, lastId } = found
    return platformWide({ count: String(count), amount: formatAmount(largest) }, lastId)
  },

  sweepStalled: async needs =>
    (await readConnections(needs)).flatMap(bank =>
      bank.paymentsUnreadSince === null ? [] : [ofBank(bank, { since: bank.paymentsUnreadSince.toISOString() })],
    ),

  bankDown: async (needs, minutes) => {
    const before = ago(needs.clock(), minutes * minuteMs)
    return (await banksInUse(needs)).flatMap(bank =>
      bank.awaySince === null || bank.awaySince > before ? [] : [ofBank(bank, { since: bank.awaySince.toISOString() })],
    )
  },

  certificateEnds: async (needs, days) => {
    const now = needs.clock()
    return (await banksInUse(needs)).flatMap(bank => {
      const end = bank.certificateExpiresAt
      if (end === null || end > ahead(now, days * dayMs)) return []
      const stage = daysLeftAgain.filter(left => end <= ahead(now, left * dayMs)).length
      return [ofBank(bank, { until: end.toISOString() }, `${end.toISOString()} ${stage}`)]
    })
  },

  disputeEndsSoon: async (needs, hours) => {
    const { count, until, lastUntil } = await readDisputesEndingBy(needs, ahead(needs.clock(), hours * hourMs))
    if (until === null || lastUntil === null) return []
    return platformWide({ count: String(count), until: until.toISOString() }, lastUntil.toISOString())
  },

  contestWaits: async (needs, days) => {
    const { count, since, lastAt } = await readContestsWaiting(needs, ago(needs.clock(), days * dayMs))
    if (since === null || lastAt === null) return []
    return platformWide({ count: String(count), since: since.toISOString() }, lastAt.toISOString())
  },

  booksWrong: async (needs, hours) => {
    const { faults, at } = (await readLastAudit(needs)) ?? {
      faults: 0,
      at: await readFirstMerchant(needs),
    }
    if (at === null || (faults === 0 && at > ago(needs.clock(), hours * hourMs))) return []
    return platformWide({ count: String(faults), since: at.toISOString() }, countMark(faults))
  },

  dataDamaged: async (needs, hours) => {
    const { lastAt, count, since } = await readDamage(needs)
    const isRecent = lastAt !== null && lastAt > ago(needs.clock(), hours * hourMs)
    const at = lastAt ?? since
    if (at === null || (!isRecent && count === 0)) return []
    return platformWide({ count: String(count), since: at.toISOString() }, countMark(count))
  },

  balanceGap: async (needs, hours) =>
    (await readUnproven(needs, hours * hourMs)).map(({ bank, gap, since }) => {
      const size = gap < 0n ? -gap : gap
      return ofBank(bank, { amount: formatAmount(size), since: since.toISOString() }, String(size).padStart(20, '0'))
    }),

  ordersWaiting: async (needs, minutes) => {
    const now = needs.clock()
    const since = await readOldestWaiting(needs, now)
    if (since === null || since > ago(now, minutes * minuteMs)) return []
    return platformWide({ since: since.toISOString() }, '')
  },

  webhooksWaiting: async (needs, most) => {
    const count = await countUnfinished(needs.sql, mostCounted)
    return count < most ? [] : platformWide({ count: String(count) }, '')
  },

  mailsWaiting: async (needs, minutes) => {
    const { waitingSince } = await readMailBacklog(needs, dayMs)
    if (waitingSince === null || waitingSince > ago(needs.clock(), minutes * minuteMs)) return []
    return platformWide({ since: waitingSince.toISOString() }, '')
  },

  mailsUnsent: async (needs, most) => {
    const { unsent } = await readMailBacklog(needs, dayMs)
    return unsent < most ? [] : platformWide({ count: String(unsent) }, '')
  },

  clockDrift: async (needs, seconds) => {
    const isWrong = (ms: number) => Math.abs(ms) >= seconds * secondMs
    const inWords = (ms: number) => ({ seconds: String(Math.round(Math.abs(ms) / secondMs)) })
    const machineMs = machineAheadMs(needs.clock())
    const ofMachine = { subject: '', details: { bank: 'Trilho', ...inWords(machineMs) }, mark: '' }
    const ofBanks = (await banksInUse(needs)).flatMap(bank => {
      const driftMs = Number(bank.clockDriftMs ?? 0n)
      return isWrong(driftMs) ? [ofBank(bank, inWords(driftMs))] : []
    })
    return [...(isWrong(machineMs) ? [ofMachine] : []), ...ofBanks]
  },

  fewOperators: async (needs, least) => {
    const count = needs.isSandbox ? least : await countOperators(needs)
    return count >= least ? [] : platformWide({ count: String(count), least: String(least) }, '')
  },
} as const satisfies Record<string, Measure>
