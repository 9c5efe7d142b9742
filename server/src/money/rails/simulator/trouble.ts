import { setTimeout as pause } from 'node:timers/promises'

/** Uses up what a merchant has scripted to go wrong at its bank; null: nothing. */
export type TakeTrouble = (
  merchantId: string,
  kind: 'slowBank' | 'refundRefused',
) => Promise<{ seconds: number } | null>

/** Waits as long as a slow bank takes, where one is scripted. */
export type TakesTime = (merchantId: string) => Promise<void>

export const takingTime =
  (takeTrouble: TakeTrouble): TakesTime =>
  async merchantId => {
    const slow = await takeTrouble(merchantId, 'slowBank')
    if (slow !== null) await pause(slow.seconds * 1000)
  }
