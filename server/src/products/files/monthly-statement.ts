import type { Micros } from '../../platform/brazil/money.ts'
import { type Day, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { type Needs, readBalance } from '../statements/read-statement.ts'
import { type Seen, type StatementPeriod, after, streamEntries, totalOf } from '../statements/statement-file.ts'

export type Balance = Awaited<ReturnType<typeof readBalance>>

type Sums = { moneyIn: Micros; moneyOut: Micros; fees: Micros; count: number }
export type DaySums = Sums & { day: Day; closing: Balance }
export type MonthSums = Sums & { opening: Balance; closing: Balance; days: DaySums[] }

type Entry = Parameters<Seen<Parameters<typeof after>[0]>>[0][number]

/** A month's statement in sums: what came, what went and what it cost, by day, between two balances. */
export async function sumMonth(
  needs: Needs,
  period: StatementPeriod & { from: Day },
  seen: Seen<Entry>,
): Promise<MonthSums> {
  const opening = await readBalance(needs, period.merchantId, startOfDay(period.from))
  const days: DaySums[] = []
  for await (const entries of streamEntries(needs, period)) {
    await seen(entries)
    for (const entry of entries) addTo(dayFor(days, dayOf(entry.postedAt), after(entry)), entry)
  }
  const sum = (part: 'moneyIn' | 'moneyOut' | 'fees') => days.reduce((all, day) => all + day[part], 0n)
  return {
    opening,
    closing: days.at(-1)?.closing ?? opening,
    days,
    moneyIn: sum('moneyIn'),
    moneyOut: sum('moneyOut'),
    fees: sum('fees'),
    count: days.reduce((all, { count }) => all + count, 0),
  }
}

function dayFor(days: DaySums[], day: Day, closing: Balance): DaySums {
  const last = days.at(-1)
  if (last?.day === day) return Object.assign(last, { closing })
  const first: DaySums = { day, moneyIn: 0n, moneyOut: 0n, fees: 0n, count: 0, closing }
  days.push(first)
  return first
}

/** Without what it cost; what is only set aside, or let go again, neither comes nor goes. */
function addTo(day: DaySums, entry: Entry): void {
  const gross = totalOf(entry) + entry.fees
  if (gross > 0n) day.moneyIn += gross
  else day.moneyOut -= gross
  day.fees += entry.fees
  day.count++
}
