import { type Micros, formatReais } from '../brazil/money.ts'
import type { Sql } from '../db/db.ts'
import { type Language, type Translated, inLanguage } from '../http/languages.ts'
import type { Piece } from '../http/spreadsheet.ts'
import { orderKey } from '../transactions/order-key.ts'
import { operations } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { stateWords } from '../transactions/words.ts'
import type { Listed } from './ask-file.ts'
import { selectByOrders } from './sql.ts'
import type { Outcome } from './words.ts'

/** A line of the answer: of the list, or of a payment that the list does not have. `number`: its place in the list. */
export type ComparedLine = {
  outcome: Outcome
  number: number | null
  orderId: string | null
  listed: Micros | null
  transaction: Transaction | null
  what: Translated
}

type Line = Listed & { number: number }

const lookedUpAtOnce = 1_000
const nothing: Translated = ['', '']

/**
 * Compares a merchant's list of what it was paid with what it was paid here in a period. What is wrong comes first:
 * payments that the list lacks, lines that differ or are not found, and then those that match.
 */
export async function* compareList(
  needs: { sql: Sql },
  merchantId: string,
  list: readonly Listed[],
  pieces: AsyncIterable<Piece<Transaction>>,
): AsyncGenerator<ComparedLine[]> {
  const lines = list.map((line, i): Line => ({ ...line, number: i + 1 }))
  const wanted = new Set(lines.map(({ orderId }) => orderId))
  const found = new Map<string, Transaction>()
  for await (const { rows } of pieces) {
    const received = rows.filter(isReceived)
    for (const transaction of received) keepBest(found, wanted, transaction)
    yield received.filter(t => isPaid(t) && !wanted.has(t.orderId ?? '')).map(missingInList)
  }
  await lookUpOthers(needs, merchantId, wanted, found)

  const seen = new Set<string>()
  const judged = lines.map(line => {
    const isRepeated = seen.has(line.orderId)
    seen.add(line.orderId)
    return judge(line, found.get(line.orderId), isRepeated)
  })
  const isRight = ({ outcome }: ComparedLine) => outcome === 'Matches'
  yield judged.filter(line => !isRight(line))
  yield judged.filter(isRight)
}

/** Orders of the list that were paid on other days. */
async function lookUpOthers(
  { sql }: { sql: Sql },
  merchantId: string,
  wanted: ReadonlySet<string>,
  found: Map<string, Transaction>,
): Promise<void> {
  const missing = [...wanted].filter(orderId => !found.has(orderId))
  for (let at = 0; at < missing.length; at += lookedUpAtOnce) {
    const keys = missing.slice(at, at + lookedUpAtOnce).map(orderKey)
    for (const transaction of await selectByOrders(sql, merchantId, keys))
      if (isReceived(transaction)) keepBest(found, wanted, transaction)
  }
}

const isReceived = ({ operation }: Transaction) => operations[operation].type === 'Credit'
const isPaid = ({ completedAt }: Transaction) => completedAt !== null

/** Of several payments of one order the one that was paid. */
function keepBest(found: Map<string, Transaction>, wanted: ReadonlySet<string>, transaction: Transaction): void {
  const { orderId } = transaction
  if (orderId === null || !wanted.has(orderId)) return
  const before = found.get(orderId)
  if (before === undefined || (!isPaid(before) && isPaid(transaction))) found.set(orderId, transaction)
}

const missingInList = (transaction: Transaction): ComparedLine => ({
  outcome: 'MissingInList',
  number: null,
  orderId: transaction.orderId,
  listed: null,
  transaction,
  what: nothing,
})

function judge(
  { number, orderId, amount }: Line,
  transaction: Transaction | undefined,
  isRepeated: boolean,
): ComparedLine {
  const line = { number, orderId, listed: amount, transaction: transaction ?? null }
  if (transaction === undefined) return { ...line, outcome: 'MissingHere', what: nothing }
  const what = isRepeated ? repeated : differenceOf(amount, transaction)
  return what === null ? { ...line, outcome: 'Matches', what: nothing } : { ...line, outcome: 'Differs', what }
}

const repeated: Translated = ['O pedido se repete na sua lista', 'The order is repeated in your list']

function differenceOf(listed: Micros, transaction: Transaction): Translated | null {
  const { completedAt, paidAmount, amount, refundedAmount, reversedAt, state } = transaction
  if (completedAt === null) {
    const [pt, en] = stateWords[state]
    return [`Não foi pago: ${pt}`, `It was not paid: ${en}`]
  }
  const paid = paidAmount ?? amount
  const returned = reversedAt === null ? refundedAmount : paid
  if (listed === paid - returned) return null
  if (listed === paid) return inBoth(returned, ['Devolvido ao pagador:', 'Returned to the payer:'])
  return inBoth(paid - returned, ['Valor aqui:', 'Amount here:'])
}

const inBoth = (amount: Micros, words: Translated): Translated => {
  const say = (language: Language) => `${inLanguage(words, language)} ${formatReais(amount, language)}`
  return [say('pt'), say('en')]
}
