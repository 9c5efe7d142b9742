import { type Micros, formatReais } from '../../platform/brazil/money.ts'
import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { stateWords } from '../../money/transactions/words.ts'
import type { Listed } from './request-file.ts'
import type { Outcome } from './words.ts'
import type { Sql } from '../../platform/db/db.ts'
import { operations } from '../../money/transactions/operations.ts'
import { selectByIds, selectByOrders } from './sql.ts'

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
/** The charges of an order that no line has been compared with yet: those that were paid or, if none was, one. */
type Found = Map<string, Transaction[]>

const lookedUpAtOnce = 1_000
const nothing: Translated = ['', '']

/**
 * Compares a merchant's list of what it was paid with what it was paid here in a period, each line with a payment of its
 * own. What is wrong comes first: payments that the list lacks, lines that differ or are not found, orders that were paid
 * more often than they are listed, and then what matches. `still` is called between pieces, which may take long.
 */
export async function* compareList(
  needs: FindNeeds,
  merchantId: string,
  list: readonly Listed[],
  { received, still }: { received: AsyncIterable<readonly Transaction[]>; still: () => Promise<void> },
): AsyncGenerator<ComparedLine[]> {
  const lines = list.map((line, i): Line => ({ ...line, number: i + 1 }))
  const listed = new Set(lines.map(({ orderId }) => orderId))
  const found: Found = new Map()
  for await (const payments of received) {
    for (const payment of payments) keep(found, listed, payment)
    yield payments.filter(({ orderId }) => !listed.has(orderId ?? '')).map(missingInList)
  }
  const others = [...listed].filter(orderId => !found.has(orderId))
  for (let at = 0; at < others.length; at += lookedUpAtOnce) {
    await still()
    for (const charge of await findByOrders(needs, merchantId, others.slice(at, at + lookedUpAtOnce)))
      keep(found, listed, charge)
  }

  const judged = lines.map(line => judge(line, take(found, line), found.has(line.orderId)))
  const isRight = ({ outcome }: ComparedLine) => outcome === 'Matches'
  yield judged.filter(line => !isRight(line))
  yield [...found.values()].flat().map(paidAgain)
  yield judged.filter(isRight)
}

const isPaid = ({ completedAt }: Transaction) => completedAt !== null

/** Of an order that was never paid one charge is enough to say so. */
function keep(found: Found, listed: ReadonlySet<string>, charge: Transaction): void {
  const { orderId } = charge
  if (orderId === null || !listed.has(orderId)) return
  const before = found.get(orderId) ?? []
  if (isPaid(charge)) found.set(orderId, [...before.filter(isPaid), charge])
  else if (before.length === 0) found.set(orderId, [charge])
}

/** The charge that a line is of: of several the one with its amount. */
function take(found: Found, { orderId, amount }: Line): Transaction | undefined {
  const charges = found.get(orderId) ?? []
  const chosen = charges.find(charge => differenceOf(amount, charge) === null) ?? charges[0]
  const left = charges.filter(charge => charge !== chosen)
  if (chosen !== undefined) found.set(orderId, left)
  return chosen
}

const missingInList = (transaction: Transaction): ComparedLine => ({
  outcome: 'MissingInList',
  number: null,
  orderId: transaction.orderId,
  listed: null,
  transaction,
  what: nothing,
})

const paidAgain = (transaction: Transaction): ComparedLine => ({
  ...missingInList(transaction),
  outcome: 'Differs',
  what: ['O pedido foi pago mais de uma vez', 'The order was paid more than once'],
})

function judge(
  { number, orderId, amount }: Line,
  transaction: Transaction | undefined,
  isKnown: boolean,
): ComparedLine {
  const line = { number, orderId, listed: amount, transaction: transaction ?? null }
  if (transaction === undefined && !isKnown) return { ...line, outcome: 'MissingHere', what: nothing }
  if (transaction === undefined) return { ...line, outcome: 'Differs', what: repeated }
  const what = differenceOf(amount, transaction)
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

export type FindNeeds = { sql: Sql }

/** Transactions by their ids and in their order. */
export async function findByIds(
  needs: FindNeeds,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly Transaction[]> {
  const found = new Map((await selectByIds(needs.sql, merchantId, ids)).map(one => [one.id, one]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** Charges of these orders, paid or not, whenever they were made. */
async function findByOrders(
  needs: FindNeeds,
  merchantId: string,
  orderIds: readonly string[],
): Promise<readonly Transaction[]> {
  const found = await selectByOrders(needs.sql, merchantId, orderIds.map(orderKey))
  return found.filter(({ operation }) => operations[operation].type === 'Credit')
}
