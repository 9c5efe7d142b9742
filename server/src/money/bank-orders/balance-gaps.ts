import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { subjectOf } from './differences.ts'
import { byItself, closeException, openException } from './exceptions.ts'
import { type Fact, fact } from './fact.ts'
import { lockOfSubject, updateFacts } from './sql.ts'

const held = (amount: Micros): Fact => fact('amountHeld', formatAmountShort(amount))

type Gap = { connectionId: string; booksAmount: Micros; bankAmount: Micros; gap: Micros }

/**
 * A bank holds more or less than the books say, and no payment in flight explains it: an exception, once while it is open, with the gap as it is now. One
 * that a person has looked into is opened again when the gap changes. The caller has locked the connection.
 */
export async function openGap(tx: Tx, { connectionId, booksAmount, bankAmount, gap }: Gap, at: Date): Promise<void> {
  const known = await lockOfSubject(tx, platformId, connectionId, subjectOf('balanceGap'))
  const newest = known.at(-1)
  const amount = gap < 0n ? -gap : gap
  const facts = { expected: held(booksAmount), said: held(bankAmount) }
  // A gap that has changed is booked as it is now, and a request to book what it was is outdated.
  if (newest?.state === 'Open') return void (await updateFacts(tx, { ...newest, amount, ...facts }))
  if (newest?.act === 'note' && newest.endedBy !== byItself && newest.amount === amount) return
  const about = {
    merchantId: platformId,
    transactionId: null,
    bankOrderId: null,
    connectionId,
    endToEndId: null,
    amount,
  }
  await openException(tx, { ...about, kind: 'payout', subject: subjectOf('balanceGap'), ...facts }, at)
}

/** The bank and the books agree again. */
export async function closeGap(tx: Tx, connectionId: string, at: Date): Promise<void> {
  const note = 'The bank holds what the books say again'
  for (const one of await lockOfSubject(tx, platformId, connectionId, subjectOf('balanceGap')))
    if (one.state === 'Open') await closeException(tx, one, { act: 'note', by: byItself, note, at })
}
