import { type Micros, formatReais } from '../brazil/money.ts'
import { type Language, inLanguage } from '../http/languages.ts'
import type { OfxEntry } from '../http/ofx.ts'
import type { Piece } from '../http/spreadsheet.ts'
import { directionOf } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { operationWords } from '../transactions/words.ts'
import { partyOf } from './portal-views.ts'

/** The money that transactions have moved: what was paid, what it cost, and what went back. Others are left out. */
export async function* transactionsForOfx(
  pieces: AsyncIterable<Piece<Transaction>>,
  language: Language,
): AsyncGenerator<OfxEntry[]> {
  for await (const { rows } of pieces) yield rows.flatMap(row => entriesOf(row, language))
}

function entriesOf(t: Transaction, language: Language): OfxEntry[] {
  if (t.completedAt === null) return []
  const sign = directionOf(t.operation) === 'Credit' ? 1n : -1n
  const paid = sign * (t.paidAmount ?? t.amount)
  const back = t.reversedAt === null ? -sign * t.refundedAmount : -paid
  const backAt = t.reversedAt ?? t.refundedAt ?? t.completedAt
  const fees = [entry(t, 'fee', t.completedAt, -t.charges, language)]
  // A payment that came back costs nothing.
  if (t.reversedAt !== null && sign < 0n) fees.push(entry(t, 'fee-back', backAt, t.charges, language))
  return [entry(t, '', t.completedAt, paid, language), ...fees, entry(t, 'back', backAt, back, language)].filter(
    ({ amount }) => amount !== 0n,
  )
}

type Part = '' | 'fee' | 'fee-back' | 'back'

const entry = (t: Transaction, part: Part, at: Date, amount: Micros, language: Language): OfxEntry => ({
  id: part === '' ? t.id : `${t.id}-${part}`,
  at,
  type: part.startsWith('fee') ? 'FEE' : amount < 0n ? 'DEBIT' : 'CREDIT',
  amount,
  name: partyOf(t)?.name ?? '',
  memo: [meaning(t, part, language), t.orderId, t.orderDescription, t.endToEndId].filter(Boolean).join(' - '),
})

function meaning(t: Transaction, part: Part, language: Language): string {
  const operation = inLanguage(operationWords[t.operation], language)
  if (part === '') return operation
  const gross = formatReais(t.paidAmount ?? t.amount, language)
  if (part === 'back') return inLanguage([`Devolução de ${operation}`, `Return of ${operation}`], language)
  return inLanguage([`Tarifa de ${operation} de ${gross}`, `Charge for ${operation} of ${gross}`], language)
}
