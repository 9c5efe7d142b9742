import { setTimeout as sleep } from 'node:timers/promises'
import { leaseSeconds } from '../../../src/money/bank-orders/schedule.ts'
import { sweepPayments } from '../../../src/operations/banks/sweep-payments.ts'
import type { Trilho } from '../trilho.ts'
import type { Beside } from './diary.ts'

/** Moves the clocks of both sides by the same time. */
export async function passTime({ trilho, bank, setClock }: Beside, seconds: number): Promise<void> {
  if (seconds >= leaseSeconds) await untilAnswered(trilho)
  trilho.clock.aheadMs += seconds * 1000
  await setClock(trilho.clock.aheadMs)
  await bank.control('POST', '/clock/advance', { seconds })
}

const mostLooks = 20

/**
 * No call lasts as long as the lease of its order: those under way end before the clock has passed it, as they would. What a
 * killed process was asking nobody ends.
 */
async function untilAnswered({ sql }: Trilho): Promise<void> {
  const isAsking = async () => (await sql`select 1 as one from bank_orders where state = 'Asking' limit 1`).length > 0
  for (let looks = 0; looks < mostLooks && (await isAsking()); looks++) await sleep(50)
}

const mostTurns = 20

/** Sweeps all banks, a minute later; a bank that does not respond is swept again later, and the others now. */
export async function sweep(beside: Beside): Promise<void> {
  await passTime(beside, 60)
  for (let turns = 0, swept = 1; swept > 0 && turns < mostTurns; turns++)
    swept = await sweepPayments(beside.trilho.needs).catch(() => 1)
}
