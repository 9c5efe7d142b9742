import { sweepPayments } from '../../../src/operations/banks/sweep-payments.ts'
import type { Beside } from './diary.ts'

/** Moves the clocks of both sides by the same time. */
export async function passTime({ trilho, bank, setClock }: Beside, seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await setClock(trilho.clock.aheadMs)
  await bank.control('POST', '/clock/advance', { seconds })
}

/** Sweeps all banks, a minute later; a bank that does not respond is swept again later. */
export async function sweep(beside: Beside): Promise<void> {
  await passTime(beside, 60)
  while ((await sweepPayments(beside.trilho.needs).catch(() => 0)) > 0);
}
