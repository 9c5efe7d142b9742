import type { Micros } from '../../platform/brazil/money.ts'

/** More sums than this are not tried: then anything between the least and the greatest of them counts. */
const mostSums = 20_000

/** Whether some of these amounts add up to the gap exactly. */
export function explains(gap: Micros, inFlight: readonly Micros[]): boolean {
  let sums = new Set<Micros>([0n])
  for (const amount of inFlight) {
    if (sums.has(gap)) return true
    sums = new Set([...sums].flatMap(sum => [sum, sum + amount]))
    if (sums.size > mostSums) return isWithin(gap, inFlight)
  }
  return sums.has(gap)
}

const isWithin = (gap: Micros, inFlight: readonly Micros[]): boolean =>
  gap >= sumOf(inFlight.filter(amount => amount < 0n)) && gap <= sumOf(inFlight.filter(amount => amount > 0n))

const sumOf = (amounts: readonly Micros[]): Micros => amounts.reduce((sum, amount) => sum + amount, 0n)
