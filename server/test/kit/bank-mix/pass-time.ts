import { sweepPayments } from '../../../src/operations/banks/sweep-payments.ts'
import type { Beside } from './diary.ts'

/** Time goes by on both sides alike. */
export async function passTime({ trilho, bank, setClock }: Beside, seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await setClock(trilho.clock.aheadMs)
  await bank.control('POST', '/clock/advance', { seconds })
}

/** Asks all banks what there is, a minute later; one that does not answer is asked again another time. */
export async function sweep(beside: Beside): Promise<void> {
  await passTime(beside, 60)
  while ((await sweepPayments(beside.trilho.needs).catch(() => 0)) > 0);
}
