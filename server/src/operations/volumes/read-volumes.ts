import { type Day, addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { mostExported } from '../../platform/http/spreadsheet.ts'
import {
  type ExportedVolume,
  type Period,
  type Volume,
  selectVolumes,
  sumByDay,
  sumByMerchant,
  sumDisputes,
} from './sql.ts'

export type { Period } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }
type ReadVolumesInput = { from: Day | undefined; to: Day | undefined; merchantId: string | undefined }

/** A year and a day. Longer periods are read one after the other. */
const mostDays = 366
const usualDays = 30
const mostMerchants = 500

/** By default the last thirty days. In a sandbox, merchants ahead of the true time count in the last days. */
export function periodOf({ from, to, merchantId }: ReadVolumesInput, now: Date, isSandbox: boolean): Period {
  const last = to ?? dayOf(now)
  const first = from ?? addDays(last, 1 - usualDays)
  const earliest = addDays(last, 1 - mostDays)
  const isOpen = isSandbox && to === undefined
  return { from: first < earliest ? earliest : first, to: last, isOpen, merchantId: merchantId ?? null }
}

/** Volumes and fees of a period, by day and by merchant. An open one ends with the last day of which there is something. */
export async function readVolumes({ sql }: Needs, period: Period) {
  const [days, merchants] = await Promise.all([sumByDay(sql, period), sumByMerchant(sql, period, mostMerchants)])
  const last = days[0]?.day ?? period.to
  const to = last > period.to ? last : period.to
  return { period: { ...period, to }, days, merchants, total: days.reduce(added, nothing) }
}

const nothing: Volume = { inAmount: 0n, inCount: 0, outAmount: 0n, outCount: 0, fees: 0n }

const added = (sum: Volume, day: Volume): Volume => ({
  inAmount: sum.inAmount + day.inAmount,
  inCount: sum.inCount + day.inCount,
  outAmount: sum.outAmount + day.outAmount,
  outCount: sum.outCount + day.outCount,
  fees: sum.fees + day.fees,
})

/** Every day of every merchant, for a file. */
export async function* exportVolumes({ sql, clock }: Needs, period: Period) {
  const rows: readonly ExportedVolume[] = await selectVolumes(sql, period, mostExported + 1)
  yield { rows: rows.slice(0, mostExported), cutAt: rows.length > mostExported ? clock() : null }
}

const mostDisputes = 100_000
const statisticDays = 335

/** The months in which a merchant received something or was disputed: this one and those of about a year before. */
export const readDisputeStatistics = ({ sql, clock }: Needs, merchantId: string) =>
  sumDisputes(sql, merchantId, `${addDays(dayOf(clock()), -statisticDays).slice(0, 7)}-01`, mostDisputes)
