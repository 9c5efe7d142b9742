import { type Micros, formatReais } from '../brazil/money.ts'
import type { Sql } from '../db/db.ts'
import { type Language, inLanguage } from '../http/languages.ts'
import type { OfxEntry } from '../http/ofx.ts'
import type { Piece } from '../http/spreadsheet.ts'
import { type Refund, readRefundsOf } from '../refunds/read-refunds.ts'
import { directionOf } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { operationWords } from '../transactions/words.ts'
import { partyOf } from './portal-views.ts'

/** The money that transactions have moved: what was paid, what it cost, and each refund. Others are left out. */
export async function* transactionsForOfx(
  needs: { sql: Sql },
  merchantId: string,
  pieces: AsyncIterable<Piece<Transaction>>,
  language: Language,
): AsyncGenerator<OfxEntry[]> {
  for await (const { rows } of pieces) {
    const returned = rows.filter(({ refundedAmount }) => refundedAmount > 0n)
    const refunds = await readRefundsOf(needs, merchantId, returned)
    yield rows.flatMap(row => entriesOf(row, refunds.get(row.id) ?? [], language))
  }
}

/** Every movement keeps its id for good: what happens later is one more, and no program takes it for one it has. */
function entriesOf(t: Transaction, refunds: readonly Refund[], language: Language): OfxEntry[] {
  if (t.completedAt === null) return []
  const sign = directionOf(t.operation) === 'Credit' ? 1n : -1n
  const paid = t.paidAmount ?? t.amount
  const completed = refunds.filter(({ state }) => state === 'Completed')
  const back = completed.map(
    ({ id, amount, createdAt, endedAt }): Move => ({ kind: 'back', mark: id, at: endedAt ?? createdAt, amount }),
  )
  const refunded = back.reduce((sum, { amount }) => sum + amount, 0n)
  // What a reversal took beside the refunds.
  const rest = (t.reversedAt === null ? t.refundedAmount : paid) - refunded
  const restAt = t.reversedAt ?? t.refundedAt ?? t.completedAt
  const moves: Move[] = [
    { kind: 'payment', mark: '', at: t.completedAt, amount: sign * paid },
    { kind: 'fee', mark: 'fee', at: t.completedAt, amount: -t.charges },
    // A payment that came back costs nothing.
    { kind: 'fee', mark: 'fee-back', at: restAt, amount: t.reversedAt !== null && sign < 0n ? t.charges : 0n },
    ...[...back, { kind: 'back', mark: 'back', at: restAt, amount: rest } as const].map(move => ({
      ...move,
      amount: -sign * move.amount,
    })),
  ]
  return moves.filter(({ amount }) => amount !== 0n).map(move => entry(t, move, language))
}

/** `mark`: what tells it from the other movements of its transaction. */
type Move = { kind: 'payment' | 'fee' | 'back'; mark: string; at: Date; amount: Micros }

const entry = (t: Transaction, { kind, mark, at, amount }: Move, language: Language): OfxEntry => ({
  id: mark === '' ? t.id : `${t.id}-${mark}`,
  at,
  type: kind === 'fee' ? 'FEE' : amount < 0n ? 'DEBIT' : 'CREDIT',
  amount,
  name: partyOf(t)?.name ?? '',
  memo: [meaning(t, kind, language), t.orderId, t.orderDescription, t.endToEndId].filter(Boolean).join(' - '),
})

function meaning(t: Transaction, kind: Move['kind'], language: Language): string {
  const operation = inLanguage(operationWords[t.operation], language)
  if (kind === 'payment') return operation
  const gross = formatReais(t.paidAmount ?? t.amount, language)
  if (kind === 'back') return inLanguage([`Devolução de ${operation}`, `Return of ${operation}`], language)
  return inLanguage([`Tarifa de ${operation} de ${gross}`, `Charge for ${operation} of ${gross}`], language)
}
