import type { PayoutReport } from '../rails.ts'
import { type Answer, type Bank, saysNothing } from './bank.ts'
import { isOfRepeat, logRefusal, refusalIn } from './refusals.ts'

/** `cause`: of words that a table has. */
type Sent = { isSentBefore: boolean; cause?: string | undefined }

/**
 * What a refusal means for a payout; null: it is no refusal. The bank is asked first: the no may be about an earlier call
 * that it took, or about one that something in front of it has repeated. Where there was one, and the bank does not know it,
 * a person decides.
 */
export async function payoutRefusal(
  bank: Bank,
  answer: Answer,
  { isSentBefore, cause }: Sent,
  ask: () => Promise<PayoutReport | null> = async () => null,
): Promise<PayoutReport | null> {
  const words = refusalIn(answer)
  if (words === null) return null
  logRefusal(bank, 'send payout', answer)
  const known = await ask()
  if (known !== null) return known
  if (cause === undefined && isOfRepeat(words)) return saysNothing(answer)
  if (isSentBefore) return { state: 'doubtful', cause: cause ?? words }
  return { state: 'refused', cause: cause ?? 'RefusedByBank', words }
}

type Ended = Extract<PayoutReport, { state: 'refused' | 'returned' }>

/** A refusal that is the state of the payout itself. Why is in fields of the bank's own, which `words` has. */
export function refusedPayout(bank: Bank, answer: Answer, ended: Pick<Ended, 'state' | 'cause'>, words: string | null) {
  logRefusal(bank, 'read payout', answer, words ?? ended.cause)
  return { ...ended, ...(words !== null && { words }) }
}
