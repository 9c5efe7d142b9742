import {
  type UnreadableKind,
  openDifference,
  readOpenDifferences,
  unreadableDifferences,
} from '../../money/bank-orders/differences.ts'
import { closeByItself } from '../../money/bank-orders/exceptions.ts'
import { BankAway, type UnreadableRow } from '../../money/rails/bank-faults.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { findBooking, readAtBank } from '../../money/transactions/read-transaction.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import {
  DamagedMerchant,
  type Needs as RecordNeeds,
  isForLater,
  recordReceivedPayment,
} from './record-received-payment.ts'

type Needs = { sql: Sql; clock: () => Date }

/** Opens an exception for each row of a bank's list that cannot be read, once. Returns how many nobody has reviewed. */
export const keepUnreadable = (
  needs: Needs,
  connectionId: string,
  kind: UnreadableKind,
  rows: readonly UnreadableRow[],
): Promise<number> =>
  needs.sql.begin(async tx => {
    let open = 0
    for (const difference of unreadableDifferences(kind, rows))
      if (await openDifference(tx, connectionId, difference, needs.clock())) open++
    return open
  })

/**
 * A payment that is booked, because its callback or an earlier list could be read, needs nobody, unless what has gone back of
 * it cannot be read. Returns how many are not booked and nobody has reviewed.
 */
export async function keepUnreadablePayments(needs: Needs, connectionId: string, rows: readonly UnreadableRow[]) {
  const isBooked = async ({ name }: UnreadableRow) => name !== null && (await findBooking(needs, name)) !== null
  const [booked, unbooked]: [UnreadableRow[], UnreadableRow[]] = [[], []]
  for (const row of rows) ((await isBooked(row)) ? booked : unbooked).push(row)
  const ofReturns = booked.filter(({ hidesReturns }) => hidesReturns)
  await keepUnreadable(needs, connectionId, 'paymentUnreadable', ofReturns)
  return keepUnreadable(needs, connectionId, 'paymentUnreadable', unbooked)
}

const inFull = 'O banco lista a linha por inteiro agora. / The bank lists the row in full now.'

/** Closes those that the bank lists in full now, by the name that each row has. */
export const closeListedInFull = (
  { sql, clock }: Needs,
  connectionId: string,
  kind: UnreadableKind,
  isListed: (name: string) => boolean,
): Promise<void> =>
  sql.begin(async tx => {
    for (const one of await readOpenDifferences(tx, connectionId, kind))
      if (one.endToEndId !== null && isListed(one.endToEndId))
        await closeByItself(tx, one, { note: inFull, at: clock() })
  })

/** The bank reports them readably now, and they are booked with what has gone back of them. */
export async function closeReadable(needs: RecordNeeds, rails: Rails): Promise<void> {
  const { sql } = needs
  const readOpen = (tx: Tx) => readOpenDifferences(tx, rails.connectionId, 'paymentUnreadable')
  const readable = new Set<string>()
  for (const { id, endToEndId } of await sql.begin(readOpen))
    if (endToEndId !== null && (await isRecorded(needs, rails, endToEndId))) readable.add(id)
  if (readable.size === 0) return
  await sql.begin(async tx => {
    for (const one of await readOpen(tx))
      if (readable.has(one.id)) await closeByItself(tx, one, { note: inFull, at: needs.clock() })
  })
}

/** Its bank is asked: the row may be in no list that is read now. */
async function isRecorded(needs: RecordNeeds, rails: Rails, endToEndId: string): Promise<boolean> {
  if ((await findBooking(needs, endToEndId)) === null) return false
  try {
    const payment = await readAtBank(needs, rails, endToEndId)
    if (payment === null) return false
    await recordReceivedPayment(needs, rails, payment)
    return true
  } catch (error) {
    // One payment does not keep the sweep from the others; a damaged merchant is suspended already.
    if (error instanceof BankAway || error instanceof DamagedMerchant || isForLater(error)) return false
    throw error
  }
}
